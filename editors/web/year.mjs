// The recording at a glance: a bar for each day, as high as it has firings. One of them is chosen, by pointer or keys.

import { next } from "./time.mjs";

const width = 1000;
const height = 64;

/** The bars of the days of a recording. */
export class Year {
  #dates = [];
  #counts = [];
  #places = new Map();
  #chosen = "";
  #done = 0;
  #frame = 0;
  #changes = { gained: new Map(), lost: new Map() };

  /**
   * @param {HTMLElement} element
   * @param {(date: string) => void} chosen called when the person chooses a day
   */
  constructor(element, chosen) {
    this.element = element;
    this.chosen = chosen;
    element.setAttribute("role", "slider");
    element.tabIndex = 0;
    element.innerHTML = `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
      <rect class="rest" height="${height}"/><rect class="chosen" height="${height}"/><path class="bars"/>
      <path class="lost"/><path class="gained"/><path class="pointed"/></svg><div class="months" aria-hidden="true"></div>`;
    element.addEventListener("pointermove", (event) => this.#point(event));
    element.addEventListener("pointerleave", () => this.#point());
    element.addEventListener("click", (event) => this.#choose(this.#at(event)));
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows the days of a recording, without any firings yet. @param {import("./time.mjs").Clock} clock */
  begin(clock, from, to) {
    this.clock = clock;
    this.#dates = clock.dates(from, to);
    this.#counts = this.#dates.map(() => 0);
    this.#places = new Map(this.#dates.map((date, index) => [date, index]));
    this.#done = 0;
    this.element.setAttribute("aria-valuemin", "1");
    this.element.setAttribute("aria-valuemax", String(this.#dates.length));
    this.#showMonths();
    this.#draw();
  }

  /** Adds firings; the replay has come to a second. */
  add(firings, at) {
    for (const firing of firings) {
      const index = this.#places.get(this.clock.date(firing.second));
      if (index !== undefined) this.#counts[index] += 1;
    }
    const index = this.#places.get(this.clock.date(at));
    this.#done = index ?? this.#dates.length;
    this.#draw();
  }

  /** The days on which firings are gained and lost, with their numbers. @param {{ gained: Map<string, number>, lost: Map<string, number> }} changes */
  set changes(changes) {
    this.#changes = changes;
    this.#draw();
  }

  /** The day that is chosen. */
  set day(date) {
    this.#chosen = date;
    this.#say();
    this.#draw();
  }

  get dates() { return this.#dates; }

  has(date) { return this.#places.has(date); }

  #draw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint() {
    const step = width / Math.max(this.#dates.length, 1);
    const most = this.#counts.reduce((a, b) => Math.max(a, b), 1);
    // Bars are told apart where there is room for a gap; those of a few days are no walls.
    const thickness = Math.max(Math.min(step * (step > 4 ? 0.8 : 1), 40), 0.5);
    const bar = (index) => {
      const top = height - 4 - (height - 8) * (this.#counts[index] / most);
      return `M${(index * step).toFixed(2)} ${height}V${top.toFixed(1)}h${thickness.toFixed(2)}V${height}z`;
    };
    this.#part("bars").setAttribute("d", this.#counts.map((count, index) => (count ? bar(index) : "")).join(""));
    const heightOf = (count) => (height - 8) * Math.min(count / most, 1);
    this.#part("lost").setAttribute("d", [...this.#changes.lost].map(([date, count]) => {
      const x = this.#places.get(date) * step + 0.5;
      return `M${x} ${height}V${height - 4 - heightOf(count)}h${Math.max(thickness - 1, 1)}V${height}`;
    }).join(""));
    this.#part("gained").setAttribute("d", [...this.#changes.gained.keys()].map((date) => {
      const index = this.#places.get(date);
      const [x, y] = [index * step + thickness / 2, height - 9 - heightOf(this.#counts[index]) ];
      return `M${x - 4} ${Math.max(y, 4)}h8M${x} ${Math.max(y - 4, 0)}v8`;
    }).join(""));
    this.#band("chosen", this.#places.get(this.#chosen), 1);
    this.#band("rest", this.#done, this.#dates.length - this.#done);
    this.#say();
  }

  /** Names the day for screen readers. */
  #say() {
    const index = this.#places.get(this.#chosen) ?? 0;
    this.element.setAttribute("aria-valuenow", String(index + 1));
    this.element.setAttribute("aria-valuetext", this.#label(index));
  }

  /** Draws a band behind some days. */
  #band(name, index, count) {
    const step = width / Math.max(this.#dates.length, 1);
    const band = this.#part(name);
    band.setAttribute("x", String((index ?? 0) * step));
    band.setAttribute("width", String(index === undefined || count <= 0 ? 0 : Math.max(count * step, count === 1 ? 5 : 0)));
  }

  #part(name) { return this.element.querySelector(`svg .${name}`); }

  #label(index) {
    const date = this.#dates[index];
    if (!date) return "no days";
    const count = this.#counts[index];
    const fired = count === 0 ? "nothing fired" : count === 1 ? "1 firing" : `${count} firings`;
    return `${this.clock.words(this.clock.start(date) + 43_200)}: ${fired}`;
  }

  #showMonths() {
    const months = this.element.querySelector(".months");
    months.replaceChildren();
    // Months of a year, else days of a short recording, else years of a long one.
    const isShort = this.#dates.length <= 45;
    const isLong = this.#dates.length > 800;
    for (const [index, date] of this.#dates.entries()) {
      const begins = isShort ? index % Math.ceil(this.#dates.length / 8) === 0
        : isLong ? date.endsWith("-01-01") : date.endsWith("-01");
      if (!begins) continue;
      const label = document.createElement("span");
      const month = new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", month: "short" });
      label.textContent = isShort ? `${Number(date.slice(8))} ${month}` : isLong ? date.slice(0, 4) : month;
      label.style.left = `${(index / this.#dates.length) * 100}%`;
      months.append(label);
    }
  }

  #at(event) {
    const box = this.element.querySelector("svg").getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * this.#dates.length);
    return this.#dates[Math.max(0, Math.min(index, this.#dates.length - 1))];
  }

  #point(event) {
    const date = event && this.#at(event);
    const index = this.#places.get(date);
    this.element.title = date ? this.#label(index) : "";
    const step = width / Math.max(this.#dates.length, 1);
    this.#part("pointed").setAttribute("d", date ? `M${(index + 0.5) * step} 0V${height}` : "");
  }

  #choose(date) {
    if (date) this.chosen(date);
  }

  #key(event) {
    const current = this.#chosen || this.#dates[0];
    const target = {
      ArrowRight: () => next(current), ArrowUp: () => next(current), ArrowLeft: () => next(current, -1),
      ArrowDown: () => next(current, -1), PageUp: () => next(current, -30), PageDown: () => next(current, 30),
      Home: () => this.#dates[0], End: () => this.#dates.at(-1),
    }[event.key]?.();
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const date = target < this.#dates[0] ? this.#dates[0] : target > this.#dates.at(-1) ? this.#dates.at(-1) : target;
    this.#choose(date);
  }
}
