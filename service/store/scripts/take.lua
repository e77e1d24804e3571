-- Takes from a bucket that fills by itself (GCRA): what is kept is when it would be full again.
--
-- KEYS: 1 the bucket
-- ARGV: 1 microseconds in which one is gained    2 how many it holds    3 how many are needed
--       4 the share that one ask takes: one in so many of what is left
--
-- Returns {given, 0}   so many were taken, at least those needed
--         {0, wait}    nothing was taken; milliseconds until those needed are there

local interval, burst, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local spare = now + burst * interval - full_at
local left = math.floor(spare / interval)
if left < count then
  return {0, math.ceil((count * interval - spare) / 1000)}
end
local given = math.max(count, math.floor(left / tonumber(ARGV[4])))
full_at = full_at + given * interval
local lives = math.ceil((full_at - now) / 1000)
redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', lives)
return {given, 0}
