// The list of problems below the editor: each with its place, its help and its fixes.

const severities = { 1: "Error", 2: "Warning", 3: "Note", 4: "Hint" };

/** The problems of all files. */
export class Problems {
  /**
   * @param {HTMLElement} element the list
   * @param {HTMLElement} heading
   * @param {object} listeners
   * @param {(name: string, diagnostic: object) => void} listeners.shown called to show a problem in the text
   * @param {(action: object) => void} listeners.applied called to apply a fix
   */
  constructor(element, heading, listeners) {
    Object.assign(this, { element, heading, listeners });
  }

  /** Shows problems. @param {{ name: string, diagnostic: object, actions: object[] }[]} problems */
  show(problems) {
    const focus = this.#focused();
    const worst = problems.reduce((a, { diagnostic }) => Math.min(a, diagnostic.severity ?? 1), 5);
    const count = problems.length === 0 ? "No problems" : problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    if (this.heading.textContent !== count) this.heading.textContent = count;
    this.heading.className = problems.length === 0 ? "" : `has-${(severities[worst] ?? "Note").toLowerCase()}`;
    this.element.replaceChildren(...problems.map((problem) => this.#item(problem)));
    this.element.hidden = problems.length === 0;
    if (focus) (this.element.querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? this.element.querySelector("button"))?.focus();
  }

  /** The control that has the focus, if it is one of the list. */
  #focused() {
    return this.element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  }

  #item({ name, diagnostic, actions }) {
    const item = document.createElement("li");
    const kind = severities[diagnostic.severity] ?? "Error";
    item.className = `is-${kind.toLowerCase()}`;
    const [headline, ...more] = diagnostic.message.split("\n");
    const { line, character } = diagnostic.range.start;
    const show = this.#button(headline, () => this.listeners.shown(name, diagnostic), `${diagnostic.code}:${line}`);
    show.className = "headline";
    const place = document.createElement("span");
    place.className = "place";
    place.textContent = `${kind}, ${name}:${line + 1}:${character + 1}`;
    show.prepend(place, " ");
    item.append(show);
    for (const text of more) {
      const help = item.appendChild(document.createElement("p"));
      help.textContent = text;
    }
    const tools = document.createElement("p");
    tools.className = "fixes";
    for (const action of actions) {
      tools.append(this.#button(`Apply: ${action.title}`, () => this.listeners.applied(action), `${action.title}:${line}`));
    }
    const page = diagnostic.codeDescription?.href;
    // The core names pages of this site only.
    if (page?.startsWith("../")) {
      const link = tools.appendChild(document.createElement("a"));
      link.href = page;
      link.textContent = diagnostic.code;
      link.target = "_blank";
      link.setAttribute("aria-label", `About ${diagnostic.code}`);
    } else if (diagnostic.code) {
      tools.append(diagnostic.code);
    }
    item.append(tools);
    return item;
  }

  #button(text, action, key) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.dataset.key = key;
    button.addEventListener("click", action);
    return button;
  }
}
