-- Replaces a value by another if nobody else has changed it.
--
-- KEYS: 1 the key
-- ARGV: 1 the value that is expected    2 the new value
--
-- Returns 1 if the new value stands, 0 if another one does.

local found = redis.call('GET', KEYS[1])
if found == ARGV[2] then
  return 1
end
if found ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
