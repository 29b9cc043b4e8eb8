// The rule set that the page works on: files of rules, files of a recording, and the example that they came from.

import { fileName } from "./share.mjs";
import { zonesNamed } from "./zone.mjs";

/** Files larger than this are not searched for the names of zones: such files are readings, and name none. */
const searched = 1 << 20;

/** A rule set and its recording. */
export class Project {
  /** @type {{ name: string, text: string }[]} */
  files = [];
  /** @type {Map<string, Uint8Array>} */
  data = new Map();
  /** Texts of data that came with a link, and go into the next. @type {Map<string, string>} */
  linked = new Map();
  /** The name of the example whose data these are, if nothing else was added. */
  example;
  /** The test of a lesson, which is replayed with the rules but not shown among them. @type {{ name: string, text: string } | undefined} */
  test;
  /** Whether data of the person's own are among them, which no link can hold. */
  hasOwnData = false;
  #published = new Map();

  /** An example, as it was published. */
  static of(example, files, data) {
    const project = new Project();
    project.example = example;
    project.files = files.map((file) => ({ ...file }));
    project.data = data;
    project.#published = new Map(files.map((file) => [file.name, file.text]));
    return project;
  }

  file(name) { return this.files.find((file) => file.name === name); }

  /** Sets the text of a file, or adds the file. */
  setText(name, text) {
    // Text areas have line feeds only, and so have all places in texts.
    const lines = text.replace(/\r\n?/g, "\n");
    const file = this.file(name);
    if (file) file.text = lines; else this.files.push({ name, text: lines });
  }

  remove(name) { this.files = this.files.filter((file) => file.name !== name); }

  rename(name, other) { this.file(name).name = other; }

  /** A name for a file that is not taken. */
  freeName(stem = "rules") {
    let name = `${stem}.opp`;
    for (let number = 2; this.file(name); number += 1) name = `${stem}-${number}.opp`;
    return name;
  }

  addData(name, bytes) {
    this.data.set(fileName(name), bytes);
    this.linked.delete(fileName(name));
    this.hasOwnData = true;
  }

  /** The data of a name are another file from now on. */
  replaceData(name, other, bytes) {
    this.removeData(name);
    this.addData(other, bytes);
  }

  removeData(name) {
    this.data.delete(name);
    this.linked.delete(name);
    this.hasOwnData = true;
  }

  /** The part of the rule set that a link or the session holds: the example's name, and the files that differ from it. */
  changes() {
    const names = new Set(this.files.map((file) => file.name));
    const isWhole = !this.example || [...this.#published.keys()].some((name) => !names.has(name));
    const files = this.files.filter((file) => isWhole || this.#published.get(file.name) !== file.text);
    for (const [name, text] of this.linked) files.push({ name: `data/${name}`, text });
    return {
      ...(this.example && { example: this.example }),
      ...(files.length > 0 && { files, ...(isWhole && { isWhole }) }),
    };
  }

  /** Takes over the files that a link or a session holds. */
  apply({ files, isWhole }) {
    if (isWhole) this.files = [];
    for (const { name, text } of files ?? []) {
      if (!name.startsWith("data/")) {
        this.setText(name, text);
        continue;
      }
      this.data.set(fileName(name), new TextEncoder().encode(text));
      this.linked.set(fileName(name), text);
    }
  }

  /** The names of the zones that rules and data mention. */
  zones() {
    const names = this.files.flatMap((file) => zonesNamed(file.text));
    for (const bytes of this.data.values()) if (bytes.length <= searched) names.push(...zonesOf(bytes));
    return [...new Set(names)];
  }
}

/** The zones of files of data that were searched. @type {WeakMap<Uint8Array, string[]>} */
const found = new WeakMap();

/** The names of the zones that a file of data mentions: it is searched once, as it never changes. */
function zonesOf(bytes) {
  let names = found.get(bytes);
  if (!names) found.set(bytes, names = zonesNamed(new TextDecoder().decode(bytes)));
  return names;
}
