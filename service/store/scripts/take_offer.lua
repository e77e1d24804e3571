-- Takes an offer away from a bot that answers it.
--
-- KEYS: 1 the bot's offers    2 the matches that it plays
-- ARGV: 1 id    2 the match that it will play; empty: it declines
--
-- Returns the offer's value; empty if it does not stand.

local value = redis.call('HGET', KEYS[1], ARGV[1])
if not value then
  return ''
end
redis.call('HDEL', KEYS[1], ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if tonumber(string.match(value, '^%d+')) <= now then
  return ''
end
if ARGV[2] ~= '' then
  redis.call('SADD', KEYS[2], ARGV[2])
end
return value
