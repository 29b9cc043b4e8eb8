// The tour: lessons beside the editor. A lesson is a text, a task, and a test that decides when the task is done.
//
//   #tour=02-weather ──▶ lesson ──▶ project ──▶ replay ──▶ verdict ──▶ goal line
//                          ▲                       ▲
//                          └ kept text             └ each edit

import { testNames, verdictOfRules, verdictOfTests } from "./goal.mjs";
import * as lessons from "./lessons.mjs";
import { html } from "./markup.mjs";

const element = (id) => document.getElementById(id);

/** The tour on the page. */
export class Tour {
  #page;
  #index = [];
  #name;
  #lesson;
  /** The tests of the learner's own text that must be there. */
  #required = [];
  #progress = new lessons.Progress();
  #isDone = false;

  /** @param {object} page the playground */
  constructor(page) {
    this.#page = page;
    element("lesson-help").addEventListener("click", () => this.#help());
    element("lesson-again").addEventListener("click", () => this.#replaceText(this.#lesson.start));
    element("lesson-keep").addEventListener("click", () => this.#keepAsOwn());
    element("lesson-download").addEventListener("click", () => this.#page.publishing.download());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#offer();
  }

  /** Whether a lesson is shown. */
  get isOpen() { return this.#name !== undefined; }

  /** The name of the lesson that is shown. */
  get name() { return this.#name; }

  /** Opens a lesson by its name; the first one if there is none of that name. */
  async open(name) {
    const isWanted = this.#page.opening();
    // A lesson is mostly there under the name that is asked for: both are fetched at once.
    const asked = lessons.lesson(name).catch(() => undefined);
    if (this.#index.length === 0) this.#index = await lessons.index();
    const found = this.#index.find((lesson) => lesson.name === name) ?? this.#index[0];
    const lesson = found.name === name && await asked || await lessons.lesson(found.name);
    if (!isWanted()) return;
    const isFirst = !this.isOpen;
    this.#name = found.name;
    this.#lesson = lesson;
    this.#required = lesson.test ? [] : testNames(lesson.start);
    this.#progress.keepPlace(found.name);
    document.documentElement.classList.add("is-tour");
    this.#show();
    const text = this.#progress.text(found.name) ?? lesson.start;
    const project = lessons.project(lesson, text);
    const isAsGiven = text === lesson.start;
    if (isAsGiven && lesson.verdict) this.#judge(lesson.verdict);
    const begun = this.#page.begin(project, { open: "rules.opp", ahead: isAsGiven ? lesson.ahead : undefined });
    // The address was followed from a link at the foot: the next lesson is read from its title on.
    if (!isFirst) element("lesson-title").focus({ preventScroll: true });
    element("lesson").scrollTop = 0;
    if (!isFirst) scrollTo(0, 0);
    await begun;
  }

  /** Leaves the tour for rules of another kind. */
  leave() {
    if (!this.isOpen) return;
    this.#name = undefined;
    this.#lesson = undefined;
    document.documentElement.classList.remove("is-tour", "is-last-lesson");
    element("lesson").hidden = true;
    document.title = "Opp playground";
    this.#offer();
  }

  /** The learner has changed the text. */
  edited(text) {
    if (!this.isOpen) return;
    this.#progress.keepText(this.#name, text);
    element("lesson").classList.add("has-typed");
  }

  /** The rules were checked for a replay. */
  checked(begun) {
    const verdict = this.isOpen && verdictOfRules(begun);
    if (verdict) this.#judge(verdict);
  }

  /** The tests have run. */
  tested(results, clock, hasDays) {
    // A test that was left out of the replay has been judged already.
    if (!this.isOpen || this.#lesson.test && results.every(({ type }) => type !== "test")) return;
    this.#judge(verdictOfTests(results, this.#required, hasDays));
  }

  #judge({ isDone, sentence }) {
    this.#isDone = isDone;
    if (isDone) this.#progress.keepDone(this.#name);
    const goal = element("lesson-goal");
    const words = isDone ? "Done" : `Not yet: ${sentence}`;
    // A sentence that is the same is not said again.
    if (goal.lastElementChild.textContent !== words) goal.lastElementChild.textContent = words;
    goal.classList.toggle("is-done", isDone);
    element("lesson-next").classList.toggle("is-main", isDone);
    this.#tick();
  }

  #show() {
    const index = this.#place;
    const { title, text, task, hint, next, test } = this.#lesson;
    const set = (id, markdown) => { element(id).innerHTML = html(markdown, this.#page.painted, { hasLinks: true }); };
    element("lesson").hidden = false;
    element("lesson").classList.remove("has-typed");
    document.title = `${title} – lesson ${index + 1} of the Opp tour`;
    element("lesson-number").textContent = `Lesson ${index + 1} of ${this.#index.length}`;
    element("lesson-title").textContent = title;
    set("lesson-text", text);
    set("lesson-task", task);
    set("lesson-hint", hint);
    set("lesson-teaser", next);
    element("lesson-hint").hidden = true;
    element("lesson-help").textContent = "Show a hint";
    element("lesson-help").setAttribute("aria-expanded", "false");
    element("lesson-check").hidden = !test;
    element("lesson-check").open = false;
    element("lesson-test").textContent = test ?? "";
    this.#isDone = this.#progress.isDone(this.#name);
    element("lesson-goal").classList.remove("is-done");
    element("lesson-goal").lastElementChild.textContent = "Not yet";
    element("lesson-next").classList.remove("is-main");
    this.#link("lesson-back", this.#index[index - 1]);
    this.#link("lesson-next", this.#index[index + 1]);
    const isLast = index === this.#index.length - 1;
    document.documentElement.classList.toggle("is-last-lesson", isLast);
    element("lesson-end").hidden = !isLast;
    this.#list();
  }

  get #place() { return this.#index.findIndex((lesson) => lesson.name === this.#name); }

  #link(id, lesson) {
    element(id).hidden = !lesson;
    if (!lesson) return;
    element(id).href = `#tour=${lesson.name}`;
    element(id).title = lesson.title;
  }

  #list() {
    element("lessons").open = false;
    element("lesson-list").replaceChildren(...this.#index.map(({ name, title }) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      Object.assign(link, { href: `#tour=${name}`, textContent: title });
      link.dataset.name = name;
      if (name === this.#name) link.setAttribute("aria-current", "step");
      return item;
    }));
    this.#tick();
  }

  /** Ticks the lessons that are done. */
  #tick() {
    for (const link of element("lesson-list").querySelectorAll("a")) {
      const isDone = this.#progress.isDone(link.dataset.name);
      link.classList.toggle("is-done", isDone);
      link.title = isDone ? "done" : "";
    }
  }

  /** Shows the hint first, and offers the answer then. */
  #help() {
    const hint = element("lesson-hint");
    if (!hint.hidden) {
      this.#replaceText(this.#lesson.solution);
      return;
    }
    hint.hidden = false;
    element("lesson-help").textContent = "Show the answer";
    element("lesson-help").setAttribute("aria-expanded", "true");
  }

  /** Replaces the text as if it had been typed, so that undo brings the learner's back. */
  #replaceText(text) {
    this.#page.files.show("rules.opp");
    this.#page.files.editor.become(text);
  }

  /** Opens the rules of the last lesson outside of the tour. */
  #keepAsOwn() {
    const files = [{ name: "rules.opp", text: this.#page.files.editor.text }];
    for (const { name, text } of this.#lesson.data) files.push({ name: `data/${name}`, text });
    this.#page.leaveTour({ files });
  }

  #key(event) {
    const step = event.altKey && !event.ctrlKey && !event.metaKey && { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!this.isOpen || !step || event.target.closest?.(".editor")) return;
    event.preventDefault();
    const lesson = this.#index[this.#place + step];
    if (lesson) location.hash = `tour=${lesson.name}`;
  }

  /** Offers the tour in the header: its beginning, or the lesson that was shown last. */
  #offer() {
    const link = element("tour");
    const number = Number.parseInt(this.#progress.last ?? "", 10);
    link.href = `#tour=${this.#progress.last ?? "01-clock"}`;
    link.textContent = number > 1 ? `Continue at lesson ${number}` : "Take the tour";
  }
}
