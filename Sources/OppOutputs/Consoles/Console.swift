internal import OppSyntax

/// Standard output and error, buffered, with colour only on a terminal
///
/// Everything for people goes out line by line, and no line holds a control character beside the
/// emphasis of the console itself (``Console/line(_:)``, ``Console/message(_:)``).
///
/// A class because every part of a command writes to the same two streams.
///
/// Output is delivered in pieces of 64 KiB, and whenever something goes to standard error, so that both streams
/// appear in the order of writing. A command calls ``flush()`` before it ends, and then looks at ``outputFailure``.
///
/// ```
/// line("a\u{7}b")          a, U+FFFD, b and a line feed: the bell does not ring
/// write("opp \"A\"\n")     as it is: a formatted file
/// ```
package final class Console {
  /// `true` if standard output is coloured
  package private(set) var colours: Bool

  /// `true` if standard error is coloured
  package private(set) var errorColours: Bool

  /// The cells of a line of standard output, at which ``folded(_:under:)`` folds; `nil` if lines stay whole, as in a pipe
  package var width: Int?

  /// Called before anything is written, such as to wipe a line of progress off the terminal
  package var willWrite: (() -> Void)?

  /// Called with the share of the work that is done, from 0 to 1
  package var didAdvance: ((Double) -> Void)?

  /// Nil if the text is kept in ``transcript`` in place of being written
  private let sink: Sink?

  /// Bytes of standard output that were not delivered yet
  private var buffer: [UInt8] = []

  /// `true` if the last line that was delivered broke off in its middle
  private var isMidLine = false

  /// Both streams in the order of writing, if the console captures
  package private(set) var transcript: [UInt8] = []

  /// The reason why standard output was not written in full; nil while it was
  package private(set) var outputFailure: String?

  /// Bytes kept before they are written
  private static let bufferSize = 1 << 16

  /// A console that writes to a sink
  package init(colours: Bool = false, errorColours: Bool = false, sink: @escaping Sink) {
    self.colours = colours
    self.errorColours = errorColours
    self.sink = sink
    buffer.reserveCapacity(Console.bufferSize)
  }

  /// A console that keeps its output, plain, for tests
  package init() {
    colours = false
    errorColours = false
    sink = nil
  }

  /// Colours both streams, or neither, also if they are no terminals
  package func setColours(_ colours: Bool) {
    self.colours = colours
    errorColours = colours
  }

  /// One of the two streams
  package enum Stream {
    case output
    case error
  }

  /// The reason why not everything was written
  package struct WriteFailure: Error {
    /// The number of bytes written
    package let written: Int

    /// A fragment for people
    package let reason: String

    package init(written: Int, reason: String) {
      self.written = written
      self.reason = reason
    }
  }

  /// Writes all bytes to a stream
  package typealias Sink = (_ bytes: [UInt8], _ stream: Stream) throws(WriteFailure) -> Void

  /// Writes `text` as one line to standard output, with control characters made printable
  package func line(_ text: String = "") {
    // Colour codes of the console itself stay if the stream is coloured; all else becomes printable.
    write(Emphasis.line(text, keepsEmphasis: colours) + "\n")
  }

  /// Writes `text` as one line to standard output, folded between words if it is wider than the terminal
  ///
  /// - Parameter column: the cell at which the lines after the first begin.
  package func folded(_ text: String, under column: Int) {
    guard let width else { return line(text) }
    let line = Emphasis.line(text, keepsEmphasis: colours)
    for part in FoldedLine(width: width, column: column).parts(of: line) { write(part + "\n") }
  }

  /// Writes a text of several lines to standard output
  ///
  /// - Requires: the line ends in it are the program's own.
  package func lines(_ text: String) {
    for line in text.lines { self.line(line) }
  }

  /// Writes a line of a file to standard output, so that the output can be read back as a file
  ///
  /// Tabs and the carriage return before the line's end stay: they do nothing to a terminal. All else
  /// that is not for printing is replaced as in ``line(_:)``.
  package func sourceLine(_ text: String, _ style: Emphasis? = nil) {
    let printable = text.printableSource
    write((style.map { styled(printable, $0) } ?? printable) + "\n")
  }

  /// Writes `text` as it is to standard output, for programs that read it, such as a formatted file
  package func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Console.bufferSize { flush() }
  }

  /// Writes bytes of ``printable(_:)`` to standard output
  package func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Console.bufferSize { flush() }
  }

  /// The bytes of a part of a line, as ``line(_:)`` would write it
  package func printable(_ text: String) -> [UInt8] {
    Array(Emphasis.line(text, keepsEmphasis: colours).utf8)
  }

  /// Writes one line about the run to standard error
  package func message(_ text: String) {
    // All that was printed before the message appears before it.
    flush()
    let line = Emphasis.line(text, keepsEmphasis: errorColours) + "\n"
    // There is no place left to report a failure of standard error.
    try? put(Array(line.utf8), .error)
  }

  /// Writes a text of several lines to standard error
  ///
  /// - Requires: the line ends in it are the program's own.
  package func messages(_ text: String) {
    for line in text.lines { message(line) }
  }

  /// Prints why a command stopped
  package func report(_ failure: CommandFailure) {
    message("\(styled("error", .error, errorColours)): \(failure.message)")
    if let help = failure.help { message("  help: \(help)") }
  }

  /// Delivers the buffered bytes; once the stream has failed, they are dropped
  package func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard outputFailure == nil, !buffer.isEmpty else { return }
    do throws(WriteFailure) {
      try put(buffer, .output)
    } catch {
      outputFailure = error.reason
    }
  }

  /// Writes `text` as one line to standard output at once
  ///
  /// - Returns: why it was not written in full; `nil` if it was.
  package func deliver(_ text: String) -> String? {
    flush()
    let line = Emphasis.line(text, keepsEmphasis: colours) + "\n"
    do throws(WriteFailure) {
      // After a line that broke off, the next one begins on its own.
      try put(Array((isMidLine ? "\n" + line : line).utf8), .output)
      isMidLine = false
      return nil
    } catch {
      isMidLine = isMidLine || error.written > 0
      return error.reason
    }
  }

  /// Hands bytes to the sink, or keeps them in ``transcript``
  private func put(_ bytes: [UInt8], _ stream: Stream) throws(WriteFailure) {
    willWrite?()
    if let sink {
      try sink(bytes, stream)
    } else {
      transcript += bytes
    }
  }

  /// A text with emphasis for standard output; plain if that is not coloured
  package func styled(_ text: String, _ style: Emphasis) -> String { styled(text, style, colours) }

  /// `ESC [ 32 m text ESC [ 0 m` for a good one: Select Graphic Rendition, of ECMA-48
  private func styled(_ text: String, _ style: Emphasis, _ isColoured: Bool) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// A manner of emphasis, by its terminal code
