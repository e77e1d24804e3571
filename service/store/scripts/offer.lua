-- Offers a bot a seat, unless it has as many offers and matches as it can take.
--
-- KEYS: 1 the bot's offers    2 the matches that it plays
-- ARGV: 1 id    2 how long it stands, milliseconds    3 blob    4 how many it can take
--
-- Returns when the offer lapses, milliseconds; 0 if the bot has no room. The same id again
-- changes nothing.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local standing = 0
local offers = redis.call('HGETALL', KEYS[1])
for at = 1, #offers, 2 do
  local lapses = tonumber(string.match(offers[at + 1], '^%d+'))
  if lapses <= now then
    redis.call('HDEL', KEYS[1], offers[at])
  elseif offers[at] == ARGV[1] then
    return lapses
  else
    standing = standing + 1
  end
end
if standing + redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[4]) then
  return 0
end
local lapses = now + ARGV[2]
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', lapses) .. ' ' .. ARGV[3])
return lapses
