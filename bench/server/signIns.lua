-- Each request another person, whom nobody knows: the most expensive way to be refused.
local n = math.random(1, 1000000000)
function request()
  n = n + 1
  return wrk.format("POST", nil, nil, string.format('{"email":"flood-%d@kain.id","password":"kain-tapis-1976"}', n))
end
