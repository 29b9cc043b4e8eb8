/// A thing that a file leaves open, and the options that settle it
///
/// ```
/// error: the day or the month may be first in `03/04/2026`, line 2
///   --dates mdy    4 March to 6 May 2026, 63 days between rows
///   --dates dmy    3 April to 5 June 2026, 63 days between rows
/// ```
package struct SketchQuestion {
  package let text: String
  package internal(set) var answers: [SketchAnswer]
}

/// An option that answers a question, and its consequence
package struct SketchAnswer {
  /// The option as the command line writes it: the name without dashes, and the value
  package let option: String
  package let value: String

  /// The consequence, such as `steps 1234 to 10012`; empty if it is not known
  package internal(set) var consequence = ""

  init(_ option: String, _ value: String, _ consequence: String = "") {
    self.option = option
    self.value = value
    self.consequence = consequence
  }

  /// The option as a shell takes it: `--only entity_id=sensor.porch`
  package var commandLine: String { "--\(option) \(value.shellWord)" }
}
