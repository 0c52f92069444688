-- Attaches `hitmap lsp` to a source file, waits until it is shown, and writes what is shown as JSON.
local function run()
  vim.o.columns = 200
  vim.o.lines = 40
  vim.o.wrap = false
  vim.o.swapfile = false
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.SOURCE))
  local client = vim.lsp.start_client({
    name = 'hitmap',
    cmd = { vim.env.HITMAP, 'lsp', 't.hmt' },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(0, client)
  assert(vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 50), 'no diagnostics')
  vim.lsp.codelens.refresh()
  assert(vim.wait(120000, function() return #vim.lsp.codelens.get(0) > 0 end, 50), 'no code lenses')

  local shown = { diagnostics = {}, lenses = {}, virtual_text = {}, hints = {}, screen = {} }
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(shown.diagnostics, { line = each.lnum + 1, severity = each.severity, message = each.message })
  end
  for _, each in ipairs(vim.lsp.codelens.get(0)) do
    table.insert(shown.lenses, { line = each.range.start.line + 1, title = each.command.title })
  end
  local drawn = {}
  local spaces = vim.api.nvim_get_namespaces()
  for name, space in pairs(vim.diagnostic.get_namespaces()) do -- which draw in namespaces without names
    spaces['drawn by ' .. name] = space.user_data.virt_text_ns
  end
  for _, space in pairs(spaces) do
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
      for _, piece in ipairs(mark[4].virt_text or {}) do
        drawn[mark[2] + 1] = (drawn[mark[2] + 1] or '') .. piece[1]
      end
    end
  end
  for line, text in pairs(drawn) do
    table.insert(shown.virtual_text, { line = line, text = text })
  end

  local line = tonumber(vim.env.LINE)
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  local document = { uri = vim.uri_from_bufnr(0) }
  local function answer(method, parameters)
    local answers = assert(vim.lsp.buf_request_sync(0, method, parameters, 120000))
    return assert(answers[client].result, method)
  end
  shown.hover = answer('textDocument/hover',
    { textDocument = document, position = { line = line - 1, character = 0 } }).contents.value
  local everything = { start = { line = 0, character = 0 }, ['end'] = { line = 100000, character = 0 } }
  for _, hint in ipairs(answer('textDocument/inlayHint', { textDocument = document, range = everything })) do
    table.insert(shown.hints, { line = hint.position.line + 1, label = hint.label })
  end

  vim.cmd('normal! zz')
  vim.cmd('redraw!')
  for row = 1, vim.o.lines do
    local text = ''
    for column = 1, vim.o.columns do
      text = text .. vim.fn.screenstring(row, column)
    end
    table.insert(shown.screen, text)
  end
  local file = assert(io.open(vim.env.RESULT, 'w'))
  file:write(vim.fn.json_encode(shown))
  file:close()
  vim.lsp.stop_client(client)
end

local done, problem = pcall(run)
if not done then
  io.stderr:write(tostring(problem) .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
