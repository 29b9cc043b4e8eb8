// The tokens of a text that is edited. At a key only the paragraph around the edit is read anew: the class of a word follows
// from the syntax around it, which a paragraph has whole, unless the text is broken. So all of it is read after a pause.
//
//   opp "Warm" when temp > 20C        │
//     notify "It is {temp}."          │ read anew when any of its lines is edited
//                                     ┘ an empty line
//   opp "Cold" when temp < 0C

/** The tokens of one text, as triples of start, length and class. */
export class Tokens {
  /** @type {Int32Array} */
  triples = new Int32Array(0);
  #read;

  /** @param {(text: string) => Int32Array} read the lexer of the core; without one there are no tokens */
  constructor(read = () => new Int32Array(0)) {
    this.#read = read;
  }

  /** Reads a whole text; whether any token is another one. */
  readAll(text) {
    const triples = this.#read(text);
    const isSame = triples.length === this.triples.length && triples.every((number, index) => number === this.triples[index]);
    this.triples = triples;
    return !isSame;
  }

  /**
   * Follows an edit. The cost is that of the paragraph around it, and of moving the tokens behind it.
   *
   * @param {string} text the text after the edit
   * @param {{ start: number, end: number, text: string }} edit
   */
  edit(text, edit) {
    const by = edit.text.length - (edit.end - edit.start);
    const from = paragraphStart(text, edit.start);
    const to = paragraphEnd(text, edit.start + edit.text.length);
    const read = this.#read(text.slice(from, to));
    const old = this.triples;
    const [first, last] = [firstToken(old, from), firstToken(old, to - by)];
    const triples = new Int32Array(first + read.length + old.length - last);
    triples.set(old.subarray(0, first));
    triples.set(read, first);
    triples.set(old.subarray(last), first + read.length);
    for (let index = first; index < first + read.length; index += 3) triples[index] += from;
    for (let index = first + read.length; index < triples.length; index += 3) triples[index] += by;
    this.triples = triples;
  }
}

/** The index of the first token that ends behind an offset. */
export function firstToken(triples, offset) {
  let [low, high] = [0, triples.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (triples[middle * 3] + triples[middle * 3 + 1] <= offset) low = middle + 1; else high = middle;
  }
  return low * 3;
}

/** The offset behind the last empty line before an offset. */
function paragraphStart(text, offset) {
  const at = offset < 2 ? -1 : text.lastIndexOf("\n\n", offset - 2);
  return at < 0 ? 0 : at + 2;
}

/** The offset of the first empty line behind an offset. */
function paragraphEnd(text, offset) {
  const at = text.indexOf("\n\n", offset);
  return at < 0 ? text.length : at;
}
