-- For Neovim 0.11 and later: vim.lsp.enable("opp")
return {
  cmd = { "opp", "lsp" },
  filetypes = { "opp" },
  root_markers = { { "recording.json", "data", ".opplint", ".opp-root" }, ".git" },
}
