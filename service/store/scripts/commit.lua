-- Appends one entry to a match and stores the state after it, all or nothing.
--
-- KEYS: 1 state    2 log    3 due    4 channel
--       5 the once hash of the idempotency key; any of them if there is none
--       6 checkpoints, if the entry has one or the match has ended
--       7 … every other key of a match that has ended
-- ARGV:  1 match id, the member of the due set
--        2 version that the state must have: four bytes, empty if there must be no match
--        3 hash of the entry before, which that state holds: other servers count alike
--        4 seq of the entry, that version + 1
--        5 commit id
--        6 entry
--        7 state
--        8 when the clock must step in, milliseconds; empty: never
--        9 the time of the entry, where it was reckoned and not read, milliseconds; else empty
--       10 idempotency key; empty: none
--       11 digest of the request
--       12 checkpoint, with that key; empty: none
--       13 lifetime of a finished match, seconds; 0: it is kept for ever
--
-- Returns the time, milliseconds, or 0 where it was not reckoned: committed
--         {1, entry, seq, commit id}       an entry for this key or commit id stands already
--         {2}                              the key has been used for another request
--         {3, state, now in milliseconds}  another state stands, or the time is wrong; empty if
--                                          there is none
--
-- A script is not rolled back. Every check comes before the first write, and that write is the
-- XADD: it is refused as a whole when the server is full, and nothing after it can fail.

local MOST_WRONG_MS = 100

local call = redis.call
local state, log, due, once = KEYS[1], KEYS[2], KEYS[3], KEYS[5]
local seq, commit, key = ARGV[4], ARGV[5], ARGV[10]

local function entry_at(number)
  local id = number .. '-0'
  return call('XRANGE', log, id, id)[1]
end

local function now()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function stands(number, entry)
  return {1, entry[2][4], tonumber(number), entry[2][2]}
end

if key ~= '' then
  local kept = call('HGET', once, key)
  if kept then
    local body = ARGV[11]
    if string.sub(kept, 1, #body) ~= body then
      return {2}
    end
    local number = string.sub(kept, #body + 1)
    return stands(number, entry_at(number))
  end
end

local standing = call('GET', state) or ''
if string.sub(standing, 2, 5) ~= ARGV[2] or not string.find(standing, ARGV[3], 1, true) then
  local entry = entry_at(seq)
  if entry and entry[2][2] == commit then
    return stands(seq, entry)
  end
  return {3, standing, now()}
end

local present = 0
if ARGV[9] ~= '' then
  present = now()
  if math.abs(present - ARGV[9]) > MOST_WRONG_MS then
    return {3, standing, present}
  end
end

call('XADD', log, seq .. '-0', 'c', commit, 'e', ARGV[6])
call('SET', state, ARGV[7])
if key ~= '' then
  call('HSET', once, key, ARGV[11] .. seq)
end
if ARGV[8] == '' then
  call('ZREM', due, ARGV[1])
else
  call('ZADD', due, ARGV[8], ARGV[1])
end
if ARGV[12] and ARGV[12] ~= '' then
  call('HSET', KEYS[6], seq, ARGV[12])
end
if ARGV[13] and ARGV[13] ~= '0' then
  for number, name in ipairs(KEYS) do
    if number ~= 3 and number ~= 4 then
      call('EXPIRE', name, ARGV[13])
    end
  end
end
call('SPUBLISH', KEYS[4], seq)
return present