///
/// The raw value is the code between `ESC [` and `m`.
package enum Emphasis: String, CaseIterable {
  case error = "1;31"
  case good = "32"
  case bad = "31"
  case unsure = "33"
  case strong = "1"
  case faint = "2"

  /// The codes of the emphasis here and in diagnostics, and the end of each
  ///
  /// Diagnostics are rendered with 1;33 (warning), 1;36 (note) and 94 (frame); 0 ends each.
  private static let codes = allCases.map { $0.rawValue } + ["1;33", "1;36", "94", "0"]

  /// A text as one line without control characters
  ///
  /// - Parameter keepsEmphasis: whether codes of emphasis stay; they can do nothing but colour a text.
  package static func line(_ text: String, keepsEmphasis: Bool) -> String {
    guard keepsEmphasis else { return text.printable }
    // Each part after the first begins behind an escape; a code that is known stays, any other escape is shown.
    let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    var line = parts.first.map { String($0).printable } ?? ""
    for part in parts.dropFirst() {
      let code = codes.first { part.hasPrefix("[\($0)m") }
      line += code.map { "\u{1B}[\($0)m" } ?? "\u{1B}".printable
      line += String(part.dropFirst(code.map { $0.count + 2 } ?? 0)).printable
    }
    return line
  }
}

extension String {
  /// The lines of a text of the program's own; a line feed at its end begins no further one
  fileprivate var lines: [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    return lines.last == "" ? lines.dropLast() : lines
  }
}
