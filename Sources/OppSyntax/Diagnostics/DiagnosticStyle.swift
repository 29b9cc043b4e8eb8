/// The colours of a terminal, or none
///
/// The codes are those of ECMA-48, *Select Graphic Rendition*: 1 bold, 2 faint, 31 red, 33 yellow, 94 bright blue, 36 cyan.
struct DiagnosticStyle: Sendable {
  let usesColour: Bool

  func severity(_ text: String, _ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: painted(text, "1;31")
    case .warning: painted(text, "1;33")
    case .style, .note: painted(text, "1;36")
    }
  }

  func mark(_ text: String, isPrimary: Bool) -> String {
    painted(text, isPrimary ? "1;31" : "94")
  }

  func bold(_ text: String) -> String { painted(text, "1") }

  func faint(_ text: String) -> String { painted(text, "2") }

  func gutter(_ text: String) -> String { painted(text, "94") }

  /// The text between a code and the one that ends it; as it is without colours
  private func painted(_ text: String, _ code: String) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
