internal import Foundation

/// Standard output and error, buffered, with colour only on a terminal
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

  /// Both streams in the order of writing, where the console captures
  private(set) var transcript: [UInt8] = []

  /// Bytes kept before they are written
  private static let bufferSize = 1 << 16

  init(environment: [String: String]) {
    let allowed = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    colours = allowed && isatty(STDOUT_FILENO) == 1
    errorColours = allowed && isatty(STDERR_FILENO) == 1
    isCapturing = false
    buffer.reserveCapacity(Console.bufferSize)
  }

  /// A console that keeps what is said, plain, for tests
  init() {
    colours = false
    errorColours = false
    isCapturing = true
  }

  /// Writes `text` and a line end to standard output
  func line(_ text: String = "") {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Console.bufferSize { flush() }
  }

  /// Writes `text` as it is to standard output
  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Console.bufferSize { flush() }
  }

  /// Writes a message about the run to standard error
  func message(_ text: String) {
    flush()
    put(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), STDERR_FILENO)
  }

  /// Tells why a command stopped
  func tell(_ failure: CommandFailure) {
    message("\(styled("error", .error, errorColours)): \(failure.message)")
    if let help = failure.help { message("  help: \(help)") }
  }

  func flush() {
    put(buffer, STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
  }

  private func put(_ bytes: [UInt8], _ descriptor: Int32) {
    if isCapturing {
      transcript += bytes
    } else {
      Console.writeAll(bytes, to: descriptor)
    }
  }

  /// A closed pipe ends the writing: whoever read has what they wanted
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if written <= 0 { return }
      start += written
    }
  }

  /// A manner of emphasis, by its terminal code
  enum Style: String {
    case error = "1;31"
    case good = "32"
    case bad = "31"
    case unsure = "33"
    case strong = "1"
    case faint = "2"
  }

  func styled(_ text: String, _ style: Style) -> String { styled(text, style, colours) }

  private func styled(_ text: String, _ style: Style, _ isColoured: Bool) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
