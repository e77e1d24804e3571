-- Sets a value for a while, unless another one stands than that which it is to replace.
--
-- KEYS: 1 the key
-- ARGV: 1 the value to replace; empty: none    2 the new value    3 for how many seconds
--
-- Returns the value that stands then.

local found = redis.call('GET', KEYS[1])
if found and found ~= ARGV[1] then
  return found
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]
