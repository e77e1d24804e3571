#!lua flags=no-writes
-- Reads one page of a sorted set, the highest score first.
--
-- KEYS: 1 the sorted set
-- ARGV: 1 the member after which the page begins; empty: the first page    2 how many, at least 1
--
-- Returns members; none if the member to begin after is not in the set.

local first = 0
if ARGV[1] ~= '' then
  local place = redis.call('ZREVRANK', KEYS[1], ARGV[1])
  if not place then
    return {}
  end
  first = place + 1
end
return redis.call('ZREVRANGE', KEYS[1], first, first + ARGV[2] - 1)
