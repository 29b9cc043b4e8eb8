// The playground. Each idea has a module of its own; this one connects them.
//
//   page ── core: colours, at each key
//     ├──── check worker: the language server, upon each change
//     └──── replay worker: the recording, after a pause in typing

import * as examples from "./examples.mjs";
import { Dial } from "./dial.mjs";
import { Files } from "./files.mjs";
import { Hint } from "./hint.mjs";
import { compiled, progressWords } from "./loading.mjs";
import { painted } from "./paint.mjs";
import { difference } from "./lines.mjs";
import { Project } from "./project.mjs";
import { Publishing } from "./publishing.mjs";
import { OwnData } from "./own-data.mjs";
import * as session from "./session.mjs";
import { decode } from "./share.mjs";
import { Timeline } from "./timeline.mjs";
import { Tour } from "./tour.mjs";

const element = (id) => document.getElementById(id);

/** The pause in typing after which the recording is replayed, in milliseconds. */
const pause = 300;

/** The same while a number is dragged. */
const dragPause = 40;

/** The whole page. */
class Playground {
  project = new Project();
  #core;
  #index = [];
  #timer = 0;
  #opening = 0;
  #keeper = 0;

  constructor() {
    this.files = new Files(element("tabs"), element("file"), element("editors"), {
      made: (editor) => {
        this.check?.hover.watch(editor);
        this.dial.watch(editor);
      },
      edited: (editor) => this.#edited(editor),
      moved: (editor) => this.#moved(editor),
      key: (event, editor) => this.dial.key(event, editor) || (this.check?.key(event, editor) ?? false),
      floor: () => {
        const strip = document.querySelector(".strip");
        return getComputedStyle(strip).position === "sticky" ? strip.getBoundingClientRect().top : innerHeight;
      },
      opened: () => this.#opened(),
      closed: (name) => this.#remove(name),
      renaming: (name) => this.#rename(name),
    });
    this.dial = new Dial(element("dial"));
    this.hint = new Hint(element("hint"));
    this.publishing = new Publishing(this);
    this.ownData = new OwnData(this);
    this.timeline = new Timeline(this);
    this.tour = new Tour(this);
    element("add-file").addEventListener("click", () => this.#addFile());
    element("rename-file").addEventListener("click", () => this.#rename(this.files.open));
    element("remove-file").addEventListener("click", () => this.#remove(this.files.open));
    element("example").addEventListener("change", (event) => this.#choose(event.target.value));
    element("start-empty").addEventListener("click", () => this.#choose(""));
    element("menu").addEventListener("click", () => this.#showMenu());
    addEventListener("hashchange", () => this.#followLink());
    addEventListener("pagehide", () => this.keep());
  }

  /** Colours a snippet as the editor does; without a core it stays as it is. */
  painted = (code) => painted(
    code, this.#core?.tokenClasses ?? [], this.#core?.tokens(code) ?? new Int32Array(0));

  async start() {
    const { shared, lesson, isEmbedded } = await decode(location.hash).catch(() => {
      this.say("The link is damaged: the rules in it cannot be read.");
      return { isEmbedded: false };
    });
    document.documentElement.classList.toggle("is-embedded", isEmbedded);
    this.publishing.isEmbedded = isEmbedded;
    try {
      const module = this.#module();
      // A failure is met below, after what can be drawn without the module.
      module.catch(() => {});
      if (lesson !== undefined) await this.tour.open(lesson);
      else await this.load(shared ?? (isEmbedded ? undefined : session.restored()) ?? {});
      // These are of no use before the module is there, and their requests are not to come after it.
      const [{ Check }, { Core }] = await Promise.all([import("./check.mjs"), import("./core.mjs")]);
      await this.#run(await module, Check, Core);
    } catch (error) {
      this.say(`The page cannot be loaded whole: ${error.message}. Is there a network?`);
      this.#offerRetry();
    }
  }

  /** Something else is asked for: whether it is still what was asked for last, once its files have arrived. */
  opening() {
    const number = this.#opening += 1;
    return () => number === this.#opening;
  }

  /** Shows the rules of a link or a session. */
  async load(shared) {
    const isWanted = this.opening();
    await this.#listExamples();
    if (!isWanted()) return;
    this.tour.leave();
    const example = this.#example(shared);
    const { project, ahead } = example ? await examples.rules(example) : { project: new Project() };
    if (!isWanted()) return;
    const isAsPublished = !shared.files && !shared.open;
    project.apply(shared);
    if (project.files.length === 0) project.setText("rules.opp", "");
    element("example").value = example?.name ?? "";
    const stand = { day: shared.day ?? (shared.files && !shared.example ? undefined : example?.day), second: shared.second, opp: shared.opp };
    await this.begin(project, {
      open: shared.open ?? example?.open, stand,
      ahead: isAsPublished && (!shared.day || shared.day === ahead?.day) && shared.second === undefined ? ahead : undefined,
      data: () => example && examples.data(example, project),
    });
  }

  /**
   * Shows a rule set.
   *
   * @param {Project} project
   * @param {{ open?: string, stand?: object, ahead?: import("./ahead.mjs").Ahead, data?: () => Promise<void> | undefined }} options
   *   the file and the place that are shown first, what was computed ahead, and how its data are fetched
   */
  async begin(project, { open, stand = {}, ahead, data }) {
    this.project = project;
    this.stand = stand;
    element("first")?.remove();
    this.files.load(project.files, open);
    this.check?.update(project);
    if (ahead) this.#foresee(ahead); else this.timeline.clear(project);
    this.dataLoaded = data?.() ?? Promise.resolve();
    this.dataLoaded.then(() => this.ownData.show(), (error) => this.say(error.message));
    if (this.check) await this.replay(true);
  }

  /** Draws what was computed ahead, and colours the text as it was then. */
  #foresee(ahead) {
    const { text } = this.files.editor;
    const none = new Int32Array(0);
    if (!this.#core) {
      this.files.setColours({ classes: ahead.classes, tokens: (asked) => (asked === text ? Int32Array.from(ahead.tokens) : none) });
    }
    this.timeline.foresee(this.project, ahead, this.stand);
  }

  /** Leaves the tour for rules of the person's own. */
  async leaveTour(shared) {
    history.replaceState(null, "", location.pathname + location.search);
    await this.load(shared);
    this.keep();
  }

  /** Begins the replay of the rules as they are. */
  async replay(isNew = false) {
    clearTimeout(this.#timer);
    const { project } = this;
    await this.dataLoaded.catch(() => {});
    if (project === this.project) await this.timeline.load(project, isNew ? this.stand : undefined);
  }

  /** The part of the page that a link or the session holds. */
  shared() {
    return { ...this.project.changes(), open: this.files.open, ...this.timeline.stand() };
  }

  keep() {
    clearTimeout(this.#keeper);
    if (!this.publishing.isEmbedded && !this.tour.isOpen && this.project.files.length > 0) session.keep(this.shared());
  }

  /** Says something that is wrong with the page itself. */
  say(text, link) {
    const place = element("trap");
    place.textContent = text;
    if (link) {
      const anchor = document.createElement("a");
      Object.assign(anchor, { href: link, textContent: "Link that shows it" });
      place.append(" ", anchor);
    }
    place.hidden = false;
  }

  /** Shows a place of a file. */
  showPlace(name, start, end = start) {
    this.files.show(name);
    this.files.editor?.select(start, end);
  }

  /** Applies edits to files as if they had been typed. @param {Record<string, string>} texts */
  apply(texts) {
    const open = this.files.open;
    for (const [name, text] of Object.entries(texts)) {
      if (!this.files.editors.has(name)) continue;
      this.files.show(name);
      this.files.editor.become(text);
    }
    this.files.show(open);
    this.files.editor?.area.focus();
  }

  /** The module, whose progress is shown while it arrives. */
  async #module() {
    const bar = element("loading");
    bar.hidden = false;
    try {
      return await compiled(document.querySelector("main").dataset.module, (got, all) => {
        if (all) Object.assign(bar, { max: all, value: Math.min(got, all) });
        this.timeline.noteLoading(`Getting ready: ${progressWords(got, all)}`);
      });
    } finally {
      bar.hidden = true;
    }
  }

  /** Offers to load the page anew, beside the sentence that says what is missing. */
  #offerRetry() {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "Try again" });
    button.addEventListener("click", () => location.reload());
    element("trap").append(" ", button);
  }

  async #run(module, Check, Core) {
    try {
      this.#core = await Core.made(module);
      this.files.setColours({ classes: this.#core.tokenClasses, tokens: (text) => this.#core.tokens(text) });
    } catch {
      // Then there are no colours, and all the rest.
      this.#core = undefined;
      this.files.setColours({ classes: [], tokens: () => new Int32Array(0) });
    }
    const trapped = (reason) => this.publishing.trapped(reason);
    this.check = new Check(this, module, trapped);
    for (const editor of this.files.editors.values()) this.check.hover.watch(editor);
    this.check.update(this.project);
    this.timeline.connect(module, trapped);
    element("format").disabled = false;
    return this.replay(true);
  }

  #edited(editor) {
    const before = this.project.file(editor.name)?.text ?? "";
    this.project.setText(editor.name, editor.text);
    if (isNumberChanged(before, editor.text)) this.hint.tried("change");
    this.tour.edited(editor.text);
    this.check?.typed(editor);
    this.#changed();
  }

  #changed() {
    this.check?.update(this.project);
    // The rules are no longer those of the link: a reload is to show the session.
    if (location.hash && !this.publishing.isEmbedded && !this.tour.isOpen) history.replaceState(null, "", location.pathname + location.search);
    clearTimeout(this.#timer);
    this.timeline.edited();
    this.#timer = setTimeout(() => this.replay(), this.dial.isDragging ? dragPause : pause);
    clearTimeout(this.#keeper);
    this.#keeper = setTimeout(() => this.keep(), 1000);
  }

  #moved(editor) {
    this.timeline.caretMoved(editor.name, editor.caret);
    this.dial.caretMoved(editor);
  }

  #opened() {
    this.check?.opened();
    this.timeline.opened();
  }

  /** Files have been added from outside. */
  added() { this.#changed(); }

  #addFile() {
    const name = this.project.freeName();
    this.project.setText(name, "");
    this.files.add(name, "");
    this.files.editor.area.focus();
    this.#changed();
  }

  #remove(name) {
    if (this.project.files.length < 2 || !confirm(`Remove ${name}?`)) return;
    this.project.remove(name);
    this.files.remove(name);
    this.#changed();
  }

  #rename(name) {
    const wanted = prompt("The name of the file", name)?.trim().replace(/[/\\]/g, "");
    if (!wanted || wanted === name) return;
    const other = wanted.endsWith(".opp") ? wanted : `${wanted}.opp`;
    if (this.project.file(other)) return;
    this.project.rename(name, other);
    this.files.rename(name, other);
    this.#changed();
  }

  #example(shared) {
    const found = this.#index.find((example) => example.name === shared.example);
    // Rules of a person's own without an example have no data.
    return found ?? (shared.files && !shared.example ? undefined : this.#index[0]);
  }

  async #listExamples() {
    if (this.#index.length > 0) return;
    this.#index = await examples.index();
    const list = element("example");
    list.replaceChildren(...this.#index.map(({ name, title }) => new Option(title, name)), new Option("Rules of your own", ""));
  }

  #choose(name) {
    history.replaceState(null, "", location.pathname + location.search);
    const shared = name ? { example: name } : { files: [{ name: "rules.opp", text: "" }] };
    this.load(shared).then(() => this.keep(), (error) => this.say(error.message));
  }

  #showMenu() {
    const isOpen = document.querySelector("header").classList.toggle("is-open");
    element("menu").setAttribute("aria-expanded", String(isOpen));
  }

  async #followLink() {
    const isWanted = this.opening();
    try {
      const { shared, lesson } = await decode(location.hash);
      if (!isWanted()) return;
      if (lesson !== undefined) await this.tour.open(lesson);
      else if (shared) await this.load(shared);
    } catch {
      this.say("The link is damaged: the rules in it cannot be read.");
    }
  }
}

/** Whether an edit changes digits alone. */
function isNumberChanged(before, after) {
  const { start, end, text } = difference(before, after);
  return before !== after && /^[\d:.]*$/.test(before.slice(start, end) + text) && /\d/.test(before.slice(start, end) + text);
}

await new Playground().start();

// Offline the page is there from the second visit on. A page in a frame leaves that to the page itself.
if ("serviceWorker" in navigator && !location.hash.includes("embed")) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
