-- Takes matches whose due time has come, and moves that time on so that no other caller does.
--
-- KEYS: due sets, in the order in which they are looked through
-- ARGV: 1 lease in milliseconds    2 the most matches to take
--
-- Returns for each match that was taken, its id, by how many milliseconds it is late, and 1 if it
-- had been taken before and nothing was committed since, else 0. A time that a claim has set ends
-- in a half, which no commit writes.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local again = string.format('%.1f', now + ARGV[1] + 0.5)
local room = tonumber(ARGV[2])
local taken = {}
for _, due in ipairs(KEYS) do
  if room <= 0 then
    break
  end
  local found = redis.call('ZRANGEBYSCORE', due, '-inf', now + 0.5, 'WITHSCORES', 'LIMIT', 0, room)
  for place = 1, #found, 2 do
    local at = tonumber(found[place + 1])
    local whole = math.floor(at)
    redis.call('ZADD', due, 'XX', again, found[place])
    taken[#taken + 1] = {found[place], now - whole, at > whole and 1 or 0}
  end
  room = room - #found / 2
end
return taken
