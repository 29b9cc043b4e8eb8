// The firings of a day as cards: a notification as a phone shows it, a firing that only writes rows as one line.

/** The most cards that are shown at first. */
const limit = 6;

/** The cards of a day. */
export class Cards {
  #isWhole = false;

  /**
   * @param {HTMLElement} element the list
   * @param {(firing: import("./firings.mjs").Firing) => void} chosen called to explain a firing
   */
  constructor(element, chosen) {
    Object.assign(this, { element, chosen });
  }

  /** Shows the firings of a day. @param {import("./time.mjs").Clock} clock */
  show(clock, firings) {
    if (firings.length === 0) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "Nothing fires on this day.";
      this.element.replaceChildren(none);
      return;
    }
    const shown = this.#isWhole ? firings : firings.slice(0, firings.length > limit + 1 ? limit : limit + 1);
    this.element.replaceChildren(...shown.map((firing) => this.#item(clock, firing)));
    const rest = firings.length - shown.length;
    if (rest > 0) this.#addRest(clock, firings, rest);
  }

  /** Shows the cards up to a second of the day that is played; all of them without one. */
  mark(second) {
    for (const card of this.element.querySelectorAll("[data-second]")) {
      card.classList.toggle("is-ahead", second !== undefined && Number(card.dataset.second) > second);
    }
  }

  #addRest(clock, firings, rest) {
    const item = document.createElement("li");
    const button = item.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", className: "rest", textContent: `and ${rest} more` });
    button.addEventListener("click", () => {
      const next = this.element.childElementCount - 1;
      this.#isWhole = true;
      this.show(clock, firings);
      this.element.children[next]?.querySelector("button")?.focus();
    });
    this.element.append(item);
  }

  #item(clock, firing) {
    const item = document.createElement("li");
    item.dataset.second = String(firing.second);
    const button = item.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = firing.text === undefined ? "record" : "card";
    if (firing.colour) button.style.borderLeftColor = firing.colour;
    const time = button.appendChild(document.createElement("time"));
    time.dateTime = new Date(firing.second * 1000).toISOString();
    time.textContent = clock.time(firing.second);
    const name = button.appendChild(document.createElement("b"));
    name.textContent = firing.label ? `${firing.opp}, ${firing.label}` : firing.opp;
    const text = button.appendChild(document.createElement("span"));
    text.textContent = [firing.text, held(clock, firing), written(firing)].filter(Boolean).join(" · ");
    button.addEventListener("click", () => this.chosen(firing));
    return item;
  }
}

/** When a notification was delivered, if that was not at once. */
function held(clock, { second, delivered }) {
  if (delivered === undefined) return "";
  if (delivered === null) return "never delivered";
  const later = Date.parse(delivered) / 1000;
  const day = clock.date(later) === clock.date(second) ? "" : `${clock.words(later)}, `;
  return `held until ${day}${clock.time(later)}`;
}

/** The rows that a firing wrote, in words: those of a notification are not told. */
function written({ text, tables }) {
  if (text !== undefined || tables.length === 0) return "";
  return `wrote ${[...new Set(tables)].map((table) => `a row of ${table}`).join(" and ")}`;
}
