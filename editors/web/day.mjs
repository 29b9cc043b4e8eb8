// A day as lanes: each Opp's condition, and below it each of its parts, true, false or unknown over time.
//
//                 0     3     6     9    12    15    18    21
//   Lunch walk    ──────────────────────████─────────────────    a firing is a dot
//   sky == sunny  ████████████████████████████▒▒▒▒───────────    ▒ unknown
//   free >= 30min ──────────████████████████─────────████████
//
// The lanes are a grid for the keyboard and for screen readers: a cell for each stretch of one truth. Arrows move by
// stretch and by lane, Home and End to the ends of the day, Page Up and Page Down by day.

/**
 * @typedef {object} Lane a row of the grid
 * @property {string} opp the name of the Opp
 * @property {unknown} [row] the row of `for each` that it is of, as the core names it
 * @property {string} label the words beside it
 * @property {boolean} isPart whether it is a part of a condition, and not all of it
 * @property {[number, number, string][]} runs stretches of a truth: from, to, and `true`, `false` or `unknown`
 * @property {number[]} firings seconds
 * @property {number[]} [lost] seconds at which it fired before an edit
 */

/** Pixels within which the pointer is moved to the beginning of a stretch. */
const snap = 4;

/** The lanes of a day. */
export class Day {
  #lanes = [];
  #rows = [];
  #second;
  #focus = { lane: 0, run: 0 };

  /**
   * @param {HTMLElement} element
   * @param {object} listeners
   * @param {(lane: Lane, second: number) => void} listeners.pointed called while the pointer moves over a lane
   * @param {(lane: Lane, second: number, isByKeys: boolean) => void} listeners.chosen called upon a click or a key
   * @param {() => void} listeners.left called when the pointer leaves
   * @param {(days: number) => void} listeners.turned called upon Page Up and Page Down
   */
  constructor(element, listeners) {
    Object.assign(this, { element, listeners });
    element.setAttribute("role", "grid");
    element.setAttribute("aria-label", "Conditions");
    element.addEventListener("pointermove", (event) => this.#point(event, false));
    element.addEventListener("click", (event) => this.#point(event, true));
    element.addEventListener("pointerleave", () => listeners.left());
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows the lanes of a day. @param {Lane[]} lanes */
  show(clock, date, from, to, lanes, painted) {
    Object.assign(this, { clock, from, to });
    const hadFocus = this.element.contains(document.activeElement);
    const old = this.#lanes[this.#focus.lane];
    this.#lanes = lanes;
    const same = lanes.findIndex((lane) => lane.opp === old?.opp && lane.label === old.label);
    this.#focus = { lane: Math.max(same, 0), run: 0 };
    this.element.setAttribute("aria-label", `Conditions on ${clock.words(from + 43_200)}`);
    this.#rows = lanes.map((lane, index) => this.#row(lane, index, painted));
    this.element.replaceChildren(this.#axis(date), ...this.#rows, this.#cursor());
    this.second = this.#second;
    if (this.#second !== undefined) this.#focus.run = this.#runAt(this.#focus.lane, this.#second);
    this.#mark(hadFocus);
  }

  /** Shows the hours of a day that is not there yet: with words, or with grey lanes. */
  wait(words) {
    this.#lanes = [];
    this.#rows = [];
    this.#second = undefined;
    const axis = document.createElement("div");
    axis.className = "axis";
    axis.setAttribute("aria-hidden", "true");
    const track = axis.appendChild(document.createElement("div"));
    track.className = "track";
    for (let hour = 0; hour < 24; hour += 3) {
      const label = track.appendChild(document.createElement("span"));
      label.textContent = String(hour);
      label.style.left = `${(hour / 24) * 100}%`;
    }
    // A grid has rows with cells, also where there is nothing to see.
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    const cell = row.appendChild(document.createElement("p"));
    cell.className = words ? "more" : "skeleton";
    cell.setAttribute("role", "gridcell");
    cell.append(words || "\u00a0");
    if (!words) cell.setAttribute("aria-label", "The day is being made ready");
    this.element.replaceChildren(axis, row);
  }

  /** The second that is explained, as a line across the lanes. */
  set second(second) {
    this.#second = second;
    const line = this.element.querySelector(".cursor");
    if (!line) return;
    line.hidden = second === undefined || second < this.from || second >= this.to;
    if (!line.hidden) line.firstChild.firstChild.style.left = this.#percent(second);
  }

  /** Marks the lanes of an Opp. */
  set opp(name) {
    for (const [index, row] of this.#rows.entries()) row.classList.toggle("is-chosen", this.#lanes[index].opp === name);
    this.element.classList.toggle("has-marked", this.#lanes.some((lane) => lane.opp === name));
  }

  /** Scrolls the lanes of an Opp into view. */
  reveal(name) {
    const index = this.#lanes.findIndex((lane) => lane.opp === name);
    const last = this.#lanes.findLastIndex((lane) => lane.opp === name);
    const scroller = this.element.parentElement;
    if (index < 0) return;
    // Only the lanes are scrolled, never the page. Below their edge is the axis.
    const top = this.#rows[index].offsetTop - this.#rows[0].offsetTop;
    const bottom = this.#rows[last].offsetTop + this.#rows[last].offsetHeight;
    if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight + 8;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
  }

  #percent(second) {
    return `${(((second - this.from) / (this.to - this.from)) * 100).toFixed(3)}%`;
  }

  #axis(date) {
    const axis = document.createElement("div");
    axis.className = "axis";
    axis.setAttribute("aria-hidden", "true");
    const track = axis.appendChild(document.createElement("div"));
    track.className = "track";
    for (const { second, hour } of this.clock.hours(date)) {
      if (hour % 3) continue;
      const label = track.appendChild(document.createElement("span"));
      label.textContent = String(hour);
      label.style.left = this.#percent(second);
    }
    return axis;
  }

  #cursor() {
    const cursor = document.createElement("div");
    cursor.className = "cursor";
    cursor.setAttribute("aria-hidden", "true");
    cursor.appendChild(document.createElement("div")).append(document.createElement("span"));
    return cursor;
  }

  #row(lane, index, painted) {
    const row = document.createElement("div");
    row.className = lane.isPart ? "lane is-part" : "lane";
    row.setAttribute("role", "row");
    const name = row.appendChild(document.createElement("div"));
    name.className = "name";
    name.setAttribute("role", "rowheader");
    if (lane.isPart && lane.row === undefined) name.innerHTML = painted(lane.label); else name.textContent = lane.label;
    const track = row.appendChild(document.createElement("div"));
    track.className = "track";
    track.dataset.lane = String(index);
    lane.runs.forEach(([from, to, truth], number) => {
      const cell = track.appendChild(document.createElement("div"));
      cell.className = `run is-${truth}`;
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.dataset.run = String(number);
      cell.setAttribute("aria-label", this.#words(lane, number));
      cell.style.left = this.#percent(from);
      cell.style.width = `${(((to - from) / (this.to - this.from)) * 100).toFixed(3)}%`;
    });
    for (const second of lane.lost ?? []) {
      const dot = track.appendChild(document.createElement("i"));
      dot.className = "is-lost";
      dot.style.left = this.#percent(second);
      dot.title = `no longer fires at ${this.clock.time(second)}`;
    }
    for (const second of lane.isPart ? [] : lane.firings) {
      const dot = track.appendChild(document.createElement("i"));
      dot.style.left = this.#percent(second);
      dot.title = `fired at ${this.clock.time(second)}`;
    }
    return row;
  }

  /** A stretch in words, as `true from 12:00 to 13:00, fired at 12:00`. */
  #words(lane, number) {
    const [from, to, truth] = lane.runs[number];
    const stretch = from <= this.from && to >= this.to ? "all day"
      : `from ${this.clock.time(from)} to ${to >= this.to ? "midnight" : this.clock.time(to)}`;
    const fired = lane.firings.filter((second) => second >= from && second < to).map((second) => this.clock.time(second));
    const firings = fired.length > 0 && !lane.isPart ? `, fired at ${fired.slice(0, 5).join(", ")}` : "";
    return `${truth === "events" ? "waits for its events" : truth} ${stretch}${firings}`;
  }

  #runAt(lane, second) {
    const index = this.#lanes[lane]?.runs.findIndex(([from, to]) => second >= from && second < to) ?? -1;
    return Math.max(index, 0);
  }

  #cell({ lane, run }) {
    return this.#rows[lane]?.querySelector(`[data-run="${run}"]`);
  }

  /** Lets the Tab key reach one cell only. */
  #mark(takesFocus) {
    for (const cell of this.element.querySelectorAll('[role="gridcell"][tabindex="0"]')) cell.tabIndex = -1;
    const cell = this.#cell(this.#focus);
    if (!cell) return;
    cell.tabIndex = 0;
    if (takesFocus) cell.focus();
  }

