// The client of `opp lsp`: it carries requests there and answers back. There is no build step, and no
// knowledge of the language here.
'use strict';

const vscode = require('vscode');
const { spawn } = require('child_process');

const SELECTOR = { language: 'opp' };

/** JSON-RPC over the standard input and output of a program. */
class Connection {
  constructor(process, handle) {
    this.process = process;
    this.handle = handle;
    this.pending = new Map();
    this.next = 1;
    this.buffer = Buffer.alloc(0);
    process.stdout.on('data', (data) => this.read(data));
    process.stdin.on('error', () => {});
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params, token) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ id, method, params });
      if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    });
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.buffer.toString('ascii', 0, end))[1]);
      if (this.buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.buffer.toString('utf8', end + 4, end + 4 + length));
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(message);
    }
  }

  async take(message) {
    if (message.method === undefined) {
      const pending = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (!pending) return;
      if (message.error) pending.reject(new Error(message.error.message));
      else pending.resolve(message.result);
    } else {
      const result = await this.handle(message.method, message.params);
      if (message.id !== undefined) this.send({ id: message.id, result: result === undefined ? null : result });
    }
  }
}

// From what the protocol says to what VS Code wants

const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const plain = (r) => ({ start: r.start, end: r.end });
const uri = (text) => vscode.Uri.parse(text);
const list = (items, make) => (items || []).map(make);
const location = (l) => new vscode.Location(uri(l.uri || l.targetUri), range(l.range || l.targetSelectionRange));
const edits = (items) => list(items, (e) => vscode.TextEdit.replace(range(e.range), e.newText));
const markdown = (text) =>
  typeof text === 'string' || !text ? text : text.kind === 'markdown' ? new vscode.MarkdownString(text.value) : text.value;
const command = (c) => c && { title: c.title, command: c.command, arguments: c.arguments };

function workspaceEdit(edit) {
  if (!edit) return undefined;
  const result = new vscode.WorkspaceEdit();
  for (const [text, changes] of Object.entries(edit.changes || {})) result.set(uri(text), edits(changes));
  for (const change of edit.documentChanges || []) {
    if (change.kind === 'create') result.createFile(uri(change.uri), change.options);
    else if (change.textDocument) result.set(uri(change.textDocument.uri), edits(change.edits));
  }
  return result;
}

function diagnostic(d) {
  const result = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  result.source = d.source;
  result.code = d.codeDescription ? { value: d.code, target: uri(d.codeDescription.href) } : d.code;
  result.tags = d.tags;
  result.relatedInformation = list(d.relatedInformation, (r) => ({ location: location(r.location), message: r.message }));
  result.original = d;
  return result;
}

function symbol(s) {
  const result = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, range(s.range), range(s.selectionRange));
  result.children = list(s.children, symbol);
  return result;
}

function completion(item, isIncomplete) {
  const result = new vscode.CompletionItem(item.label, item.kind === undefined ? undefined : item.kind - 1);
  const text = item.textEdit ? item.textEdit.newText : item.insertText || item.label;
  result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  if (item.textEdit) result.range = range(item.textEdit.range || item.textEdit.replace);
  for (const key of ['detail', 'sortText', 'filterText', 'preselect', 'commitCharacters']) result[key] = item[key];
  result.documentation = markdown(item.documentation);
  result.original = item;
  return result;
}

function action(a) {
  const kind = a.kind ? vscode.CodeActionKind.Empty.append(a.kind) : undefined;
  const result = new vscode.CodeAction(a.title, kind);
  result.edit = workspaceEdit(a.edit);
  result.command = command(typeof a.command === 'string' ? a : a.command);
  result.isPreferred = a.isPreferred;
  result.original = a;
  return result;
}

function hint(h) {
  const label = typeof h.label === 'string' ? h.label : h.label.map((part) => part.value).join('');
  const result = new vscode.InlayHint(position(h.position), label, h.kind);
  Object.assign(result, { tooltip: markdown(h.tooltip), paddingLeft: h.paddingLeft, paddingRight: h.paddingRight });
  return result;
}

function selection(s) {
  return new vscode.SelectionRange(range(s.range), s.parent && selection(s.parent));
}

function lens(l) {
  const result = new vscode.CodeLens(range(l.range), command(l.command));
  result.original = l;
  return result;
}

function signatures(help) {
  if (!help) return undefined;
  const result = Object.assign(new vscode.SignatureHelp(), help);
  result.signatures = list(help.signatures, (s) => {
    const made = new vscode.SignatureInformation(s.label, markdown(s.documentation));
    made.parameters = list(s.parameters, (p) => new vscode.ParameterInformation(p.label, markdown(p.documentation)));
    return made;
  });
  return result;
}

