// Completion: a list of words at the caret, while the focus stays in the text area.

import { Latest } from "./client.mjs";

/** The most words that the list shows. */
const limit = 60;

/** The list of words that fit at the caret. */
export class Completion {
  #items = [];
  #index = 0;
  #editor;
  #latest = new Latest();

  /**
   * @param {HTMLElement} element the list box
   * @param {(editor: import("./editor.mjs").Editor) => Promise<object>} request sends a request to the language server
   */
  constructor(element, request) {
    Object.assign(this, { element, request });
    element.setAttribute("role", "listbox");
    element.setAttribute("aria-label", "Completions");
    element.hidden = true;
    // The text area keeps the focus, and with it the keyboard of a phone.
    element.addEventListener("pointerdown", (event) => event.preventDefault());
    element.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#accept(Number(option.dataset.index));
    });
  }

  get isOpen() { return !this.element.hidden; }

  /** Looks for words after a change of the text, if the character before the caret may begin or continue one. */
  typed(editor) {
    const before = editor.text[editor.caret - 1] ?? "";
    const isWord = /[\p{L}_]/u.test(before) || before === "." || this.isOpen && /\d/.test(before);
    const isComment = /^[^"]*\/\//.test(editor.lines.content(editor.lines.line(editor.caret)));
    if (isWord && !isComment) this.open(editor); else this.close();
  }

  /** Asks for the words at the caret, and shows them. */
  open(editor, isAsked = false) {
    this.#latest.run(async () => {
      const { text, caret } = editor;
      const result = await this.request(editor);
      // Keys that were typed meanwhile have asked again.
      if (editor.text !== text || editor.caret !== caret || document.activeElement !== editor.area) return;
      this.#show(editor, Array.isArray(result) ? result : result?.items ?? [], isAsked);
    });
  }

  close() {
    this.#latest.clear();
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#editor?.area.removeAttribute("aria-activedescendant");
    this.#editor?.area.removeAttribute("aria-controls");
  }

  /** Handles a key while the list is open; whether it was taken. */
  key(event, editor) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.open(editor, true);
      return true;
    }
    if (!this.isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) this.#choose((this.#index + step + this.#items.length) % this.#items.length);
    else if (event.key === "Escape") this.close();
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) this.#accept(this.#index);
    else return false;
    event.preventDefault();
    return true;
  }

  #show(editor, items, isAsked) {
    const word = /[\p{L}\p{N}_]*$/u.exec(editor.text.slice(0, editor.caret))[0];
    const isWhole = items.some((item) => (item.textEdit?.newText ?? item.label) === word);
    const fitting = items.filter((item) =>
      (item.filterText ?? item.label).toLowerCase().startsWith(word.toLowerCase()));
    // Enter behind a word that is complete is to begin a line.
    if (fitting.length === 0 || !isAsked && (isWhole || word === "" && editor.text[editor.caret - 1] !== ".")) {
      this.close();
      return;
    }
    this.#editor = editor;
    this.#items = fitting
      .sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1)).slice(0, limit);
    this.element.replaceChildren(...this.#items.map((item, index) => {
      const option = document.createElement("div");
      option.id = `completion-${index}`;
      option.dataset.index = String(index);
      option.setAttribute("role", "option");
      const label = option.appendChild(document.createElement("span"));
      label.textContent = item.label;
      const detail = option.appendChild(document.createElement("small"));
      detail.textContent = item.detail ?? "";
      return option;
    }));
    this.element.hidden = false;
    editor.area.setAttribute("aria-controls", this.element.id);
    this.#choose(0);
    this.#put(editor.place(editor.caret - word.length));
  }

  /** Puts the list below a place, or above it if there is more room inside the editor. */
  #put({ left, top, bottom }) {
    const box = this.#editor.element.getBoundingClientRect();
    const below = Math.min(box.bottom, innerHeight) - bottom - 4;
    const above = top - Math.max(box.top, 0) - 4;
    this.element.style.maxHeight = "";
    const isAbove = this.element.offsetHeight > below && above > below;
    this.element.style.maxHeight = `${Math.min(this.element.offsetHeight, isAbove ? above : below)}px`;
    const { offsetWidth, offsetHeight } = this.element;
    const right = Math.min(box.right, innerWidth) - offsetWidth - 4;
    this.element.style.left = `${Math.max(box.left, 4, Math.min(left, right))}px`;
    this.element.style.top = `${isAbove ? top - offsetHeight - 2 : bottom + 2}px`;
  }

  #choose(index) {
    this.element.children[this.#index]?.removeAttribute("aria-selected");
    this.#index = index;
    const option = this.element.children[index];
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#editor.area.setAttribute("aria-activedescendant", option.id);
  }

  #accept(index) {
    const [editor, item] = [this.#editor, this.#items[index]];
    this.close();
    if (!item) return;
    const { start } = item.textEdit ? editor.lines.range(item.textEdit.range) : { start: editor.caret };
    const { end } = item.textEdit ? editor.lines.range(item.textEdit.range) : { end: editor.caret };
    editor.replace(start, Math.max(end, editor.caret), item.textEdit?.newText ?? item.insertText ?? item.label);
    this.close();
  }
}
