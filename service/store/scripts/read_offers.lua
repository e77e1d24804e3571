#!lua flags=no-writes
-- Reads the offers of a bot that stand.
--
-- KEYS: 1 the bot's offers
--
-- Returns their values: when each lapses, a space, its blob.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local standing = {}
for _, value in ipairs(redis.call('HVALS', KEYS[1])) do
  if tonumber(string.match(value, '^%d+')) > now then
    standing[#standing + 1] = value
  end
end
return standing