/** Registers the providers of what the server can. */
function providers(connection, can) {
  const languages = vscode.languages;
  const of = (document, more) => ({ textDocument: { uri: document.uri.toString() }, ...more });
  const ask = async (method, params, token, make) => {
    const result = await connection.request(method, params, token);
    return result === null || result === undefined ? undefined : make(result);
  };
  const at = (method, make, more) => (document, place, ...rest) =>
    ask(`textDocument/${method}`, of(document, { position: place, ...(more && more(...rest)) }),
      rest.find((argument) => argument && argument.onCancellationRequested), make);
  const whole = (method, make) => (document, token) => ask(`textDocument/${method}`, of(document), token, make);
  const resolve = (method, make) => (item, token) => ask(method, item.original, token, make);
  const made = [];
  const add = (capability, register) => can[capability] && made.push(register(can[capability]));
  const all = (make) => (items) => list(items, make);
  const on = (name, provider, ...rest) => languages[`register${name}Provider`](SELECTOR, provider, ...rest);

  add('hoverProvider', () => on('Hover', { provideHover: at('hover', (h) =>
    new vscode.Hover(markdown(h.contents), h.range && range(h.range))) }));
  add('completionProvider', (options) => on('CompletionItem', {
    provideCompletionItems: at('completion', (result) =>
      new vscode.CompletionList(list(result.items || result, completion), result.isIncomplete)),
    resolveCompletionItem: options.resolveProvider ? resolve('completionItem/resolve', completion) : undefined,
  }, ...(options.triggerCharacters || [])));
  add('signatureHelpProvider', (options) => on('SignatureHelp',
    { provideSignatureHelp: at('signatureHelp', signatures) }, ...(options.triggerCharacters || [])));
  add('definitionProvider', () => on('Definition', { provideDefinition: at('definition', (r) => list([].concat(r), location)) }));
  add('referencesProvider', () => on('Reference',
    { provideReferences: at('references', all(location), (context) => ({ context })) }));
  add('documentHighlightProvider', () => on('DocumentHighlight', { provideDocumentHighlights:
    at('documentHighlight', all((h) => new vscode.DocumentHighlight(range(h.range), (h.kind || 1) - 1))) }));
  add('renameProvider', () => on('Rename', {
    provideRenameEdits: at('rename', workspaceEdit, (newName) => ({ newName })),
    prepareRename: at('prepareRename', (r) => ({ range: range(r.range || r), placeholder: r.placeholder })),
  }));
  add('documentSymbolProvider', () => on('DocumentSymbol', { provideDocumentSymbols: whole('documentSymbol', all(symbol)) }));
  add('workspaceSymbolProvider', () => languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: (query, token) => ask('workspace/symbol', { query }, token,
      all((s) => new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName || '', location(s.location)))),
  }));
  add('foldingRangeProvider', () => on('FoldingRange', { provideFoldingRanges: (document, _, token) =>
    whole('foldingRange', all((f) => new vscode.FoldingRange(f.startLine, f.endLine)))(document, token) }));
  add('selectionRangeProvider', () => on('SelectionRange', { provideSelectionRanges: (document, positions, token) =>
    ask('textDocument/selectionRange', of(document, { positions }), token, all(selection)) }));
  add('codeActionProvider', () => on('CodeActions', {
    provideCodeActions: (document, where, context, token) => ask('textDocument/codeAction', of(document, {
      range: plain(where),
      context: { diagnostics: list(context.diagnostics, (d) => d.original).filter(Boolean), only: context.only && [context.only.value] },
    }), token, all(action)),
    resolveCodeAction: resolve('codeAction/resolve', action),
  }));
  const format = (options) => ({ tabSize: options.tabSize, insertSpaces: options.insertSpaces });
  add('documentFormattingProvider', () => on('DocumentFormattingEdit', { provideDocumentFormattingEdits: (document, options, token) =>
    ask('textDocument/formatting', of(document, { options: format(options) }), token, edits) }));
  add('documentRangeFormattingProvider', () => on('DocumentRangeFormattingEdit', { provideDocumentRangeFormattingEdits:
    (document, where, options, token) =>
      ask('textDocument/rangeFormatting', of(document, { range: plain(where), options: format(options) }), token, edits) }));
  add('inlayHintProvider', () => on('InlayHints', { provideInlayHints: (document, where, token) =>
    ask('textDocument/inlayHint', of(document, { range: plain(where) }), token, all(hint)) }));
  add('codeLensProvider', () => on('CodeLens', {
    provideCodeLenses: whole('codeLens', all(lens)), resolveCodeLens: resolve('codeLens/resolve', lens) }));
  add('documentLinkProvider', () => on('DocumentLink', { provideDocumentLinks:
    whole('documentLink', all((l) => new vscode.DocumentLink(range(l.range), l.target && uri(l.target)))) }));
  add('semanticTokensProvider', ({ legend }) => languages.registerDocumentSemanticTokensProvider(SELECTOR, {
    provideDocumentSemanticTokens: whole('semanticTokens/full', (r) => new vscode.SemanticTokens(new Uint32Array(r.data), r.resultId)),
  }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)));
  add('colorProvider', () => on('Color', {
    provideDocumentColors: whole('documentColor', all(({ color, range: where }) =>
      new vscode.ColorInformation(range(where), new vscode.Color(color.red, color.green, color.blue, color.alpha)))),
    provideColorPresentations: (color, context, token) => ask('textDocument/colorPresentation', of(context.document, {
      color: { red: color.red, green: color.green, blue: color.blue, alpha: color.alpha }, range: plain(context.range),
    }), token, all((p) => Object.assign(new vscode.ColorPresentation(p.label), { textEdit: p.textEdit && edits([p.textEdit])[0] }))),
  }));
  return made;
}

