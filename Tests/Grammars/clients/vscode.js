// Runs the client of VS Code beside a small stand-in for VS Code, and writes what came of it.
'use strict';

const fs = require('fs');
const path = require('path');
const Module = require('module');

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
  toJSON() { return [this.start, this.end]; }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
}
class WorkspaceEdit {
  constructor() { this.entries = []; }
  set(uri, edits) { this.entries.push([uri.toString(), edits]); }
}
class Plain { constructor(...values) { this.values = values; } }
const kind = { append: (value) => ({ value }) };
const url = (file) => 'file://' + encodeURI(path.resolve(file));

const providers = {};
const listeners = {};
const problems = new Map();
const on = (name) => (listener) => { listeners[name] = listener; return { dispose() {} }; };
const text = (file) => fs.readFileSync(file, 'utf8');

const document = { uri: new Uri(url('rules.opp')), languageId: 'opp', version: 1, content: text('rules.opp'),
  getText() { return this.content; } };

const vscode = {
  Position, Range, Uri, WorkspaceEdit,
  Location: Plain, Hover: Plain, CompletionItem: Plain, SnippetString: Plain, MarkdownString: Plain, InlayHint: Plain,
  CodeLens: Plain, FoldingRange: Plain, DocumentLink: Plain, SemanticTokens: Plain, SemanticTokensLegend: Plain,
  DocumentHighlight: Plain, SelectionRange: Plain, SymbolInformation: Plain, DocumentSymbol: Plain,
  SignatureHelp: Plain, SignatureInformation: Plain, ParameterInformation: Plain, Color: Plain, ColorInformation: Plain,
  ColorPresentation: Plain,
  CompletionList: class { constructor(items) { this.items = items; } },
  CodeAction: class { constructor(title, kindOf) { Object.assign(this, { title, kind: kindOf }); } },
  CodeActionKind: { Empty: kind },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  TextEdit: { replace: (range, newText) => ({ range, newText }) },
  languages: new Proxy({ createDiagnosticCollection: () => ({ set: (uri, found) => problems.set(uri.toString(), found) }) }, {
    get: (target, name) => target[name] || ((_, provider) => { providers[name] = provider; return { dispose() {} }; }),
  }),
  commands: { registerCommand: () => ({ dispose() {} }) },
  window: { showWarningMessage: (message) => { throw new Error(message); }, showInformationMessage() {} },
  workspace: {
    workspaceFolders: [{ uri: new Uri(url('.')), name: 'rules' }],
    textDocuments: [document],
    getConfiguration: () => ({ get: () => undefined }),
    createFileSystemWatcher: () => ({ onDidCreate: on('c'), onDidChange: on('d'), onDidDelete: on('e'), dispose() {} }),
    onDidOpenTextDocument: on('open'), onDidCloseTextDocument: on('close'),
    onDidSaveTextDocument: on('save'), onDidChangeTextDocument: on('change'),
  },
};

function changed(content, edits) {
  const starts = [0];
  for (let i = 0; i < content.length; i++) if (content[i] === '\n') starts.push(i + 1);
  const at = (p) => Math.min(content.length, (starts[p.line] === undefined ? content.length : starts[p.line] + p.character));
  for (const { range, newText } of [...edits].sort((a, b) => at(b.range.start) - at(a.range.start)))
    content = content.slice(0, at(range.start)) + newText + content.slice(at(range.end));
  return content;
}

function edit(edits) {
  document.version += 1;
  for (const { range, newText } of [...edits].sort((a, b) => b.range.start.character - a.range.start.character))
    listeners.change({ document, contentChanges: [{ range, text: newText }] });
  document.content = changed(document.content, edits);
}

async function until(what, condition) {
  for (let turn = 0; turn < 3000 && !condition(); turn++) await new Promise((go) => setTimeout(go, 20));
  if (!condition()) throw new Error(`timeout: ${what}`);
}

async function main() {
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  const extension = require(process.argv[2]);
  await extension.activate({ subscriptions: [] });
  const out = [];
  const say = (name, value) => out.push(`${name}: ${value.trimEnd().replace(/\n/g, '\\n')}`);
  const found = () => problems.get(document.uri.toString()) || [];
  const token = { onCancellationRequested() {} };

  await until('a diagnostic', () => found().length > 0);
  const [first] = found();
  const code = first.code.value || first.code;
  const { start, end } = first.range;
  say('diagnostic', `${code} ${start.line}:${start.character}-${end.character}`);
  say('marked', document.content.split('\n')[start.line].slice(start.character, end.character));

  const actions = await providers.registerCodeActionsProvider.provideCodeActions(document, first.range, { diagnostics: [first] }, token);
  let fix = actions.find((action) => action.kind.value === 'quickfix');
  if (!fix.edit) fix = await providers.registerCodeActionsProvider.resolveCodeAction(fix, token);
  edit(fix.edit.entries[0][1]);
  await until('no diagnostic', () => found().length === 0);
  say('fixed', document.content);

  const place = new Position(0, document.content.indexOf('home') + 1);
  const renamed = await providers.registerRenameProvider.provideRenameEdits(document, place, 'flat', token);
  for (const [uri, edits] of renamed.entries) {
    if (uri === document.uri.toString()) edit(edits);
    else fs.writeFileSync('places.opp', changed(text('places.opp'), edits));
  }
  say('renamed', document.content);
  say('also', text('places.opp'));

  const all = new Range(new Position(0, 0), new Position(1, 0));
  edit([{ range: all, newText: 'opp   "𝒳🥪"   when free>=30min\n     near flat\n' }]);
  const formatting = providers.registerDocumentFormattingEditProvider;
  edit(await formatting.provideDocumentFormattingEdits(document, { tabSize: 2, insertSpaces: true }, token));
  say('formatted', document.content);

  fs.writeFileSync('out', out.join('\n') + '\n');
  await extension.deactivate();
}

main().catch((error) => { console.error(error); process.exit(1); });
