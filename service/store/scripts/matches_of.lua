#!lua flags=no-writes
-- Reads one page of the matches of an account, newest first.
--
-- KEYS: 1 matches of the account
-- ARGV: 1 the match after which the page begins; empty: the first page    2 how many, at least 1
--
-- Returns match ids; none if the account does not have the match to begin after.

local first = 0
if ARGV[1] ~= '' then
  local place = redis.call('ZREVRANK', KEYS[1], ARGV[1])
  if not place then
    return {}
  end
  first = place + 1
end
return redis.call('ZREVRANGE', KEYS[1], first, first + ARGV[2] - 1)
