-- Lua gives the keys of a table in another order in each run: its hashes start from the clock and from where in
-- memory the engine lies. What is read after this file goes through numbers, then strings, in their order; tables
-- and functions as keys come last, as they come.
local any_order, type, sort, next, rawget, metatable = pairs, type, table.sort, next, rawget, debug.getmetatable

local function sorted(keys)
  for at = 2, #keys do
    if keys[at] < keys[at - 1] then
      sort(keys)
      break
    end
  end
  return keys
end

function pairs(t)
  local meta = type(t) == "table" and metatable(t)
  if type(t) ~= "table" or (meta and meta.__pairs) then
    return any_order(t)
  end
  local numbers, strings, others = {}, {}, {}
  for key in next, t do
    local kind = type(key)
    local place = kind == "number" and numbers or kind == "string" and strings or others
    place[#place + 1] = key
  end
  local parts, part, at = { sorted(numbers), sorted(strings), others }, 1, 0
  return function()
    while true do
      at = at + 1
      local key = parts[part][at]
      if key == nil then
        if part == 3 then
          return nil
        end
        part, at = part + 1, 0
      else
        local value = rawget(t, key)
        if value ~= nil then
          return key, value
        end
      end
    end
  end, t, nil
end
