-- Puts the history of a match that has ended into one blob, for as long as the match is kept.
--
-- KEYS: 1 state    2 packed    3 log    4 checkpoints    5 … once hashes
-- ARGV: 1 version that the match must have: four bytes
--       2 the packed history
--
-- Returns 1 if that is done, or was done before; 0 if the match has another version, or is gone.

if redis.call('GETRANGE', KEYS[1], 1, 4) ~= ARGV[1] then
  return 0
end
if redis.call('PTTL', KEYS[2]) ~= -2 then
  return 1
end
redis.call('SET', KEYS[2], ARGV[2])
local lifetime = redis.call('PTTL', KEYS[1])
if lifetime >= 0 then
  redis.call('PEXPIRE', KEYS[2], lifetime)
end
for number = 3, #KEYS do
  redis.call('DEL', KEYS[number])
end
return 1