/** Keeps the server's texts those of the editor. */
function documents(connection) {
  const isOpp = (document) => document.languageId === 'opp';
  const id = (document) => ({ uri: document.uri.toString(), version: document.version });
  const open = (document) => isOpp(document) && connection.notify('textDocument/didOpen', {
    textDocument: { ...id(document), languageId: 'opp', text: document.getText() } });
  vscode.workspace.textDocuments.forEach(open);
  const watcher = vscode.workspace.createFileSystemWatcher('**/{*.opp,.opplint,data/**,recording.json}');
  const watched = (type) => (file) => connection.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: file.toString(), type }] });
  return [
    watcher, watcher.onDidCreate(watched(1)), watcher.onDidChange(watched(2)), watcher.onDidDelete(watched(3)),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((d) => isOpp(d) && connection.notify('textDocument/didClose', { textDocument: id(d) })),
    vscode.workspace.onDidSaveTextDocument((d) => isOpp(d) && connection.notify('textDocument/didSave', { textDocument: id(d) })),
    vscode.workspace.onDidChangeTextDocument((event) => isOpp(event.document) && event.contentChanges.length > 0
      && connection.notify('textDocument/didChange', { textDocument: id(event.document),
        contentChanges: event.contentChanges.map((c) => ({ range: plain(c.range), text: c.text })) })),
  ];
}

let connection;

async function activate(context) {
  const settings = () => vscode.workspace.getConfiguration('opp');
  const program = settings().get('path') || 'opp';
  const folders = list(vscode.workspace.workspaceFolders, (f) => ({ uri: f.uri.toString(), name: f.name }));
  const problems = vscode.languages.createDiagnosticCollection('opp');
  const server = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  server.on('error', () => vscode.window.showWarningMessage(`\`${program} lsp\` does not start: set opp.path to the command opp.`));
  connection = new Connection(server, async (method, params) => {
    if (method === 'textDocument/publishDiagnostics') problems.set(uri(params.uri), list(params.diagnostics, diagnostic));
    else if (method === 'workspace/applyEdit') return { applied: await vscode.workspace.applyEdit(workspaceEdit(params.edit)) };
    else if (method === 'workspace/configuration') return params.items.map((item) => vscode.workspace.getConfiguration().get(item.section));
    else if (method === 'window/showMessage') vscode.window.showInformationMessage(params.message);
    else if (method === 'window/showMessageRequest') {
      const title = await vscode.window.showInformationMessage(params.message, ...list(params.actions, (a) => a.title));
      return title ? { title } : null;
    } else if (method === 'window/showDocument') {
      const where = params.selection && { selection: range(params.selection) };
      return { success: !!(await vscode.window.showTextDocument(uri(params.uri), where)) };
    } else if (method === 'workspace/workspaceFolders') return folders;
  });
  const { capabilities } = await connection.request('initialize', {
    processId: process.pid,
    clientInfo: { name: 'Visual Studio Code' },
    rootUri: folders.length ? folders[0].uri : null,
    workspaceFolders: folders.length ? folders : null,
    initializationOptions: settings(),
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      workspace: { applyEdit: true, configuration: true, workspaceFolders: true, workspaceEdit: { documentChanges: true } },
      window: { showDocument: { support: true } },
      textDocument: {
        hover: { contentFormat: ['markdown', 'plaintext'] },
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
          dataSupport: true, resolveSupport: { properties: ['edit'] } },
        rename: { prepareSupport: true },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
        semanticTokens: { requests: { full: true }, formats: ['relative'], tokenTypes: [], tokenModifiers: [] },
      },
    },
  });
  connection.notify('initialized', {});
  const commands = list((capabilities.executeCommandProvider || {}).commands, (name) =>
    vscode.commands.registerCommand(name, (...args) => connection.request('workspace/executeCommand', { command: name, arguments: args })));
  context.subscriptions.push(problems, ...commands, ...documents(connection), ...providers(connection, capabilities));
}

async function deactivate() {
  if (!connection) return;
  await connection.request('shutdown');
  connection.notify('exit');
}

module.exports = { activate, deactivate };
