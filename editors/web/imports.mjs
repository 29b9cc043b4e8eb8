// Files that no rule reads yet: each is a card with the declaration that `opp import` proposes, and a button that adds it.
//
//   my-file.csv  ──▶  Opp does not know `my_file` yet
//                     table my_file by name { name: Text, due: Date }
//                     [Add it to rules.opp]

import { tables } from "./data.mjs";

/** The code of the problem of a file without a source or table. */
const unknown = "unknown-file";

/** The cards of files that no rule reads yet. */
export class Imports {
  #page;
  #changed;
  /** The answers to questions about a file. @type {WeakMap<Uint8Array, { option: string, value: string }[]>} */
  #answers = new WeakMap();
  /** The cards that are shown, by the names of their files. @type {Map<string, HTMLElement>} */
  #cards = new Map();
  #generation = 0;

  /**
   * @param {object} page the playground
   * @param {HTMLElement} element
   * @param {() => void} changed called when the data are others
   */
  constructor(page, element, changed) {
    this.#page = page;
    this.element = element;
    this.#changed = changed;
  }

  /** Whether a card says what a problem of the data says. */
  has({ code, path }) { return code === unknown && this.#cards.has(nameOf(path)); }

  /** Shows a card for each file that no rule reads. @param {object[]} problems those of the data */
  show(problems) {
    const { project } = this.#page;
    const nearest = new Map(problems.filter(({ code }) => code === unknown)
      .map(({ path, help }) => [nameOf(path), /^did you mean `(.*)`\?/.exec(help?.find((line) => line.startsWith("did you mean")) ?? "")?.[1]]));
    const names = [...project.data.keys()].filter((name) => nearest.has(name) || tables.test(name));
    for (const [name, card] of this.#cards) {
      if (names.includes(name)) continue;
      card.remove();
      this.#cards.delete(name);
    }
    const generation = this.#generation += 1;
    for (const name of names) {
      if (!this.#cards.has(name)) {
        const card = document.createElement("section");
        card.className = "import";
        this.#cards.set(name, card);
        this.element.append(card);
      }
      this.#look(name, nearest.get(name), generation);
    }
  }

  /** Lets the core look at a file, and draws its card. */
  async #look(name, nearest, generation) {
    const bytes = this.#page.project.data.get(name);
    const found = await this.#page.timeline.importFile(name, this.#answers.get(bytes) ?? []).catch(() => undefined);
    const card = this.#cards.get(name);
    if (!found || !card || generation !== this.#generation) return;
    // A card that stays as it is keeps the focus.
    const state = JSON.stringify([found, nearest, this.#target]);
    if (card.dataset.state === state) return;
    card.dataset.state = state;
    const hadFocus = card.contains(document.activeElement);
    card.replaceChildren(...this.#parts(name, bytes, found, nearest));
    if (hadFocus) card.querySelector("button")?.focus();
  }

  /** The file of rules that a declaration goes into: the one that is shown. */
  get #target() { return this.#page.files.open; }

  #parts(name, bytes, found, nearest) {
    const title = document.createElement("h3");
    const known = found.name ?? name.replace(/\.[^.]*$/, "");
    title.append("Opp does not know ", code(known), " yet");
    const parts = [title];
    if (nearest) parts.push(paragraph("Did you mean ", code(nearest), "? ", this.#button(`Read it as ${nearest}`, () => this.#rename(name, nearest))));
    if (found.summary) parts.push(paragraph(`${name}: ${found.summary}.`));
    for (const question of found.questions) parts.push(...this.#question(bytes, question));
    if (found.error) parts.push(paragraph([found.error, found.help].filter(Boolean).join("; "), "."));
    if (!found.declaration || !found.recording) return parts;
    const text = document.createElement("pre");
    text.tabIndex = 0;
    text.setAttribute("role", "region");
    text.setAttribute("aria-label", `The declaration of ${known}`);
    text.appendChild(document.createElement("code")).innerHTML = this.#page.painted(found.declaration);
    parts.push(text);
    if (found.recording.name !== name) {
      parts.push(paragraph("In the rules the file is ", code(known), "."));
    }
    if (found.unread.length > 0) {
      const [first] = found.unread;
      parts.push(paragraph(`Not read: line ${first.line}, ${first.message}${found.unread.length > 1 ? `, and ${found.unread.length - 1} more` : ""}.`));
    }
    parts.push(this.#button(`Add it to ${this.#target}`, () => this.#take(name, found)));
    return parts;
  }

  /** A question, and a button for each of its answers. */
  #question(bytes, { text, answers }) {
    const list = document.createElement("ul");
    list.append(...answers.map(({ option, value, consequence }) => {
      const item = document.createElement("li");
      item.append(this.#button(`${option}: ${value}`, () => {
        this.#answers.set(bytes, [...this.#answers.get(bytes) ?? [], { option, value }]);
        this.#page.replay();
      }), consequence ? ` ${consequence}` : "");
      return item;
    }));
    return [paragraph(`${text[0].toUpperCase()}${text.slice(1)}.`), list];
  }

  #button(words, pressed) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: words });
    button.addEventListener("click", pressed);
    return button;
  }

  /** The file is data of another name. */
  #rename(name, other) {
    const { project } = this.#page;
    project.replaceData(name, other + /\.[^.]*$/.exec(name)[0], project.data.get(name));
    this.#changed();
    this.#page.replay(true);
  }

  /** Puts the declaration above the first Opp, and reads the file at once. */
  #take(name, { declaration, recording }) {
    this.#page.project.replaceData(name, recording.name, new TextEncoder().encode(recording.text));
    this.#changed();
    const { editor } = this.#page.files;
    const place = placeOfFirstOpp(editor.text);
    const isBehindLine = place === 0 || editor.text[place - 1] === "\n";
    const before = isBehindLine ? "" : "\n";
    const text = `${before}${declaration}\n`;
    editor.replace(place, place, place < editor.text.length ? `${text}\n` : text);
    editor.select(place + text.length);
    this.#page.replay(true);
  }
}

/** The beginning of the first Opp and of the comment above it, or the end of a text without one. */
function placeOfFirstOpp(text) {
  let place = /^opp\b/m.exec(text)?.index ?? text.length;
  for (;;) {
    const start = text.lastIndexOf("\n", place - 2) + 1;
    if (place === text.length || start >= place || !text.startsWith("//", start)) return place;
    place = start;
  }
}

/** The name of a file in the folder of the data. */
function nameOf(path) { return (path ?? "").replace(/^.*\//, ""); }

function code(text) {
  const element = document.createElement("code");
  element.textContent = text;
  return element;
}

function paragraph(...pieces) {
  const element = document.createElement("p");
  element.append(...pieces);
  return element;
}
