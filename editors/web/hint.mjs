// The hint of the first visit above the lanes: three things to try, each ticked when it is done. It is shown until all are, or
// until it is hidden.

const key = "opp-hint";

/** The hint. */
export class Hint {
  #done = new Set();

  /** @param {HTMLElement} element with an item for each thing to try, by its `data-hint`, and a button that hides it */
  constructor(element) {
    this.element = element;
    element.querySelector("button").addEventListener("click", () => this.#hide());
    try {
      const kept = JSON.parse(localStorage.getItem(key)) ?? [];
      if (Array.isArray(kept)) this.#done = new Set(kept);
    } catch {
      // Nothing is kept, or nothing may be: the hint is shown.
    }
    this.#show();
  }

  /** Something was tried: `point`, `change` or `play`. */
  tried(name) {
    if (this.#done.has(name)) return;
    this.#done.add(name);
    this.#keep();
    this.#show();
  }

  #hide() {
    for (const item of this.element.querySelectorAll("[data-hint]")) this.#done.add(item.dataset.hint);
    this.#keep();
    this.#show();
  }

  #show() {
    const items = [...this.element.querySelectorAll("[data-hint]")];
    for (const item of items) item.classList.toggle("is-done", this.#done.has(item.dataset.hint));
    this.element.hidden = items.every((item) => this.#done.has(item.dataset.hint));
  }

  #keep() {
    try {
      localStorage.setItem(key, JSON.stringify([...this.#done]));
    } catch {
      // Storage is full or not allowed: the hint comes again.
    }
  }
}
