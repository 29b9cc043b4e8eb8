// What would it take? The core says which other literal makes the whole condition true at a second. How many more firings that
// means is found by a replay of its own, in a worker of its own.

import { Firings } from "./firings.mjs";
import { Trials } from "./trials.mjs";

/** Offers changes in the reasons that are shown. */
export class Take {
  #page;
  #trials;
  #generation = 0;
  #ended = new Map();
  #firings = new Map();

  /**
   * @param {object} page the playground
   * @param {WebAssembly.Module} module
   */
  constructor(page, module) {
    this.#page = page;
    this.#trials = new Trials(page, module, (event) => this.#heard(event));
  }

  /** Ends what is being tried: other rules or another second are shown. */
  stop() { this.#generation += 1; }

  /**
   * Offers changes for an Opp that is false at a second.
   *
   * @param {HTMLElement} element the reasons that are shown
   * @param {{ text: string, change: object | null, opp: object, second: number, count: number }} moment the sentences, the change
   *   that the core proposes, the Opp as the day has it, and the number of its firings
   */
  async offer(element, { text, change, opp, second, count }) {
    const generation = this.#generation += 1;
    const parts = topParts(text);
    const wrong = parts.filter(({ truth }) => truth !== "true");
    if (wrong.length === 0 || wrong.some(({ truth }) => truth === "unknown")) return;
    if (wrong.length > 1) {
      say(element, `${wrong.length === 2 ? "Two" : wrong.length} parts would have to change: ${listed(wrong.map(({ part }) => part))}.`);
      return;
    }
    const file = this.#page.project.files[change?.file];
    if (!file) return;
    const edit = { name: file.name, start: change.start, end: change.end, text: change.text };
    const found = await this.#tried(edit, opp.name, second, generation).catch(() => undefined);
    if (generation === this.#generation && found?.isTrue) this.#show(element, edit, found.count - count);
  }

  #show(element, edit, more) {
    const line = say(element, "It would take this: ");
    const button = line.appendChild(document.createElement("button"));
    button.type = "button";
    button.append("write ");
    button.appendChild(document.createElement("code")).textContent = edit.text;
    button.addEventListener("click", () => {
      this.#page.files.show(edit.name);
      this.#page.files.editor.replace(edit.start, edit.end, edit.text);
    });
    const days = more === 0 ? "as many firings" : `${Math.abs(more)} ${more > 0 ? "more" : "fewer"} firing${Math.abs(more) === 1 ? "" : "s"}`;
    line.append(` (${days} in this recording)`);
  }

  /** Whether an Opp is true at a second after an edit, and how often it fires. */
  async #tried(edit, name, second, generation) {
    await this.#trials.prepare();
    // A later question has begun its replay meanwhile, which this one would end.
    if (generation !== this.#generation) return undefined;
    const rules = this.#page.project.files.map((file) => (file.name !== edit.name ? { name: file.name, text: file.text }
      : { name: file.name, text: file.text.slice(0, edit.start) + edit.text + file.text.slice(edit.end) }));
    const run = `${generation} ${edit.text}`;
    this.#firings.set(run, new Firings());
    const ended = new Promise((resolve) => this.#ended.set(run, resolve));
    const begun = await this.#trials.call("load", run, rules, { from: second, to: second + 1 });
    if (begun.from === null) return undefined;
    await ended;
    const day = await this.#trials.call("day", second, second + 1);
    const whole = day.opps.find((opp) => opp.name === name)?.whole;
    const count = this.#firings.get(run).all.filter(({ opp }) => opp === name).length;
    this.#firings.delete(run);
    return { isTrue: whole?.some(([from, to, truth]) => second >= from && second < to && truth === "true") ?? false, count };
  }

  #heard({ generation: run, slice }) {
    if (!slice) return;
    this.#firings.get(run)?.add(slice.firings, slice.records);
    if (!slice.done) return;
    this.#ended.get(run)?.();
    this.#ended.delete(run);
  }
}

/** Adds a line to the reasons. */
function say(element, text) {
  element.querySelector(".take")?.remove();
  const line = document.createElement("p");
  line.className = "take";
  line.append(text);
  const reasons = element.querySelector("ul");
  if (reasons) reasons.after(line); else element.append(line);
  return line;
}

/** Parts in words: `a` and `b`. */
function listed(parts) {
  const quoted = parts.map((part) => `“${part}”`);
  return `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}

/** The top parts of an explanation's sentences, as `{ truth, part }`. */
export function topParts(text) {
  const marks = { "✓": "true", "✗": "false", "?": "unknown" };
  return [...text.matchAll(/^ {2}([✓✗?]) (.*?)(?: {2,}.*)?$/gm)].map(([, mark, part]) => ({ truth: marks[mark], part }));
}
