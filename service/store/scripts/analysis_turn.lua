-- Lets a match stand in the line of those that wait for a slice of their analysis, and takes the
-- next turn, if it has come, for the one that has waited longest.
--
-- KEYS: 1 the line    2 that a turn was taken
-- ARGV: 1 match    2 since when it waits, milliseconds    3 1 if its last turn has been used
--       4 milliseconds from one turn to the next
--
-- Returns {head, 0}    the turn is taken for this match; behind all others until it is used
--         {'', place}  it has not come; so many stand before the match

local line, match = KEYS[1], ARGV[1]
if ARGV[3] == '1' then
  redis.call('ZADD', line, ARGV[2], match)
else
  redis.call('ZADD', line, 'NX', ARGV[2], match)
end
if redis.call('SET', KEYS[2], match, 'NX', 'PX', ARGV[4]) then
  local time = redis.call('TIME')
  local head = redis.call('ZRANGE', line, 0, 0)[1]
  redis.call('ZADD', line, time[1] * 1000 + math.floor(time[2] / 1000), head)
  return {head, 0}
end
local since = redis.call('ZSCORE', line, match)
return {'', redis.call('ZCOUNT', line, '-inf', '(' .. since)}
