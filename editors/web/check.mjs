// The language server while one types: problems and fixes, completion, hovers, the canonical layout.

import { Client } from "./client.mjs";
import { Completion } from "./completion.mjs";
import { Hover } from "./hover.mjs";
import { Language, address, fileAt } from "./language.mjs";
import { edited } from "./lines.mjs";
import { Problems } from "./problems.mjs";
import { Zones } from "./replay.mjs";

const element = (id) => document.getElementById(id);

/** The pause after which fixes are requested, in milliseconds. */
const pause = 120;

/** The language server and the parts of the page that show what it says. */
export class Check {
  #page;
  #client;
  #language;
  #zones = new Zones();
  #known = new Set();
  #published = new Map();
  #actions = new Map();
  #timer = 0;

  /**
   * @param {object} page the playground
   * @param {WebAssembly.Module} module
   * @param {(reason: string) => void} trapped
   */
  constructor(page, module, trapped) {
    this.#page = page;
    this.#client = new Client("check-worker.mjs", module, {
      trapped: (reason) => {
        // The same messages would trap again: the conversation goes on with the next change.
        this.#language.stop();
        this.#known.clear();
        trapped(reason);
      },
    });
    this.#language = new Language(
      (messages) => this.#client.call("language", messages),
      (name, diagnostics) => this.#publish(name, diagnostics));
    this.completion = new Completion(element("completions"), (editor) =>
      this.#language.at("completion", editor.name, editor.lines.position(editor.caret), { context: { triggerKind: 1 } }));
    this.hover = new Hover(element("hover"), (editor, offset) =>
      this.#language.at("hover", editor.name, editor.lines.position(offset)), page.painted);
    this.problems = new Problems(element("problems"), element("problems-title"), {
      shown: (name, diagnostic) => this.#show(name, diagnostic),
      applied: (action) => this.#apply(action),
    });
    element("format").addEventListener("click", () => this.format());
  }

  /** Checks the files of a project. */
  update(project) {
    const missing = this.#zones.missing(project.zones(), this.#known);
    if (missing.length > 0) this.#client.call("zones", missing).catch(() => {});
    const names = new Set(project.files.map((file) => file.name));
    for (const name of this.#published.keys()) if (!names.has(name)) this.#published.delete(name);
    this.#language.update(project.files);
  }

  /** A file was edited by typing. */
  typed(editor) {
    this.hover.close();
    if (document.activeElement === editor.area) this.completion.typed(editor);
  }

  /** Another file is shown. */
  opened() {
    this.completion.close();
    this.hover.close();
  }

  /** Handles a key of an editor; whether it was taken. */
  key(event, editor) {
    if (event.key === "F1") {
      event.preventDefault();
      this.hover.open(editor, editor.caret).then((text) => this.#page.timeline?.announce(text ?? "Nothing is known of this place."));
      return true;
    }
    if (event.key === "F12") {
      event.preventDefault();
      this.#goToDefinition(editor);
      return true;
    }
    return this.completion.key(event, editor);
  }

  /** Writes the file that is shown in the canonical layout. */
  async format() {
    const { editor } = this.#page.files;
    if (!editor) return;
    const text = editor.text;
    const edits = await this.#language.request("textDocument/formatting", {
      textDocument: { uri: address(editor.name) }, options: { tabSize: 2, insertSpaces: true },
    }).catch(() => undefined);
    if (editor.text === text && edits) editor.become(edited(text, edits));
  }

  /** Whether any file has an error. */
  get hasErrors() {
    return [...this.#published.values()].flat().some((diagnostic) => (diagnostic.severity ?? 1) === 1);
  }

  #publish(name, diagnostics) {
    if (!this.#page.project.file(name)) return;
    this.#published.set(name, diagnostics);
    const editor = this.#page.files.editors.get(name);
    // A place in the text of the server is one in the editor only while both have the same.
    if (editor && editor.text === this.#language.text(name)) {
      editor.setProblems(diagnostics.map((diagnostic) => {
        const { start, end } = editor.lines.range(diagnostic.range);
        return { start, end: Math.max(end, start + 1), severity: diagnostic.severity ?? 1 };
      }));
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#list(), pause);
  }

  /** Lists the problems with their fixes. */
  async #list() {
    const texts = new Map([...this.#published.keys()].map((name) => [name, this.#language.text(name)]));
    await Promise.all([...this.#published].map(([name, diagnostics]) => this.#askForFixes(name, diagnostics)));
    for (const [name, text] of texts) if (this.#language.text(name) !== text) return;
    const problems = [];
    for (const [name, diagnostics] of this.#published) {
      for (const diagnostic of diagnostics) {
        const actions = (this.#actions.get(name) ?? []).filter((action) =>
          action.diagnostics?.some((other) => other.code === diagnostic.code && isSame(other.range, diagnostic.range)));
        problems.push({ name, diagnostic, actions });
      }
    }
    const open = this.#page.files.open;
    problems.sort((a, b) => (a.diagnostic.severity ?? 1) - (b.diagnostic.severity ?? 1)
      || Number(b.name === open) - Number(a.name === open) || a.name.localeCompare(b.name)
      || a.diagnostic.range.start.line - b.diagnostic.range.start.line);
    this.problems.show(problems);
    const wrong = problems.filter(({ diagnostic }) => (diagnostic.severity ?? 1) === 1);
    this.#page.files.mark(new Set(wrong.map(({ name }) => name)));
  }

  async #askForFixes(name, diagnostics) {
    this.#actions.delete(name);
    if (diagnostics.length === 0) return;
    const line = Math.max(...diagnostics.map((diagnostic) => diagnostic.range.end.line));
    const actions = await this.#language.request("textDocument/codeAction", {
      textDocument: { uri: address(name) },
      range: { start: { line: 0, character: 0 }, end: { line: line + 1, character: 0 } },
      context: { diagnostics, only: ["quickfix"] },
    }).catch(() => []);
    this.#actions.set(name, actions ?? []);
  }

  #show(name, diagnostic) {
    const editor = this.#page.files.editors.get(name);
    if (!editor) return;
    const { start, end } = editor.lines.range(diagnostic.range);
    this.#page.showPlace(name, start, end);
  }

  async #apply(action) {
    const whole = action.edit ? action : await this.#language.request("codeAction/resolve", action).catch(() => undefined);
    const changes = { ...whole?.edit?.changes };
    for (const { textDocument, edits } of whole?.edit?.documentChanges ?? []) changes[textDocument.uri] = edits;
    const texts = {};
    for (const [uri, edits] of Object.entries(changes)) {
      const name = fileAt(uri);
      const editor = this.#page.files.editors.get(name);
      // A text that has changed meanwhile gets a list of its own.
      if (editor && editor.text === this.#language.text(name)) texts[name] = edited(editor.text, edits);
    }
    this.#page.apply(texts);
  }

  async #goToDefinition(editor) {
    const result = await this.#language
      .at("definition", editor.name, editor.lines.position(editor.caret)).catch(() => undefined);
    const place = Array.isArray(result) ? result[0] : result;
    const name = place && fileAt(place.uri ?? place.targetUri);
    const other = this.#page.files.editors.get(name);
    if (!other) return;
    const { start, end } = other.lines.range(place.range ?? place.targetSelectionRange);
    this.#page.showPlace(name, start, end);
  }
}

function isSame(a, b) {
  return a.start.line === b.start.line && a.start.character === b.start.character
    && a.end.line === b.end.line && a.end.character === b.end.character;
}
