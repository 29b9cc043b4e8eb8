/// The manual page `opp(1)`, made from the table of commands, so that a new option is on it without more work
///
/// In the `man` macros of troff (groff_man(7)), which every `man` reads.
enum ManualPage {
  /// The page for a version
  ///
  /// ```troff
  /// .TH OPP 1 "" "opp 0.1.0" "User Commands"
  /// .SH NAME
  /// opp \- notifies you when the opportunity is there
  /// ```
  static func text(of commands: [Command], version: String) -> String {
    var lines = [
      ".\\\" Made by opp \\-\\-man",
      ".TH OPP 1 \"\" \"opp \(quoted(version))\" \"User Commands\"",
      ".SH NAME",
      "opp \\- \(escaped("notifies you when the opportunity is there"))",
      ".SH SYNOPSIS",
      ".B opp",
      ".I COMMAND",
      "\\[u2026]",
      ".SH DESCRIPTION",
      line(
        "Rules about your own time, checked and replayed: opp checks files of rules, evaluates them over recorded data, explains them, and runs them."
      ),
      ".PP",
      line(
        "opp COMMAND --help shows a command alone. The manual is in the repository, and at each message: opp explain CODE."
      ),
      ".SH COMMANDS",
    ]
    for command in commands { lines += section(of: command) }
    lines += [
      ".SH OPTIONS OF EVERY COMMAND"
    ]
    for option in [Option.colour, .help] { lines += self.lines(of: option) }
    lines += [
      ".SH EXIT STATUS",
      ".TP", ".B 0", "nothing is wrong",
      ".TP", ".B 1", "the rules, the tests or the data have errors",
      ".TP", ".B 2", "the command line is wrong",
      ".TP", ".B 3", "something outside failed, such as output that cannot be written",
      ".SH FILES",
      ".TP", ".I \\(ti/.local/state/opp/store.sqlite",
      line("what `opp run` keeps; below $XDG_STATE_HOME where that is set"),
      ".TP", ".I .opplint",
      line("the settings of the linter, beside the rules or above them"),
      ".SH ENVIRONMENT",
      ".TP", ".B COLUMNS", line("the width of a line, where standard output is no terminal"),
      ".TP", ".B NO_COLOR", line("nothing is coloured where it is set; --color goes first"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The part of the page on a command: its usage, its description, its options and its examples
  private static func section(of command: Command) -> [String] {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    var lines = [
      ".SS \"opp \(quoted(command.name + operands))\"",
      line(sentence(command.summary)),
    ]
    for paragraph in paragraphs(command.discussion) { lines += [".PP", line(paragraph)] }
    for option in command.options { lines += self.lines(of: option) }
    if !command.examples.isEmpty { lines += [".PP", "Examples:"] }
    for example in command.examples {
      lines += [".TP", ".B \(escaped(example.line))", line(example.meaning)]
    }
    return lines
  }

  /// An option with its summary
  private static func lines(of option: Option) -> [String] {
    let summary = option.summary + (option.repeats ? "; may be repeated" : "")
    return [".TP", ".B \(escaped(option.usage))", line(summary)]
  }

  /// The paragraphs of a text, between empty lines, each in one line
  private static func paragraphs(_ text: String) -> [String] {
    var result: [String] = []
    var words: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      words += line.split(separator: " ")
      guard line.isEmpty, !words.isEmpty else { continue }
      result.append(words.joined(separator: " "))
      words = []
    }
    if !words.isEmpty { result.append(words.joined(separator: " ")) }
    return result
  }

  /// A summary as a sentence
  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  // MARK: Text

  /// A line of text, which troff would take for a request if it begins with a dot or an apostrophe
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// A text in which nothing is an escape, and that prints as it is: a dash is one that can be copied
  ///
  /// Other characters than ASCII are written by their code points, as troff reads bytes.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where !scalar.isASCII:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text between the quotes of an argument, where a quote is written twice
  private static func quoted(_ text: String) -> String {
    escaped(text).replacing("\"", with: "\"\"")
  }
}
