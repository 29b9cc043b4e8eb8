-- Fixes, renames and formats with `opp lsp`, and writes what came of it. Runs in Neovim 0.7 and later.
local out = {}
local function say(name, text)
  out[#out + 1] = name .. ": " .. text
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then
    say("timeout", what)
  end
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 60000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function lines(file)
  local buffer = vim.fn.bufadd(file)
  vim.fn.bufload(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\\n")
end

local function found()
  return vim.diagnostic.get(0)
end

local function main()
  vim.cmd("edit rules.opp")
  wait("a diagnostic", function() return #found() > 0 end)
  local first = found()[1]
  say("diagnostic", first.code .. " " .. first.lnum .. ":" .. first.col .. "-" .. first.end_col)
  say("marked", vim.api.nvim_get_current_line():sub(first.col + 1, first.end_col))

  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  local params = vim.lsp.util.make_range_params(0, "utf-16")
  params.context = { diagnostics = { {
    range = params.range, message = first.message, code = first.code, source = first.source, severity = 1,
  } } }
  for _, action in ipairs(request("codeAction", params) or {}) do
    if action.kind == "quickfix" then
      if not action.edit then
        local client = vim.lsp.get_client_by_id((vim.lsp.get_active_clients or vim.lsp.get_clients)()[1].id)
        action = client.request_sync("codeAction/resolve", action, 60000, 0).result
      end
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      break
    end
  end
  wait("no diagnostic", function() return #found() == 0 end)
  say("fixed", lines("rules.opp"))

  vim.fn.search("home")
  local rename = vim.lsp.util.make_position_params(0, "utf-16")
  rename.newName = "flat"
  vim.lsp.util.apply_workspace_edit(request("rename", rename), "utf-16")
  say("renamed", lines("rules.opp"))
  say("also", lines("places.opp"))

  vim.cmd("silent wall")
  vim.cmd("edit rules.opp")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'opp   "𝒳🥪"   when free>=30min', "     near flat" })
  local edits = request("formatting", vim.lsp.util.make_formatting_params({}))
  vim.lsp.util.apply_text_edits(edits or {}, vim.api.nvim_get_current_buf(), "utf-16")
  say("formatted", lines("rules.opp"))
end

local done, problem = pcall(main)
if not done then
  say("error", tostring(problem))
end
vim.fn.writefile(out, "out")
vim.cmd("qa!")
