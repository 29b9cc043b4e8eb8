// The lessons of the tour, and how far a person has come in them, in the browser's own storage.

import { unpacked } from "./packs.mjs";
import { Project } from "./project.mjs";

const key = "opp-tour";

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} hint
 * @property {string} next
 * @property {string} start the rules that a person begins with
 * @property {string} solution
 * @property {string} [test] the test that decides when it is done; without one it is in the rules
 * @property {{ name: string, text: string }[]} data
 * @property {import("./ahead.mjs").Ahead} [ahead]
 * @property {import("./goal.mjs").Verdict} verdict that on the rules that a person begins with
 */

/** The names and titles of the lessons, in their order. @returns {Promise<{ name: string, title: string }[]>} */
export function index() { return unpacked("tour/index.json"); }

/** A lesson. @returns {Promise<Lesson>} */
export function lesson(name) { return unpacked(`tour/${name}.json`); }

/** The rule set of a lesson. @param {string} text that of the person */
export function project(lesson, text) {
  const made = new Project();
  made.setText("rules.opp", text);
  if (lesson.test) made.test = { name: "test.opp", text: lesson.test };
  for (const { name, text: content } of lesson.data) made.data.set(name, new TextEncoder().encode(content));
  return made;
}

/** The texts of a person, the lessons that are done, and the one that was shown last. */
export class Progress {
  #kept = { texts: {}, done: [] };

  constructor() {
    try {
      const { texts, done, last } = JSON.parse(localStorage.getItem(key)) ?? {};
      if (texts && typeof texts === "object") this.#kept.texts = texts;
      if (Array.isArray(done)) this.#kept.done = done;
      if (typeof last === "string") this.#kept.last = last;
    } catch {
      // Nothing is kept, or nothing may be: the tour begins anew.
    }
  }

  /** The text of a person; undefined if the lesson was not begun. */
  text(name) {
    const text = this.#kept.texts[name];
    return typeof text === "string" ? text : undefined;
  }

  isDone(name) { return this.#kept.done.includes(name); }

  /** The lesson that was shown last. */
  get last() { return this.#kept.last; }

  keepText(name, text) { this.#keep({ texts: { ...this.#kept.texts, [name]: text } }); }

  keepDone(name) { if (!this.isDone(name)) this.#keep({ done: [...this.#kept.done, name] }); }

  keepPlace(name) { this.#keep({ last: name }); }

  #keep(changes) {
    Object.assign(this.#kept, changes);
    try {
      localStorage.setItem(key, JSON.stringify(this.#kept));
    } catch {
      // Storage is full or not allowed: the tour works without.
    }
  }
}
