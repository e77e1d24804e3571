#!lua flags=no-writes
-- Reads a token.
--
-- KEYS: 1 the token
--
-- Returns its blob, empty if there is none, and the server's time in milliseconds.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return {redis.call('GET', KEYS[1]) or '', now}
