internal import OppJSON
package import OppRecordings
internal import OppSyntax

/// Prints the findings of a file that no rule reads yet
///
/// ```
/// which-mark.csv: 2 rows
///   text      UTF-8, LF, columns separated by `,`
/// error: the day or the month may be first in `03/04/2026`, line 2
///   --dates mdy    4 March to 6 May 2026, 63 days between rows
/// ```
package struct SketchOutput {
  private let sketch: FileSketch
  private let console: Console

  package init(_ sketch: FileSketch, console: Console) {
    self.sketch = sketch
    self.console = console
  }

  // MARK: Text

  /// Prints the findings, and the columns in a table
  package func printFindings() {
    console.line(sketch.summary.isEmpty ? sketch.file : "\(sketch.file): \(sketch.summary)")
    for finding in sketch.findings {
      console.line("  " + padded(finding.subject, 10) + finding.text)
    }
    let width = (sketch.columns.map { $0.header.unicodeScalars.count }.max() ?? 0) + 3
    for (index, column) in sketch.columns.enumerated() {
      let meaning = column.values.isEmpty ? column.meaning : padded(column.meaning + "  ", 25)
      console.line(
        "  " + padded(index == 0 ? "columns" : "", 10) + padded(column.header, min(width, 30))
          + meaning + column.values)
    }
    printProblems()
    printSuggestions()
  }

  /// Prints the options that name further columns
  private func printSuggestions() {
    let lines = sketch.suggestions.map { $0.commandLine }
    let width = (lines.map { $0.unicodeScalars.count }.max() ?? 0) + 4
    for (index, answer) in sketch.suggestions.enumerated() {
      let line = answer.consequence.isEmpty ? lines[index] : padded(lines[index], width)
      console.line("  " + padded(index == 0 ? "maybe" : "", 10) + line + answer.consequence)
    }
  }

  /// Prints the cells and rows that are not read, the first of them
  private func printProblems() {
    let found = sketch.problems.listed.filter { !$0.isNote }
    for (index, problem) in found.prefix(4).enumerated() {
      let help = problem.help.map { "; \($0)" } ?? ""
      console.line(
        "  " + padded(index == 0 ? "unread" : "", 10)
          + "line \(problem.line): \(problem.message)\(help)")
    }
    let rest = found.count - 4 + sketch.problems.unlisted
    if rest > 0 { console.line("  " + padded("", 10) + "and \(rest) more") }
  }

  /// Prints the questions with the options that answer them, or the reason why nothing is proposed
  package func printQuestions() {
    for question in sketch.questions {
      console.line("error: \(question.text)")
      printAnswers(question, numbered: false)
    }
    if let refusal = sketch.refusal {
      console.line("error: \(refusal.message)")
      if let help = refusal.help { console.line("  = help: \(help)") }
    }
  }

  /// Prints the answers of a question
  ///
  /// - Parameter numbered: `true` if a person picks one by its number.
  package func printAnswers(_ question: SketchQuestion, numbered: Bool) {
    let lines = question.answers.map { $0.commandLine }
    let width = (lines.map { $0.unicodeScalars.count }.max() ?? 0) + 4
    for (index, answer) in question.answers.enumerated() {
      let number = numbered ? "\(index + 1) " : ""
      let line = answer.consequence.isEmpty ? lines[index] : padded(lines[index], width)
      console.line("  \(number)\(line)\(answer.consequence)")
    }
  }

  /// Prints the lines that connect the file
  package func printProposal() {
    for line in sketch.proposal { console.line(line) }
  }

  /// A text with spaces behind it, at least two
  private func padded(_ text: String, _ width: Int) -> String {
    (text.isEmpty ? text : text + "  ").padded(to: width)
  }

  // MARK: JSON

  /// All of it as one object
  ///
  /// - Parameter problem: the reason why the lines are wrong beside the rules, or `nil` if they are right.
  package func json(_ problem: SketchProblem? = nil) -> String {
    JSONText.object { json in
      json.member("type", string: "import")
      json.member("file", string: sketch.file)
      json.member("name", string: sketch.subject)
      json.member("summary", string: sketch.summary)
      json.key("findings")
      json.array { array in
        for finding in sketch.findings {
          array.object {
            $0.member("subject", string: finding.subject)
            $0.member("text", string: finding.text)
          }
        }
      }
      json.key("columns")
      json.array { array in
        for column in sketch.columns {
          array.object {
            $0.member("header", string: column.header)
            $0.member("meaning", string: column.meaning)
            $0.member("values", string: column.values)
          }
        }
      }
      json.key("questions")
      json.array { array in for question in sketch.questions { write(question, to: &array) } }
      json.key("suggestions")
      json.array { array in for answer in sketch.suggestions { write(answer, to: &array) } }
      json.key("unread")
      json.array { array in
        for problem in sketch.problems.listed where !problem.isNote {
          array.object {
            $0.member("line", raw: "\(problem.line)")
            $0.member("message", string: problem.message)
          }
        }
      }
      let error = sketch.refusal?.message ?? problem?.message
      if let error { json.member("error", string: error) }
      if let help = sketch.refusal?.help ?? problem?.help { json.member("help", string: help) }
      if let declaration = sketch.declaration { json.member("declaration", string: declaration) }
      if let connection = sketch.connection { json.member("connection", string: connection) }
      if let rule = sketch.exampleRule { json.member("rule", string: rule) }
      write("recording", sketch.recording, to: &json)
      write("companion", sketch.companion, to: &json)
    }
  }

  /// Writes a file that is made of this one
  private func write(
    _ key: String, _ file: (name: String, text: String)?, to json: inout JSONText
  ) {
    guard let file else { return }
    json.key(key)
    json.object {
      $0.member("name", string: file.name)
      $0.member("text", string: file.text)
    }
  }

  /// The object of a file of which nothing is found, because a name or an option is wrong
  package static func json(of problem: SketchProblem, file: String) -> String {
    JSONText.object { json in
      json.member("type", string: "import")
      json.member("file", string: file)
      json.member("error", string: problem.message)
      if let help = problem.help { json.member("help", string: help) }
    }
  }

  private func write(_ question: SketchQuestion, to array: inout JSONText) {
    array.object { object in
      object.member("text", string: question.text)
      object.key("answers")
      object.array { answers in
        for answer in question.answers { write(answer, to: &answers) }
      }
    }
  }

  private func write(_ answer: SketchAnswer, to array: inout JSONText) {
    array.object {
      $0.member("option", string: answer.option)
      $0.member("value", string: answer.value)
      $0.member("consequence", string: answer.consequence)
    }
  }
}

extension FileSketch {
  /// The lines that connect the file
  package var proposal: [String] { [declaration, connection].compactMap { $0 } }

  /// A rule that fires with the values of the file, or `nil` if it has none
  package var exampleRule: String? { rule.map { $0.code(subject) } }
}
