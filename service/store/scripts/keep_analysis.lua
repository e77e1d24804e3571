-- Keeps the analysis of a match for as long as the match itself, if the one before it stands.
--
-- KEYS: 1 state    2 analysis
-- ARGV: 1 version that the kept analysis must have: four bytes, empty if there must be none
--       2 analysis
--
-- Returns 1 if it stands now, 0 if another has come first, or there is no such match.

local state, analysis = KEYS[1], KEYS[2]
local lifetime = redis.call('PTTL', state)

if redis.call('GET', analysis) == ARGV[2] then
  return 1
end
if lifetime == -2 or redis.call('GETRANGE', analysis, 1, 4) ~= ARGV[1] then
  return 0
end
redis.call('SET', analysis, ARGV[2])
if lifetime >= 0 then
  redis.call('PEXPIRE', analysis, lifetime)
end
return 1
