/// The colours of a terminal, or none
struct DiagnosticStyle: Sendable {
  let usesColour: Bool

  func severity(_ text: String, _ severity: Diagnostic.Severity) -> String {
    painted(text, severity == .error ? "1;31" : "1;33")
  }

  func mark(_ text: String, isPrimary: Bool) -> String {
    painted(text, isPrimary ? "1;31" : "34")
  }

  func bold(_ text: String) -> String { painted(text, "1") }

  func faint(_ text: String) -> String { painted(text, "2") }

  func gutter(_ text: String) -> String { painted(text, "34") }

  private func painted(_ text: String, _ code: String) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
