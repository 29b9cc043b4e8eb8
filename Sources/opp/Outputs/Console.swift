internal import Foundation
internal import OppSyntax

/// Standard output and error, buffered, with colour only on a terminal
///
/// Everything for people goes out line by line, and no line holds a control character beside the
/// emphasis of the console itself (``Console/line(_:)``, ``Console/message(_:)``).
///
/// A class because every part of a command writes to the same two streams.
final class Console {
  /// Whether standard output may be coloured
  let colours: Bool

  /// Whether standard error may be coloured
  let errorColours: Bool

  /// Whether the text is kept in ``transcript`` in place of being written
  private let isCapturing: Bool
  private var buffer: [UInt8] = []

  /// Whether the last line that was delivered broke off in its middle
  private var isMidLine = false

  /// Both streams in the order of writing, where the console captures
  private(set) var transcript: [UInt8] = []

  /// Why standard output was not written in full; nil while it was
  private(set) var outputFailure: String?

  /// Bytes kept before they are written
  private static let bufferSize = 1 << 16

  init(environment: [String: String]) {
    let allowed = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    colours = allowed && isatty(STDOUT_FILENO) == 1
    errorColours = allowed && isatty(STDERR_FILENO) == 1
    isCapturing = false
    buffer.reserveCapacity(Console.bufferSize)
  }

  /// A console that keeps its output, plain, for tests
  init() {
    colours = false
    errorColours = false
    isCapturing = true
  }

  /// Writes `text` as one line to standard output, whatever is in it
  func line(_ text: String = "") {
    write(Emphasis.line(text, keepsEmphasis: colours) + "\n")
  }

  /// Writes a text of several lines to standard output
  ///
  /// - Requires: the line ends in it are the program's own.
  func lines(_ text: String) {
    for line in text.lines { self.line(line) }
  }

  /// Writes a line of a file to standard output, so that what is printed can be read back as a file
  ///
  /// Tabs and the carriage return before the line's end stay: they do nothing to a terminal. All else
  /// that is not for printing is replaced as in ``line(_:)``.
  func sourceLine(_ text: String, _ style: Emphasis? = nil) {
    let printable = text.printableSource
    write((style.map { styled(printable, $0) } ?? printable) + "\n")
  }

  /// Writes `text` as it is to standard output: what programs read, such as a formatted file
  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Console.bufferSize { flush() }
  }

  /// Writes one line about the run to standard error
  func message(_ text: String) {
    flush()
    let line = Emphasis.line(text, keepsEmphasis: errorColours) + "\n"
    // There is no place left to report a failure of standard error.
    try? put(Array(line.utf8), .error)
  }

  /// Writes a text of several lines to standard error
  ///
  /// - Requires: the line ends in it are the program's own.
  func messages(_ text: String) {
    for line in text.lines { message(line) }
  }

  /// Prints why a command stopped
  func tell(_ failure: CommandFailure) {
    message("\(styled("error", .error, errorColours)): \(failure.message)")
    if let help = failure.help { message("  help: \(help)") }
  }

  func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard outputFailure == nil, !buffer.isEmpty else { return }
    do throws(StandardStream.Failure) {
      try put(buffer, .output)
    } catch {
      outputFailure = error.reason
    }
  }

  /// Writes `text` as one line to standard output at once
  ///
  /// - Returns: why it was not written in full; nil where it was.
  func deliver(_ text: String) -> String? {
    flush()
    let line = Emphasis.line(text, keepsEmphasis: colours) + "\n"
    do throws(StandardStream.Failure) {
      // After a line that broke off, the next one begins on its own.
      try put(Array((isMidLine ? "\n" + line : line).utf8), .output)
      isMidLine = false
      return nil
    } catch {
      isMidLine = isMidLine || error.written > 0
      return error.reason
    }
  }

  private func put(_ bytes: [UInt8], _ stream: StandardStream) throws(StandardStream.Failure) {
    if isCapturing {
      transcript += bytes
    } else {
      try stream.write(bytes)
    }
  }

  func styled(_ text: String, _ style: Emphasis) -> String { styled(text, style, colours) }

  private func styled(_ text: String, _ style: Emphasis, _ isColoured: Bool) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// A manner of emphasis, by its terminal code
enum Emphasis: String, CaseIterable {
  case error = "1;31"
  case good = "32"
  case bad = "31"
  case unsure = "33"
  case strong = "1"
  case faint = "2"

  /// The codes of the emphasis here and in diagnostics, and the end of each
  private static let codes = allCases.map(\.rawValue) + ["1;33", "1;36", "34", "0"]

  /// A text as one line without control characters
  ///
  /// - Parameter keepsEmphasis: whether codes of emphasis stay; they can do nothing but colour a text.
  static func line(_ text: String, keepsEmphasis: Bool) -> String {
    guard keepsEmphasis else { return text.printable }
    let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    var line = parts.first.map { String($0).printable } ?? ""
    for part in parts.dropFirst() {
      let code = codes.first { part.hasPrefix($0 + "m") }
      line += code.map { "\u{1B}[\($0)m" } ?? "\u{1B}[".printable
      line += String(part.dropFirst(code.map { $0.count + 1 } ?? 0)).printable
    }
    return line
  }
}

extension String {
  /// The lines of a text of the program's own; a line feed at its end begins no further one
  fileprivate var lines: [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }
}
