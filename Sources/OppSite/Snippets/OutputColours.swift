/// Printed output as HTML: prompts, severities, underlines and marks of truth have a class each
///
/// ```
/// $ opp check rules.opp                        out-command
/// error: `30` has no unit (missing-unit)       out-error, and a link behind the code
///   │                ^^                        out-error
///   = help: write `30C`                        out-help
///   ✓ sky == sunny                             out-true
/// ```
struct OutputColours {
  /// The link of a code in parentheses; nil for any other word
  let link: (String) -> String?

  /// The severity of the message that is being printed, which its underlines have as well
  private var severity = "error"

  init(link: @escaping (String) -> String?) {
    self.link = link
  }

  /// The lines of an output, or of commands, each with its output
  mutating func markup(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(self.line(line))
    }
    return lines.joined(separator: "\n")
  }

  private mutating func line(_ line: Substring) -> String {
    if line.hasPrefix("$ ") {
      return span("prompt", "$ ") + span("command", line.dropFirst(2))
    }
    for word in ["error", "warning", "note", "style"] where line.hasPrefix("\(word):") {
      severity = word == "error" ? "error" : "warning"
      return span(severity, Substring(word)) + headline(line.dropFirst(word.count))
    }
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    switch rest.first {
    case "✓": return indent + span("true", "✓") + rest.dropFirst().escapedMarkup
    case "✗": return indent + span("false", "✗") + rest.dropFirst().escapedMarkup
    case "?" where rest.hasPrefix("? "):
      return indent + span("unknown", "?") + rest.dropFirst().escapedMarkup
    case "=" where rest.hasPrefix("= help: "):
      return indent + span("help", "= help:") + rest.dropFirst(7).escapedMarkup
    case "=" where rest.hasPrefix("= note: "):
      return indent + span("help", "= note:") + rest.dropFirst(7).escapedMarkup
    case "│": return indent + underline(rest)
    case "o" where line.hasPrefix("ok "):
      return span("true", "ok") + line.dropFirst(2).escapedMarkup
    case "f" where line.hasPrefix("failed "), "F" where line.hasPrefix("FAILED "):
      return span("error", line.prefix(6)) + line.dropFirst(6).escapedMarkup
    case "e" where line.hasPrefix("exit ") && line.dropFirst(5).allSatisfy(\.isNumber):
      return span("exit", line)
    default: return line.escapedMarkup
    }
  }

  /// A headline, with a link for the code in parentheses at its end
  private func headline(_ line: Substring) -> String {
    guard line.hasSuffix(")"), let open = line.lastIndex(of: "(") else { return line.escapedMarkup }
    let code = line[line.index(after: open)...].dropLast()
    guard let target = link(String(code)) else { return line.escapedMarkup }
    return line[...open].escapedMarkup + "<a href=\"\(target)\">\(code)</a>)"
  }

  /// The line below a source line: `^` under the mistake, `-` under the text that belongs to it
  private func underline(_ line: Substring) -> String {
    let marks = line.dropFirst().drop { $0 == " " }
    guard let mark = marks.first, mark == "^" || mark == "-" else { return line.escapedMarkup }
    return line[..<marks.startIndex].escapedMarkup
      + span(mark == "^" ? severity : "label", marks)
  }

  private func span(_ kind: String, _ text: Substring) -> String {
    "<span class=\"out-\(kind)\">\(text.escapedMarkup)</span>"
  }
}
