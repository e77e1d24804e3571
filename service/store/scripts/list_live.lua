-- Puts a match into the list of an account's matches that go on, and tells those who wait for one.
--
-- KEYS: 1 the list    2 the account's channel
-- ARGV: 1 time of the match, milliseconds    2 match id
--
-- Returns 1.

redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
local time = redis.call('TIME')
redis.call('SPUBLISH', KEYS[2], string.format('%.0f', time[1] * 1000000 + time[2]))
return 1
