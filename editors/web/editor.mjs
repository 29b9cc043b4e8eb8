// The editor of one file: a text area whose text is transparent, above the same text in colours.
//
//   scroller ┌──────────────────────────────┐
//            │ 12 │ painted lines in view   │   aria-hidden, made anew at each key
//            │ 13 │ text area, as tall as   │   the person's: undo, selection, input methods, screen readers
//            │ 14 │ the text                │
//            └──────────────────────────────┘
//
// The outer element scrolls, so that both layers move as one. Lines are not wrapped: a wrap would have to match in both.

import { Lines, difference, moved } from "./lines.mjs";
import { Painter } from "./paint.mjs";
import { Tokens } from "./tokens.mjs";

/** Lines that are painted above and below those in view, so that scrolling shows no bare ones. */
const margin = 15;

/** The pause in typing after which the tokens of the whole text are read, in milliseconds. */
const pause = 100;

const indentation = "  ";

/** The editor of a file. */
export class Editor {
  #painter = new Painter();
  #tokens = new Tokens();
  #painted = [];
  #numbered = "";
  #releasesTab = false;
  #timer = 0;
  #lineHeight = 21;
  #characterWidth = 8;
  #frame = 0;
  /** The part of the text in view, so that a key need not request it, which would make the browser lay out twice. */
  #view = { top: 0, height: 0, width: 0 };
  #size = "";
  #following = 0;
  #isPointed = false;
  /** The place that is to be in view once the size is known. */
  #wanted;

