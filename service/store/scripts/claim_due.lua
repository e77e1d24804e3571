-- Takes matches whose due time has come, and moves that time on so that no other caller does.
--
-- KEYS: due sets, in the order in which they are looked through
-- ARGV: 1 lease in milliseconds    2 the most matches to take
--
-- Returns the ids of the matches that were taken.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local again = string.format('%.0f', now + ARGV[1])
local room = tonumber(ARGV[2])
local taken = {}
for _, due in ipairs(KEYS) do
  if room <= 0 then
    break
  end
  local found = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, room)
  for _, match in ipairs(found) do
    redis.call('ZADD', due, 'XX', again, match)
    taken[#taken + 1] = match
  end
  room = room - #found
end
return taken