  #point(event, isClick) {
    const track = event.target.closest?.(".lane .track");
    const lane = this.#lanes[track?.dataset.lane];
    if (!lane) return;
    const box = track.getBoundingClientRect();
    const perPixel = (this.to - this.from) / box.width;
    const exact = this.from + (event.clientX - box.left) * perPixel;
    const turn = lane.runs.map(([from]) => from).concat(lane.firings)
      .find((second) => Math.abs(second - exact) <= snap * perPixel && second >= this.from);
    const second = turn ?? Math.floor(exact / 60) * 60;
    if (second < this.from || second >= this.to) return;
    if (!isClick) {
      this.listeners.pointed(lane, second);
      return;
    }
    const number = Number(track.dataset.lane);
    this.#focus = { lane: number, run: this.#runAt(number, second) };
    this.#mark(true);
    this.listeners.chosen(lane, second, false);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#lanes.length === 0) return;
    const { lane, run } = this.#focus;
    const last = this.#lanes[lane].runs.length - 1;
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      this.listeners.turned(event.key === "PageUp" ? -1 : 1);
      return;
    }
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (down !== undefined) {
      const other = Math.max(0, Math.min(lane + down, this.#lanes.length - 1));
      this.#focus = { lane: other, run: this.#runAt(other, this.#second ?? this.from) };
    } else {
      const target = {
        ArrowRight: Math.min(run + 1, last), ArrowLeft: Math.max(run - 1, 0), Home: 0, End: last, Enter: run, " ": run,
      }[event.key];
      if (target === undefined) return;
      this.#focus = { lane, run: target };
    }
    event.preventDefault();
    this.#mark(true);
    const chosen = this.#lanes[this.#focus.lane];
    // Up and down stay at the second; else it is the first of the stretch.
    const start = Math.max(chosen.runs[this.#focus.run]?.[0] ?? this.from, this.from);
    this.listeners.chosen(chosen, down === undefined ? start : this.#second ?? start, true);
  }
}
