// A handle above a number of the rules: dragged sideways it changes the number, and the day and the year follow. Alt with an
// arrow up or down does the same; on a phone there are two buttons.

import { numberAt, stepped } from "./numbers.mjs";

/** The pixels of a step, and the time for which the pointer has to rest on a number, in milliseconds. */
const pixels = 6;
const rest = 300;

/** The handle of the number at the caret or below the pointer. */
export class Dial {
  #editor;
  #number;
  #timer = 0;
  #drag;

  /** @param {HTMLElement} element the handle with its buttons */
  constructor(element) {
    this.element = element;
    this.handle = element.querySelector(".handle");
    this.handle.addEventListener("pointerdown", (event) => this.#begin(event));
    this.handle.addEventListener("pointermove", (event) => this.#move(event));
    this.handle.addEventListener("pointerup", () => this.#end(true));
    this.handle.addEventListener("pointercancel", () => this.#end(false));
    for (const button of element.querySelectorAll("[data-step]")) {
      // The text keeps the focus, and with it the keyboard of a phone.
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("click", () => this.#change(Number(button.dataset.step), false));
    }
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#drag) return;
      event.preventDefault();
      event.stopPropagation();
      this.#end(false);
    }, true);
  }

  /** Whether a number is being dragged. */
  get isDragging() { return this.#drag !== undefined; }

  /** Follows the pointer over an editor. */
  watch(editor) {
    editor.area.addEventListener("pointermove", (event) => {
      clearTimeout(this.#timer);
      if (event.pointerType !== "mouse" || event.buttons || this.#drag) return;
      const offset = editor.offset(event.clientX, event.clientY);
      if (offset !== undefined) this.#timer = setTimeout(() => this.#show(editor, offset), rest);
    });
    editor.element.addEventListener("scroll", () => { if (!this.#drag) this.close(); }, { passive: true });
  }

  /** The caret has come to a place. */
  caretMoved(editor) {
    if (this.#drag) return;
    const { selectionStart, selectionEnd } = editor.area;
    if (selectionStart !== selectionEnd) this.close();
    else this.#show(editor, selectionStart, true);
  }

  /** Handles a key of an editor; whether it was taken. */
  key(event, editor) {
    const step = event.altKey && !event.ctrlKey && !event.metaKey && { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const number = step && numberAt(editor.text, editor.caret);
    if (!number) return false;
    event.preventDefault();
    this.#editor = editor;
    this.#number = number;
    this.#change(step, event.shiftKey);
    return true;
  }

  close() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }

  #show(editor, offset, isCaret = false) {
    const number = numberAt(editor.text, offset);
    if (!number) {
      if (isCaret || this.#editor !== editor) this.close();
      return;
    }
    this.#editor = editor;
    this.#number = number;
    this.element.hidden = false;
    this.element.querySelector("output").textContent = number.text;
    const box = editor.element.getBoundingClientRect();
    const { left, top, bottom } = editor.place(number.start);
    const isAbove = top - this.element.offsetHeight > box.top;
    this.element.style.left = `${Math.max(box.left, Math.min(left, innerWidth - this.element.offsetWidth - 4))}px`;
    this.element.style.top = `${isAbove ? top - this.element.offsetHeight : bottom}px`;
  }

  /** Changes the number as if it had been typed. */
  #change(steps, isLarge) {
    const { start, end, text } = this.#number;
    const other = stepped(text, steps, isLarge);
    if (other === text) return;
    this.#editor.replace(start, end, other);
    this.#editor.area.setSelectionRange(start, start);
    this.#show(this.#editor, start, true);
  }

  #begin(event) {
    event.preventDefault();
    // The text may have changed since the handle was shown: an undo says so only when the caret's event arrives.
    this.#number = numberAt(this.#editor.text, this.#number.start);
    if (!this.#number) return this.close();
    this.handle.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, text: this.#editor.text, number: this.#number, now: this.#number.text };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const other = stepped(drag.number.text, Math.trunc((event.clientX - drag.x) / pixels), event.shiftKey);
    if (other === drag.now) return;
    drag.now = other;
    this.element.querySelector("output").textContent = other;
    this.#editor.preview(drag.text.slice(0, drag.number.start) + other + drag.text.slice(drag.number.end));
  }

  /** Ends a drag: the number that was reached is typed, or the old one comes back. */
  #end(isKept) {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = undefined;
    this.#editor.preview(drag.text);
    if (isKept && drag.now !== drag.number.text) this.#editor.replace(drag.number.start, drag.number.end, drag.now);
    else this.#editor.area.focus({ preventScroll: true });
    this.close();
  }
}
