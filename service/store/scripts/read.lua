#!lua flags=no-writes
-- Reads a match and the time, and looks up an idempotency key before anything else is decided.
--
-- KEYS: 1 state    2 log    3 the once hash of the key, or none
-- ARGV: 1 idempotency key, or none    2 digest of the request
--
-- Returns {1, entry, seq, commit id}       an entry for this key stands already
--         {2}                              the key has been used for another request
--         {3, state, now in milliseconds}  the state; empty if there is no such match

if KEYS[3] then
  local kept = redis.call('HGET', KEYS[3], ARGV[1])
  if kept then
    local body = ARGV[2]
    if string.sub(kept, 1, #body) ~= body then
      return {2}
    end
    local seq = string.sub(kept, #body + 1)
    local id = seq .. '-0'
    local entry = redis.call('XRANGE', KEYS[2], id, id)[1]
    return {1, entry[2][4], tonumber(seq), entry[2][2]}
  end
end
local time = redis.call('TIME')
return {3, redis.call('GET', KEYS[1]) or '', time[1] * 1000 + math.floor(time[2] / 1000)}
