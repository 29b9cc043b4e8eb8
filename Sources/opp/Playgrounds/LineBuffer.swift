/// A line that is being edited, and the lines before it
///
/// Knows keys and no terminal, so that tests can type.
///
/// ```
/// typed             text       cursor
/// t e m p           temp       4
/// left left         temp       2
/// deleteBefore      tmp        1
/// home x            xtmp       1
/// up                the line entered before; down brings xtmp back
/// ```
struct LineBuffer {
  /// The effect of a key
  enum Key: Equatable {
    case character(Character)
    case left
    case right
    case up
    case down
    case home
    case end
    case deleteBefore
    case deleteHere
    case deleteToEnd
    case deleteToStart
    case complete
    case enter

    /// Ctrl-C: gives the line up
    case cancel

    /// Ctrl-D: the end of the input, on an empty line
    case endOfInput
  }

  /// The line; a character may have several code points
  private(set) var characters: [Character] = []

  /// The place of the cursor, before the character of this index
  private(set) var cursor = 0

  /// The lines that were entered, the oldest first
  private(set) var history: [String] = []

  /// The index in ``history`` of the line that is shown; its end for the line that is being typed
  private var shown = 0

  /// The line that is being typed, while an older one is shown
  private var typed: [Character] = []

  var text: String { String(characters) }

  /// The text before the cursor
  var head: String { String(characters[..<cursor]) }

  /// Changes the line by a key that does not end it
  mutating func press(_ key: Key) {
    switch key {
    case .character(let character):
      characters.insert(character, at: cursor)
      cursor += 1
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .deleteBefore where cursor > 0:
      cursor -= 1
      characters.remove(at: cursor)
    case .deleteHere where cursor < characters.count: characters.remove(at: cursor)
    case .deleteToEnd: characters.removeSubrange(cursor...)
    case .deleteToStart:
      characters.removeSubrange(..<cursor)
      cursor = 0
    case .up: show(shown - 1)
    case .down: show(shown + 1)
    case .deleteBefore, .deleteHere, .complete, .enter, .cancel, .endOfInput: break
    }
  }

  /// Replaces the text before the cursor, from a byte on
  ///
  /// - Parameter byte: an index into the bytes of ``head``: with `when te`, 5 and `temp` the line is `when temp`.
  mutating func replace(from byte: Int, with text: String) {
    let head = Array(self.head.utf8)
    let kept = String(decoding: head[..<min(max(byte, 0), head.count)], as: UTF8.self)
    let new = Array(kept + text)
    characters = new + characters[cursor...]
    cursor = new.count
  }

  /// Ends the line, keeps it in the history, and begins an empty one
  mutating func enter() -> String {
    let line = text
    if !line.isEmpty, history.last != line { history.append(line) }
    clear()
    return line
  }

  /// Begins an empty line
  mutating func clear() {
    (characters, cursor, typed) = ([], 0, [])
    shown = history.count
  }

  /// Shows a line of the history, or the line that was being typed; nothing happens beyond either end
  private mutating func show(_ index: Int) {
    guard index >= 0, index <= history.count, index != shown else { return }
    if shown == history.count { typed = characters }
    shown = index
    characters = index == history.count ? typed : Array(history[index])
    cursor = characters.count
  }

  /// The longest text with which all of some texts begin
  ///
  /// Of `weather`, `weekday` it is `we`; of one text all of it, and of none the empty text.
  static func commonPrefix(of texts: [String]) -> String {
    guard var prefix = texts.first else { return "" }
    for text in texts { while !text.hasPrefix(prefix) { prefix = String(prefix.dropLast()) } }
    return prefix
  }
}
