-- Appends one entry to a match and stores the state after it, all or nothing.
--
-- KEYS: 1 state    2 log    3 due    4 channel    5 checkpoints
--       6 the once hash of the idempotency key; any of them if there is none
--       7 … every other key of a match that has ended
-- ARGV:  1 match id, the member of the due set
--        2 version that the state must have: four bytes, empty if there must be no match
--        3 seq of the entry, that version + 1
--        4 commit id
--        5 entry
--        6 state
--        7 when the clock must step in, milliseconds; empty: never
--        8 checkpoint; empty: none
--        9 lifetime of a finished match, seconds; 0: it is not finished, or kept for ever
--       10 1: the commit has an idempotency key; 0: it has none
--       11 idempotency key
--       12 digest of the request
--       13 hash of the entry before, which that state holds: other servers count alike
--       14 the time of the entry, where it was reckoned and not read, milliseconds; else empty
--
-- Returns {0}, or {0, '', now}             committed; the time where it was reckoned
--         {1, entry, seq, commit id}       an entry for this key or commit id stands already
--         {2}                              the key has been used for another request
--         {3, state, now in milliseconds}  another state stands, or the time is wrong; empty if
--                                          there is none
--
-- A script is not rolled back. Every check comes before the first write, and that write is the
-- XADD: it is refused as a whole when the server is full, and nothing after it can fail.

local MOST_WRONG_MS = 100

local state, log, due, channel, checkpoints = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local match, version, seq, commit = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local chain = ARGV[13]
local once, key, body = KEYS[6], ARGV[11], ARGV[12]

local function entry_at(number)
  local id = number .. '-0'
  return redis.call('XRANGE', log, id, id)[1]
end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function stands(number, entry)
  return {1, entry[2][4], tonumber(number), entry[2][2]}
end

if ARGV[10] ~= '0' then
  local kept = redis.call('HGET', once, key)
  if kept then
    if string.sub(kept, 1, #body) ~= body then
      return {2}
    end
    local number = string.sub(kept, #body + 1)
    return stands(number, entry_at(number))
  end
end

local standing = redis.call('GET', state) or ''
if string.sub(standing, 2, 5) ~= version or not string.find(standing, chain, 1, true) then
  local entry = entry_at(seq)
  if entry and entry[2][2] == commit then
    return stands(seq, entry)
  end
  return {3, standing, now()}
end

local reckoned, present = ARGV[14] ~= '', nil
if reckoned then
  present = now()
  if math.abs(present - ARGV[14]) > MOST_WRONG_MS then
    return {3, standing, present}
  end
end

redis.call('XADD', log, seq .. '-0', 'c', commit, 'e', ARGV[5])
redis.call('SET', state, ARGV[6])
if ARGV[10] ~= '0' then
  redis.call('HSET', once, key, body .. seq)
end
if ARGV[7] == '' then
  redis.call('ZREM', due, match)
else
  redis.call('ZADD', due, ARGV[7], match)
end
if ARGV[8] ~= '' then
  redis.call('HSET', checkpoints, seq, ARGV[8])
end
if ARGV[9] ~= '0' then
  for number, name in ipairs(KEYS) do
    if number ~= 3 and number ~= 4 then
      redis.call('EXPIRE', name, ARGV[9])
    end
  end
end
redis.call('SPUBLISH', channel, seq)
if reckoned then
  return {0, '', present}
end
return {0}
