#!lua flags=no-writes
-- Reads a part of a list of matches, whether or not the match to go on after is still in it.
--
-- KEYS: 1 the sorted set
-- ARGV: 1 how many, at least 1    2 `newest` or `oldest`: which comes first
--       3 time of the match to go on after, empty: from the beginning    4 its id
--
-- Returns members and their scores in turn.

local first, newest = 0, ARGV[2] == 'newest'
if ARGV[3] ~= '' then
  if newest then
    first = redis.call('ZCOUNT', KEYS[1], '(' .. ARGV[3], '+inf')
  else
    first = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[3])
  end
  for _, match in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[3], ARGV[3])) do
    if match == ARGV[4] or (match > ARGV[4]) == newest then
      first = first + 1
    end
  end
end
local read = newest and 'ZREVRANGE' or 'ZRANGE'
return redis.call(read, KEYS[1], first, first + ARGV[1] - 1, 'WITHSCORES')
