-- Each request another order: its own number, its own proof of payment, the next of the talents.
local talents, product, first = {}, nil, 0
function init(args)
  product, first = args[1], tonumber(args[2])
  for i = 3, #args do
    local id, token = args[i]:match("([^=]+)=(.+)")
    talents[#talents + 1] = { id = id, token = token }
  end
end
local n = -1
function request()
  n = n + 1
  local number = first + n
  local talent = talents[number % #talents + 1]
  local body = string.format(
    '{"uuid":"00000000-0000-4000-8000-%012d","user_id":"%s",'
      .. '"invoice_image":{"filename":"bench-%d.jpg","title":"b","url":"https://tapis.example/bench-%d.jpg"},'
      .. '"transactions":[%s]}', number, talent.id, number, number, product)
  wrk.headers["authorization"] = "Bearer " .. talent.token
  wrk.headers["x-user"] = talent.id
  return wrk.format("POST", nil, nil, body)
end
