-- Colours by tree-sitter where its parser is installed, else by syntax/opp.vim
if vim.treesitter.start then
  pcall(vim.treesitter.start, 0, "opp")
elseif #vim.api.nvim_get_runtime_file("parser/opp.so", false) > 0 then
  vim.treesitter.highlighter.new(vim.treesitter.get_parser(0, "opp"))
end

-- Neovim 0.11 starts servers itself: vim.lsp.enable("opp")
if vim.lsp.enable or vim.fn.executable("opp") == 0 or vim.b.opp_no_server then
  return
end

-- The nearest folder upward that has a mark of a rule set, else the folder of the file
local function root(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  for _, mark in ipairs({ "recording.json", "data/", ".opplint", ".opp-root", ".git/" }) do
    local find = mark:sub(-1) == "/" and vim.fn.finddir or vim.fn.findfile
    local found = find(mark:gsub("/$", ""), folder .. ";")
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p"):gsub("/$", ""):match("^(.*)/")
    end
  end
  return folder
end

local config = {
  name = "opp",
  cmd = { "opp", "lsp" },
  root_dir = root(vim.api.nvim_buf_get_name(0)),
}
config.workspace_folders = { { uri = vim.uri_from_fname(config.root_dir), name = config.root_dir } }

if vim.lsp.start then
  vim.lsp.start(config)
else
  -- Neovim 0.7: one client a rule set
  _G.opp_clients = _G.opp_clients or {}
  local id = _G.opp_clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    _G.opp_clients[config.root_dir] = id
  end
  vim.lsp.buf_attach_client(0, id)
end
