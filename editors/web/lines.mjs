// Lines of a text, and places in it: offsets and columns count UTF-16 units, as JavaScript and the language server do.

/** The beginnings of a text's lines. */
export class Lines {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    /** The length of the longest line. */
    this.longest = 0;
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      if (at - start > this.longest) this.longest = at - start;
      start = at + 1;
      this.starts.push(start);
    }
    this.longest = Math.max(this.longest, text.length - start);
  }

  get count() { return this.starts.length; }

  /** The offset at which a line ends, before its line feed. */
  end(line) { return line + 1 < this.count ? this.starts[line + 1] - 1 : this.text.length; }

  content(line) { return this.text.slice(this.starts[line], this.end(line)); }

  /** The line that an offset is in. */
  line(offset) {
    let [low, high] = [0, this.count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle; else high = middle;
    }
    return low;
  }

  /** The place of an offset as the language server names it. */
  position(offset) {
    const line = this.line(offset);
    return { line, character: offset - this.starts[line] };
  }

  /** The offset of a place; one that is outside of the text is moved into it. */
  offset({ line, character }) {
    if (line >= this.count) return this.text.length;
    return Math.min(this.starts[line] + character, this.end(line));
  }

  /** The offsets of a range of the language server. */
  range({ start, end }) { return { start: this.offset(start), end: this.offset(end) }; }
}

/** The one replacement that makes a text of another: its place and the text put there. */
export function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  const start = common(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const same = common(shorter - start, (from, to) =>
    before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from));
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/**
 * The length up to which two texts are alike, found by halving: parts of texts are compared at once, a dozen times faster
 * than their characters one by one.
 */
function common(limit, isAlike) {
  let known = 0;
  while (known < limit) {
    const middle = (known + limit + 1) >> 1;
    if (isAlike(known, middle)) known = middle; else limit = middle - 1;
  }
  return known;
}

/** A text after edits of the language server, none of which overlap. */
export function edited(text, edits) {
  const lines = new Lines(text);
  const replacements = edits
    .map((edit, index) => ({ ...lines.range(edit.range), text: edit.newText, index }))
    .sort((a, b) => a.start - b.start || a.index - b.index);
  let result = "";
  let at = 0;
  for (const { start, end, text: inserted } of replacements) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/** Ranges of a text as they are after an edit: those behind it are moved, those that it touches are left out. */
export function moved(ranges, { start, end, text }) {
  const by = text.length - (end - start);
  return ranges.flatMap((range) => {
    if (range.end <= start) return [range];
    if (range.start >= end) return [{ ...range, start: range.start + by, end: range.end + by }];
    return range.start < start && range.end > end ? [{ ...range, end: range.end + by }] : [];
  });
}
