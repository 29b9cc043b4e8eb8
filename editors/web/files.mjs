// The files of rules as tabs, each with an editor of its own, so that each keeps its undo.

import { Editor } from "./editor.mjs";

/** Tabs and editors. */
export class Files {
  #editors = new Map();
  #colours;
  #open;

  /**
   * @param {HTMLElement} tabs
   * @param {HTMLSelectElement} list the files on a small screen, in place of tabs
   * @param {HTMLElement} panels
   * @param {object} listeners those of the editors, and:
   * @param {(editor: Editor) => void} listeners.made called with a new editor
   * @param {(editor: Editor) => void} listeners.moved called when the caret moves
   * @param {() => number} listeners.floor the lowest pixel of the window at which an editor is seen
   * @param {(name: string) => void} listeners.opened called when another file is shown
   * @param {(name: string) => void} listeners.closed called when a person removes a file
   * @param {(name: string) => void} listeners.renaming called when a person wants another name for a file
   */
  constructor(tabs, list, panels, listeners) {
    Object.assign(this, { tabs, list, panels, listeners });
    tabs.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("change", () => this.show(list.value));
    document.addEventListener("selectionchange", () => {
      if (!this.editor || document.activeElement !== this.editor.area) return;
      this.editor.caretMoved();
      listeners.moved(this.editor);
    });
  }

  /** The name of the file that is shown. */
  get open() { return this.#open; }

  /** The editor that is shown. @returns {Editor | undefined} */
  get editor() { return this.#editors.get(this.#open); }

  get editors() { return this.#editors; }

  /** Shows other files. */
  load(files, open) {
    this.#editors.clear();
    this.panels.replaceChildren();
    this.#open = undefined;
    for (const { name, text } of files) this.#add(name, text);
    this.show(this.#editors.has(open) ? open : files[0]?.name);
  }

  add(name, text) {
    this.#add(name, text);
    this.show(name);
  }

  remove(name) {
    this.#editors.get(name)?.element.remove();
    this.#editors.delete(name);
    if (this.#open === name) this.show([...this.#editors.keys()].at(-1)); else this.#drawTabs();
  }

  rename(name, other) {
    const entries = [...this.#editors].map(([key, editor]) => [key === name ? other : key, editor]);
    this.#editors.clear();
    for (const [key, editor] of entries) {
      editor.name = key;
      editor.label = `Rules of ${key}`;
      this.#editors.set(key, editor);
    }
    if (this.#open === name) this.#open = other;
    this.#drawTabs();
  }

  /** Shows a file. */
  show(name) {
    const hasChanged = this.#open !== name;
    this.#open = name;
    for (const [key, editor] of this.#editors) editor.element.hidden = key !== name;
    this.#drawTabs();
    if (hasChanged && name !== undefined) this.listeners.opened(name);
  }

  /** Takes the lexer, for the files that there are and those to come. */
  setColours(colours) {
    this.#colours = colours;
    for (const editor of this.#editors.values()) editor.setColours(colours);
  }

  /** Marks the files that have errors. */
  mark(names) {
    for (const tab of this.tabs.querySelectorAll("[role=tab]")) {
      const hasProblems = names.has(tab.dataset.name);
      tab.classList.toggle("has-problems", hasProblems);
      tab.setAttribute("aria-label", hasProblems ? `${tab.dataset.name}, has errors` : tab.dataset.name);
    }
  }

  #add(name, text) {
    const editor = new Editor(text, this.listeners);
    editor.name = name;
    editor.label = `Rules of ${name}`;
    editor.element.hidden = true;
    editor.element.setAttribute("role", "tabpanel");
    editor.element.setAttribute("aria-label", name);
    this.#editors.set(name, editor);
    this.panels.append(editor.element);
    if (this.#colours) editor.setColours(this.#colours);
    this.listeners.made(editor);
  }

  #drawTabs() {
    const focused = this.tabs.contains(document.activeElement);
    const marked = new Set([...this.tabs.querySelectorAll(".has-problems")].map((tab) => tab.dataset.name));
    this.tabs.replaceChildren(...[...this.#editors.keys()].map((name) => this.#tab(name)));
    this.list.replaceChildren(...[...this.#editors.keys()].map((name) => new Option(name, name, false, name === this.#open)));
    this.mark(marked);
    const open = this.tabs.querySelector("[aria-selected=true]");
    if (open && this.tabs.scrollWidth > this.tabs.clientWidth) {
      this.tabs.scrollLeft = open.offsetLeft - (this.tabs.clientWidth - open.offsetWidth) / 2;
    }
    if (focused) this.tabs.querySelector("[aria-selected=true]")?.focus();
  }

  #tab(name) {
    const isOpen = name === this.#open;
    const tab = document.createElement("button");
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    tab.dataset.name = name;
    tab.textContent = name;
    tab.title = "Double click or F2 renames, Delete removes";
    tab.addEventListener("click", () => this.show(name));
    tab.addEventListener("dblclick", () => this.listeners.renaming(name));
    return tab;
  }

  #key(event) {
    const tabs = [...this.tabs.querySelectorAll("[role=tab]")];
    const index = tabs.indexOf(document.activeElement);
    if (index < 0) return;
    const { name } = tabs[index].dataset;
    const target = {
      ArrowRight: tabs[(index + 1) % tabs.length], ArrowLeft: tabs.at(index - 1), Home: tabs[0], End: tabs.at(-1),
    }[event.key];
    if (target) this.show(target.dataset.name);
    else if (event.key === "F2") this.listeners.renaming(name);
    else if (event.key === "Delete" && tabs.length > 1) this.listeners.closed(name);
    else return;
    event.preventDefault();
  }
}
