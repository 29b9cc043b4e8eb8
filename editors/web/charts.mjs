// The charts of the file that is shown, as `opp report` draws them: up to the day that is chosen, by a worker of their own.

import { Latest } from "./client.mjs";
import { Trials } from "./trials.mjs";

/** The most charts that are open at first. */
const openLimit = 2;

/** The charts under the lanes. */
export class Charts {
  #page;
  #trials;
  #latest = new Latest();
  /** The number of times that none were shown: charts that were asked for before come to nothing. */
  #turn = 0;
  /** The names of the charts that a person has opened or closed. @type {Map<string, boolean>} */
  #open = new Map();

  /**
   * @param {object} page the playground
   * @param {HTMLElement} element
   * @param {WebAssembly.Module} module
   */
  constructor(page, element, module) {
    this.#page = page;
    this.element = element;
    this.#trials = new Trials(page, module);
  }

  /** Shows the charts of a file up to a second. @param {{ from: number, to: number }} period that of rules without data */
  show(name, rules, period, to) {
    const turn = this.#turn;
    this.#latest.run(async () => {
      await this.#trials.prepare();
      const found = await this.#trials.call("charts", rules, period, to);
      if (found && turn === this.#turn && name === this.#page.files.open) this.#draw(found.filter(({ file }) => rules[file]?.name === name));
    });
  }

  /** Shows none. */
  clear() {
    this.#latest.clear();
    this.#turn += 1;
    this.#draw([]);
  }

  #draw(charts) {
    this.element.hidden = charts.length === 0;
    this.element.querySelectorAll("details").forEach((details) => details.remove());
    this.element.append(...charts.map((chart) => this.#details(chart, charts.length <= openLimit)));
  }

  #details({ name, html }, isOpen) {
    const details = document.createElement("details");
    details.className = "chart";
    details.open = this.#open.get(name) ?? isOpen;
    details.appendChild(document.createElement("summary")).textContent = name;
    const content = details.appendChild(document.createElement("div"));
    content.innerHTML = html;
    details.addEventListener("toggle", () => {
      if (details.isConnected) this.#open.set(name, details.open);
    });
    return details;
  }
}
