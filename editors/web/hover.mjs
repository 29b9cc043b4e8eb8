// The note of the language server about the word under the pointer, or at the caret upon F1.

import { html } from "./markup.mjs";

/** The time for which the pointer has to rest, in milliseconds. */
const rest = 350;

/** The note about a word. */
export class Hover {
  #timer = 0;
  #turn = 0;

  /**
   * @param {HTMLElement} element
   * @param {(editor: import("./editor.mjs").Editor, offset: number) => Promise<object>} request sends a request to the language server
   * @param {(code: string) => string} painted colours a snippet
   */
  constructor(element, request, painted) {
    Object.assign(this, { element, request, painted });
    element.setAttribute("role", "tooltip");
    element.hidden = true;
  }

  /** Follows the pointer over an editor. */
  watch(editor) {
    editor.area.addEventListener("pointermove", (event) => {
      this.close();
      if (event.pointerType !== "mouse" || event.buttons) return;
      const offset = editor.offset(event.clientX, event.clientY);
      if (offset !== undefined) this.#timer = setTimeout(() => this.open(editor, offset), rest);
    });
    for (const name of ["pointerleave", "pointerdown", "blur"]) editor.area.addEventListener(name, () => this.close());
    // F1 requests a note; every other key is the end of one.
    editor.area.addEventListener("keydown", (event) => { if (event.key !== "F1") this.close(); });
    editor.element.addEventListener("scroll", () => this.close(), { passive: true });
  }

  /** Shows the note about a place, if there is one. */
  async open(editor, offset) {
    this.close();
    const turn = this.#turn;
    const text = editor.text;
    const result = await this.request(editor, offset).catch(() => undefined);
    if (turn !== this.#turn || editor.text !== text || !result?.contents) return;
    const markdown = typeof result.contents === "string" ? result.contents : result.contents.value ?? "";
    this.element.innerHTML = html(markdown, this.painted);
    this.element.hidden = false;
    const start = result.range ? editor.lines.range(result.range).start : offset;
    const { left, top, bottom } = editor.place(start);
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = `${Math.max(4, Math.min(left, innerWidth - offsetWidth - 4))}px`;
    this.element.style.top = `${top - offsetHeight > 4 ? top - offsetHeight - 2 : bottom + 2}px`;
    return this.element.textContent;
  }

  close() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    if (!this.element.hidden) this.element.hidden = true;
  }
}
