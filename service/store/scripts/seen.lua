#!lua flags=no-writes
-- Reads when the accounts of a match were last seen, and the time.
--
-- KEYS: 1 presence
--
-- Returns the time in milliseconds, then seats and times in turn.

local time = redis.call('TIME')
local seen = redis.call('HGETALL', KEYS[1])
table.insert(seen, 1, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return seen
