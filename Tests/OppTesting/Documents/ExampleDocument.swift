/// A Markdown page whose examples are run: prose, files, commands and what they print
///
/// A page is run from top to bottom:
///
/// - a fenced block `opp` writes the file `rules.opp`, or the one that the fence's line names
///   (```` ```opp other.opp ````);
/// - a block of another language with a name after it, such as ```` ```csv data/weather.csv ````, writes
///   that file;
/// - a block `console` holds commands, each on a line of its own after `$ `, and below each what it
///   prints: standard output and standard error in the order of writing. A last line `exit 1` says the
///   exit status, which is 0 otherwise.
/// - other blocks are prose.
///
/// Each heading `##` begins with the files that stand before the page's first.
package struct ExampleDocument: Sendable {
  package struct Section: Sendable {
    package let title: String

    /// The line of the heading, from 1
    package let line: Int
    package var steps: [Step] = []
  }

  package enum Step: Sendable {
    case file(path: String, text: String)
    case command(Command)

    fileprivate var isCommand: Bool {
      if case .command = self { true } else { false }
    }
  }

  package struct Command: Sendable {
    package let line: Int

    /// The words after `$ opp`
    package let arguments: [String]
    package var output: String
  }

  package let sections: [Section]

  package init(_ text: String) {
    var reader = Reader()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      reader.read(String(line))
    }
    sections = reader.finish()
  }

  /// The texts of the files of rules, each once
  package var programs: [String] {
    var programs: [String] = []
    for section in sections {
      for case .file(let path, let text) in section.steps
      where path.hasSuffix(".opp") && !programs.contains(text) {
        programs.append(text)
      }
    }
    return programs
  }

  /// Splits a command line at spaces, with `"…"` and `'…'` keeping them
  package static func words(of line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        isInWord = true
      } else if character == " " {
        if isInWord { words.append(word) }
        word = ""
        isInWord = false
      } else {
        word.append(character)
        isInWord = true
      }
    }
    if isInWord { words.append(word) }
    return words
  }
}

/// Reads a page line by line
private struct Reader {
  private var sections: [ExampleDocument.Section] = [.init(title: "", line: 1)]
  private var block: Block?
  private var number = 0

  /// A fenced block that is open
  private struct Block {
    let fence: String
    let language: String
    let name: String?
    let line: Int
    var lines: [String] = []
  }

  mutating func read(_ line: String) {
    number += 1
    if var open = block {
      if line.hasPrefix(open.fence), line.allSatisfy({ $0 == "`" || $0 == " " }) {
        close(open)
        block = nil
      } else {
        open.lines.append(line)
        block = open
      }
    } else if line.hasPrefix("```") {
      let fence = String(line.prefix { $0 == "`" })
      let words = line.dropFirst(fence.count).split(separator: " ").map(String.init)
      block = Block(
        fence: fence, language: words.first ?? "", name: words.count > 1 ? words[1] : nil,
        line: number)
    } else if line.hasPrefix("#") {
      let title = line.drop { $0 == "#" }.drop { $0 == " " }
      if line.hasPrefix("## ") { sections.append(.init(title: String(title), line: number)) }
    }
  }

  private mutating func close(_ block: Block) {
    let last = sections.count - 1
    if block.language == "console" {
      sections[last].steps += commands(in: block).map { .command($0) }
    } else if let path = block.name ?? (block.language == "opp" ? "rules.opp" : nil) {
      let text = block.lines.map { $0 + "\n" }.joined()
      sections[last].steps.append(.file(path: path, text: text))
    }
  }

  private func commands(in block: Block) -> [ExampleDocument.Command] {
    var commands: [ExampleDocument.Command] = []
    for (offset, line) in block.lines.enumerated() {
      if line.hasPrefix("$ opp") {
        let words = ExampleDocument.words(of: String(line.dropFirst("$ opp".count)))
        commands.append(.init(line: block.line + 1 + offset, arguments: words, output: ""))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output += line + "\n"
      }
    }
    return commands
  }

  /// The sections that run something, each with the files before the first heading
  func finish() -> [ExampleDocument.Section] {
    let shared = sections[0].steps.filter { !$0.isCommand }
    return sections.enumerated().compactMap { index, section in
      guard section.steps.contains(where: \.isCommand) else { return nil }
      var whole = section
      if index > 0 { whole.steps = shared + section.steps }
      return whole
    }
  }
}
