// The day as it passes: a second runs over the lanes, the text is tinted as it was then, and cards appear where rules fire.
//
// Nothing is asked of a worker on the way: the lanes of the day have all that is shown. Where motion is not wanted, each
// press goes to the next change.

import { turnsAfter } from "./truths.mjs";

/** Seconds of the day that pass in a second: where something turns soon, and where nothing does. */
const [pace, haste] = [7200, 28_800];

/** The time for which a second rests at a firing, in milliseconds. */
const rest = 700;

/** The time before the first change at which a day begins, in seconds. */
const lead = 1800;

/**
 * @typedef {object} Stage
 * @property {() => { from: number, to: number, lanes: object[], firings: object[] } | undefined} day the day that is shown
 * @property {() => number | undefined} second the second that is chosen
 * @property {(second: number) => void} show shows a second on the way
 * @property {(second: number) => void} stop chooses the second at which the day stands still
 * @property {(firing: object) => void} fired called where a rule fires
 */

/** Plays a day. */
export class Play {
  #frame = 0;
  #second;
  #before = 0;
  #restsUntil = 0;
  #turns = [];
  #firings = [];

  /**
   * @param {HTMLButtonElement} button
   * @param {HTMLElement} lanes
   * @param {Stage} stage
   */
  constructor(button, lanes, stage) {
    Object.assign(this, { button, stage });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    button.addEventListener("click", () => this.press());
    lanes.addEventListener("pointermove", () => this.pause());
    lanes.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["pointerdown", "keydown"]) {
      document.addEventListener(name, (event) => { if (!button.contains(event.target)) this.pause(); });
    }
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.pause(); });
    this.still.addEventListener("change", () => this.#label());
    this.#label();
  }

  get isRunning() { return this.#frame !== 0; }

  /** Begins, goes on, or pauses; where motion is not wanted, goes to the next change. */
  press() {
    if (this.isRunning) this.pause();
    else if (this.still.matches) this.step(1);
    else this.#begin();
  }

  /** Stands still at the second that was reached. */
  pause() {
    if (!this.isRunning) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#label();
    this.stage.stop(Math.floor(this.#second));
  }

  /** Goes to the next change of the day, or to the one before. */
  step(direction) {
    const day = this.stage.day();
    if (!day) return;
    const second = this.stage.second() ?? (direction > 0 ? day.from - 1 : day.to);
    const turns = direction > 0 ? turnsAfter(day.lanes, second, day.to)
      : turnsAfter(day.lanes, day.from - 1, second).reverse();
    if (turns.length === 0) return;
    this.stage.stop(turns[0]);
    const firing = day.firings.find((found) => found.second === turns[0]);
    if (firing) this.stage.fired(firing);
  }

  #begin() {
    const day = this.stage.day();
    if (!day) return;
    const chosen = this.stage.second();
    const last = day.firings.at(-1)?.second;
    const [first] = turnsAfter(day.lanes, day.from, day.to);
    const isDone = chosen === undefined || chosen < day.from || chosen >= day.to || chosen === last;
    this.#second = isDone ? Math.max(day.from, (first ?? day.from) - lead) : chosen;
    this.#turns = turnsAfter(day.lanes, this.#second, day.to);
    this.#firings = day.firings.filter(({ second }) => second > this.#second);
    this.#before = this.#restsUntil = 0;
    this.#frame = requestAnimationFrame((now) => this.#pass(now));
    this.#label();
  }

  #pass(now) {
    const day = this.stage.day();
    if (!day || !this.isRunning) return;
    const time = this.#before === 0 ? 0 : Math.min(now - this.#before, 100) / 1000;
    this.#before = now;
    if (now >= this.#restsUntil) this.#go(time, now);
    if (this.#second >= day.to) {
      this.#frame = 0;
      this.#label();
      this.stage.stop(day.firings.at(-1)?.second ?? day.to - 1);
      return;
    }
    this.#frame = requestAnimationFrame((later) => this.#pass(later));
  }

  /** Passes on by a time in seconds, but not past a firing. */
  #go(time, now) {
    while (this.#turns.length > 0 && this.#turns[0] <= this.#second) this.#turns.shift();
    const isNear = this.#turns.length > 0 && this.#turns[0] - this.#second <= 3600;
    let second = this.#second + time * (isNear ? pace : haste);
    // In haste no change is leapt over.
    if (this.#turns.length > 0 && !isNear) second = Math.min(second, this.#turns[0] - 3600);
    second = Math.max(second, this.#second);
    const [firing] = this.#firings;
    if (firing && second >= firing.second) {
      second = firing.second;
      while (this.#firings[0]?.second === second) this.stage.fired(this.#firings.shift());
      this.#restsUntil = now + rest;
    }
    this.#second = second;
    this.stage.show(second);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "p") this.press();
    else if (event.key === "n") this.step(1);
    else if (event.key === "b") this.step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #label() {
    const isStill = this.still.matches;
    this.button.textContent = this.isRunning ? "❚❚" : "▶";
    const name = this.isRunning ? "Pause" : isStill ? "Next change" : "Play the day";
    this.button.setAttribute("aria-label", name);
    this.button.title = name;
  }
}
