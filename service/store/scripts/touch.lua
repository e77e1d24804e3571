-- Notes that the account of a seat is there.
--
-- KEYS: 1 presence
-- ARGV: 1 seat    2 for how many seconds nobody else need be seen
--
-- Returns 1.

local time = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