  /**
   * @param {string} text
   * @param {object} listeners
   * @param {(editor: Editor) => void} listeners.edited called at each change of the text
   * @param {(event: KeyboardEvent, editor: Editor) => boolean} listeners.key whether a key was taken
   */
  constructor(text, listeners) {
    this.listeners = listeners;
    this.element = document.createElement("div");
    this.element.className = "editor";
    this.element.innerHTML = `<div class="layers">
      <div class="numbers" aria-hidden="true"><div></div></div><div class="paint" aria-hidden="true"></div>
      <textarea wrap="off" spellcheck="false" autocomplete="off" autocapitalize="off" autocorrect="off"
        aria-describedby="editor-keys" aria-autocomplete="list"></textarea></div>`;
    this.layers = this.element.querySelector(".layers");
    this.area = this.element.querySelector("textarea");
    this.paint = this.element.querySelector(".paint");
    this.numbers = this.element.querySelector(".numbers div");
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.lines = new Lines(text);
    this.area.addEventListener("input", () => this.#changed());
    this.area.addEventListener("keydown", (event) => this.#keyDown(event));
    this.area.addEventListener("pointerdown", () => { this.#isPointed = true; });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { this.#isPointed = false; });
    this.area.addEventListener("blur", () => { this.#releasesTab = false; });
    this.element.addEventListener("scroll", () => {
      this.#view.top = this.element.scrollTop;
      this.#schedule();
    }, { passive: true });
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  get text() { return this.lines.text; }

  get caret() { return this.area.selectionStart; }

  set label(label) { this.area.setAttribute("aria-label", label); }

  /** Takes the lexer of the core. @param {{ classes: string[], tokens: (text: string) => Int32Array }} colours */
  setColours(colours) {
    this.#painter.classes = colours.classes;
    this.#tokens = new Tokens(colours.tokens);
    this.#colour();
  }

  setTruths(parts) {
    this.#painter.setTruths(parts);
    this.#schedule();
  }

  setProblems(problems) {
    this.#painter.setProblems(problems);
    this.#schedule();
  }

  /** Shows another text, as while a number is dragged; the text area and its undo keep theirs. */
  preview(text) {
    this.#take(text);
  }

  /** Replaces a range as if it had been typed, so that undo takes it back. */
  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const isDone = text === "" && start === end
      || document.execCommand(text === "" ? "delete" : "insertText", false, text);
    if (isDone) return;
    this.area.setRangeText(text, start, end, "end");
    this.#changed();
  }

  /** Makes the text another by one edit; the caret stays with its line. */
  become(text) {
    const edit = difference(this.text, text);
    if (edit.start === edit.end && edit.text === "") return;
    const { line, character } = this.lines.position(this.caret);
    this.replace(edit.start, edit.end, edit.text);
    this.select(this.lines.offset({ line, character }));
  }

  /** Puts the caret at a place, in view. */
  select(start, end = start) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    this.reveal(start);
  }

  /** Scrolls a place into view. */
  reveal(offset) {
    if (this.#view.height === 0) this.#wanted = offset;
    const { line, character } = this.lines.position(offset);
    const [top, left] = [line * this.#lineHeight, character * this.#characterWidth];
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = this.element;
    if (top < scrollTop || top + 2 * this.#lineHeight > scrollTop + clientHeight) {
      this.element.scrollTop = Math.max(0, top - clientHeight / 3);
    }
    if (left < scrollLeft || left > scrollLeft + clientWidth * 0.8) {
      this.element.scrollLeft = Math.max(0, left - clientWidth / 2);
    }
  }

  /** The rectangle of a place on the screen: its left edge, top and bottom. */
  place(offset) {
    const { line } = this.lines.position(offset);
    const box = this.area.getBoundingClientRect();
    const style = getComputedStyle(this.area);
    const top = box.top + parseFloat(style.paddingTop) + line * this.#lineHeight;
    const left = box.left + parseFloat(style.paddingLeft)
      + this.#width(this.text.slice(this.lines.starts[line], offset));
    return { left, top, bottom: top + this.#lineHeight };
  }

  /** The offset at a point on the screen; undefined where there is no text. */
  offset(x, y) {
    const box = this.area.getBoundingClientRect();
    const style = getComputedStyle(this.area);
    const line = Math.floor((y - box.top - parseFloat(style.paddingTop)) / this.#lineHeight);
    if (line < 0 || line >= this.lines.count) return undefined;
    const content = this.lines.content(line);
    const left = x - box.left - parseFloat(style.paddingLeft);
    let column = Math.floor(left / this.#characterWidth);
    if (/[^\x20-\x7e]/.test(content)) {
      column = 0;
      while (column < content.length && this.#width(content.slice(0, column + 1)) < left) column += 1;
    }
    return column >= 0 && column < content.length ? this.lines.starts[line] + column : undefined;
  }

  #width(text) {
    if (/^[\x20-\x7e]*$/.test(text)) return text.length * this.#characterWidth;
    const context = (Editor.#canvas ??= document.createElement("canvas")).getContext("2d");
    context.font = getComputedStyle(this.area).font;
    return context.measureText(text).width;
  }

  static #canvas;

  #changed() {
    this.#take(this.area.value);
    this.#follow();
  }

  /** Takes a text as that of the file. */
  #take(text) {
    const edit = difference(this.lines.text, text);
    this.lines = new Lines(text);
    this.#painter.truths = moved(this.#painter.truths, edit);
    this.#painter.problems = moved(this.#painter.problems, edit);
    this.#tokens.edit(this.text, edit);
    this.#painter.tokens = this.#tokens.triples;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#colour(), pause);
    this.#paint();
    this.listeners.edited(this);
  }

  /** Scrolls the caret's line into view in the next frame, once the layers are as large as the text. */
  #follow() {
    if (this.#following) return;
    this.#following = requestAnimationFrame(() => {
      this.#following = 0;
      // A text that grew before its layers did has moved inside the text area, away from its painted lines.
      this.area.scrollTop = this.area.scrollLeft = 0;
      const caret = this.area.selectionDirection === "backward" ? this.area.selectionStart : this.area.selectionEnd;
      this.reveal(caret);
      this.#revealInWindow(caret);
    });
  }

  /** Scrolls the window where the editor's own scrolling is not enough, as on a small screen. */
  #revealInWindow(offset) {
    const { top, bottom } = this.place(offset);
    const floor = this.listeners.floor?.() ?? innerHeight;
    if (top < 0) scrollBy(0, top - this.#lineHeight);
    else if (bottom > floor) scrollBy(0, bottom - floor + this.#lineHeight);
  }

  /** The caret was moved: by keys its line is brought into view; a pointer has it there. */
  caretMoved() { if (!this.#isPointed) this.#follow(); }

  /** Reads the tokens of the whole text. */
  #colour() {
    if (!this.#tokens.readAll(this.text)) return;
    this.#painter.tokens = this.#tokens.triples;
    this.#schedule();
  }

  #measure() {
    const style = getComputedStyle(this.area);
    this.#view = { top: this.element.scrollTop, height: this.element.clientHeight, width: this.element.clientWidth };
    this.#lineHeight = parseFloat(style.lineHeight);
    const context = (Editor.#canvas ??= document.createElement("canvas")).getContext("2d");
    context.font = style.font;
    this.#characterWidth = context.measureText("0".repeat(100)).width / 100;
    this.#schedule();
    if (document.activeElement === this.area) this.#follow();
    if (this.#wanted !== undefined && this.#view.height > 0) {
      const wanted = this.#wanted;
      this.#wanted = undefined;
      this.#fit();
      this.reveal(wanted);
    }
  }

  #schedule() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  /** Paints the lines in view; lines that are as they were are left alone. */
  #paint() {
    const { top, height } = this.#view;
    if (height === 0) return;
    // A text that has become shorter is scrolled back only after this.
    const first = Math.max(0, Math.min(Math.floor(top / this.#lineHeight), this.lines.count) - margin);
    const last = Math.min(this.lines.count, Math.ceil((top + height) / this.#lineHeight) + margin);
    const lines = this.#painter.lines(this.lines, first, last);
    for (const [index, html] of lines.entries()) {
      if (this.#painted[index] === html) continue;
      const element = this.paint.children[index] ?? this.paint.appendChild(document.createElement("div"));
      element.innerHTML = html;
    }
    for (let index = lines.length; index < this.#painted.length; index += 1) this.paint.lastChild.remove();
    this.#painted = lines;
    const numbered = `${first} ${last}`;
    if (numbered !== this.#numbered) {
      this.#numbered = numbered;
      this.numbers.textContent = lines.map((_, index) => first + index + 1).join("\n");
    }
    const shift = `translateY(${first * this.#lineHeight}px)`;
    if (this.paint.style.transform !== shift) this.paint.style.transform = this.numbers.style.transform = shift;
    this.#fit();
  }

  /** Makes the layers as large as the text, in pixels: sizes that follow from contents are laid out several times. */
  #fit() {
    // Characters outside of ASCII may be two columns wide. The longest line grows in steps: each is a layout of all.
    const columns = Math.ceil((Math.max(20, this.lines.longest) + (/[^\x00-\x7f]/.test(this.text) ? 16 : 6)) / 40) * 40;
    const width = Math.max(this.#view.width, Math.ceil(columns * this.#characterWidth) + 64);
    const height = Math.max(this.#view.height, Math.ceil((this.lines.count + 1.5) * this.#lineHeight));
    const size = `${width} ${height}`;
    if (size === this.#size) return;
    this.#size = size;
    this.layers.style.width = `${width}px`;
    this.layers.style.height = `${height}px`;
  }

  #keyDown(event) {
    if (event.isComposing || this.listeners.key(event, this)) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Tab" && isPlain && !this.#releasesTab) {
      event.preventDefault();
      this.#indent(event.shiftKey);
    } else if (event.key === "Enter" && isPlain && !event.shiftKey) {
      event.preventDefault();
      const before = this.text.slice(this.lines.starts[this.lines.line(this.caret)], this.caret);
      this.replace(this.caret, this.area.selectionEnd, `\n${/^ */.exec(before)[0]}`);
      this.element.scrollLeft = 0;
    }
    const page = isPlain && { PageDown: 1, PageUp: -1 }[event.key];
    if (page) {
      event.preventDefault();
      this.#turnPage(page, event.shiftKey);
    }
    // Escape lets the next Tab leave the editor; Shift alone does not change that.
    if (event.key !== "Shift") this.#releasesTab = event.key === "Escape";
  }

  /** Moves the caret by as many lines as are in view: the text area is as tall as the text, and would take all of it for a page. */
  #turnPage(direction, isExtended) {
    const { selectionStart, selectionEnd, selectionDirection } = this.area;
    const [anchor, caret] = selectionDirection === "backward" ? [selectionEnd, selectionStart] : [selectionStart, selectionEnd];
    const { line, character } = this.lines.position(caret);
    const step = Math.max(1, Math.floor(this.#view.height / this.#lineHeight) - 2);
    const other = Math.max(0, Math.min(line + direction * step, this.lines.count - 1));
    const target = this.lines.offset({ line: other, character });
    const [start, end] = isExtended ? [Math.min(anchor, target), Math.max(anchor, target)] : [target, target];
    this.area.setSelectionRange(start, end, isExtended && target < anchor ? "backward" : "forward");
    this.#follow();
  }

  /** Indents the lines of the selection, or takes the indentation back. */
  #indent(isBack) {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const [first, last] = [this.lines.line(start), this.lines.line(end)];
    if (!isBack && first === last) {
      this.replace(start, end, indentation);
      return;
    }
    const from = this.lines.starts[first];
    const block = this.text.slice(from, this.lines.end(last));
    const changed = block.split("\n")
      .map((line) => (isBack ? line.replace(/^ {1,2}/, "") : line && indentation + line)).join("\n");
    if (changed === block) return;
    this.replace(from, from + block.length, changed);
    this.area.setSelectionRange(from, from + changed.length);
  }
}
