internal import OppOutputs
internal import OppSystem

/// Lines from standard input: typed with editing on a terminal, else as they come
///
/// On a terminal, each line is read in raw mode, key by key, and the mode is given back before the line is run, so that it
/// prints as usual and is ended by Ctrl-C.
struct PlaygroundInput {
  /// The line and the history
  private var buffer = LineBuffer()
  private let console: Console

  /// `true` if both ends are a terminal, so that there is somebody to type and to see it
  private let isTerminal: Bool

  init(_ console: Console) {
    self.console = console
    isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// The next line; nil at the end of the input
  mutating func next(_ playground: Playground) -> String? {
    guard isTerminal else { return readLine() }
    console.flush()
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return readLine() }
    var raw = saved
    cfmakeraw(&raw)
    // Line ends that are printed still go to the first column.
    raw.c_oflag = saved.c_oflag
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) }
    return edit(playground)
  }

  /// Reads keys until one ends the line
  ///
  /// - Returns: nil if the input has ended.
  private mutating func edit(_ playground: Playground) -> String? {
    let prompt = playground.isContinued ? "...> " : "opp> "
    let keys = TerminalKeys { Self.byte() }
    show(prompt)
    while let key = keys.next() {
      switch key {
      case .enter:
        put("\n")
        return buffer.enter()
      case .cancel:
        put("^C\n")
        buffer.clear()
      case .endOfInput:
        if buffer.characters.isEmpty {
          put("\n")
          return nil
        }
        buffer.press(.deleteHere)
      case .complete: complete(playground)
      case .character, .left, .right, .up, .down, .home, .end, .deleteBefore, .deleteHere,
        .deleteToEnd, .deleteToStart:
        buffer.press(key)
      }
      show(prompt)
    }
    return nil
  }

  /// Completes the part that all candidates share; if they share none, lists them
  private mutating func complete(_ playground: Playground) {
    let (start, texts) = playground.completions(of: buffer.head)
    let typed = String(decoding: Array(buffer.head.utf8).dropFirst(start), as: UTF8.self)
    let fitting = texts.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    let common = LineBuffer.commonPrefix(of: fitting)
    if common.count > typed.count {
      buffer.replace(from: start, with: common)
    } else if fitting.count > 1 {
      put(
        "\n" + fitting.prefix(40).joined(separator: "  ") + (fitting.count > 40 ? "  …" : "") + "\n"
      )
    }
  }

  /// Redraws the line, with the cursor at its place
  private func show(_ prompt: String) {
    let back = buffer.characters.count - buffer.cursor
    put("\r\u{1B}[K" + prompt + buffer.text + (back > 0 ? "\u{1B}[\(back)D" : ""))
  }

  /// Writes at once, because the console holds back its text
  private func put(_ text: String) {
    console.write(text)
    console.flush()
  }

  /// The next byte of standard input; nil at its end
  private static func byte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }
}
