/// Text of any origin made fit to be printed for people
///
/// Rules, data, services and calendars hold texts that strangers have written. On a terminal, a control
/// character could clear the screen or set its title, a bidirectional control turn a line around, and a
/// line end forge a line of output. All that is printed for people passes here.
extension String {
  /// The text on one line: a line end becomes `↵`, a tab a space, every other control character `\u{FFFD}`
  package var printable: String { printable(keepsTabs: false) }

  /// A line of a file, without its line feed; printable characters stay the same
  ///
  /// A tab and a carriage return at the very end stay, because a terminal shows both as they are meant.
  package var printableSource: String {
    guard unicodeScalars.last == "\r" else { return printable(keepsTabs: true) }
    return String(String.UnicodeScalarView(unicodeScalars.dropLast())).printable(keepsTabs: true)
      + "\r"
  }

  /// The text with visible characters in place of control characters
  ///
  ///     a␍␊b␛[2J   →   a↵b�[2J
  private func printable(keepsTabs: Bool) -> String {
    guard utf8.hasControl else { return self }
    var result = ""
    var followsReturn = false
    for scalar in unicodeScalars {
      let isKept = !scalar.isControl || keepsTabs && scalar == "\t"
      // A carriage return and a line feed are one line end.
      if !(followsReturn && scalar == "\n") {
        result.unicodeScalars.append(isKept ? scalar : scalar.standIn)
      }
      followsReturn = scalar == "\r"
    }
    return result
  }
}

extension Unicode.Scalar {
  /// `true` if a terminal would act on it instead of showing it, it ends a line, or it would turn the text around
  package var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }

  /// The visible character in place of a control character
  fileprivate var standIn: Unicode.Scalar {
    switch value {
    case 0x09: " "
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: "↵"
    default: "\u{FFFD}"
    }
  }
}

extension String.UTF8View {
  /// `true` if there is a character of ``Unicode/Scalar/isControl``
  ///
  /// Beyond ASCII these are C2 80 to C2 9F, E2 80 A8 to E2 80 AE, and E2 81 A6 to E2 81 A9.
  fileprivate var hasControl: Bool {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in self {
      if byte < 0x20 || byte == 0x7F { return true }
      if second == 0xC2, byte < 0xA0 { return true }
      if first == 0xE2, second == 0x80, (0xA8...0xAE).contains(byte) { return true }
      if first == 0xE2, second == 0x81, (0xA6...0xA9).contains(byte) { return true }
      (first, second) = (second, byte)
    }
    return false
  }
}
