/// The files that the blocks of a page write, as the tests of the manual read them
///
/// A block `opp` writes `rules.opp` or the file that its fence names, a block of another language the file behind
/// its name. Those of a section that runs a command are whole files, checked by the tests; those of a section
/// without one are prose, perhaps a fragment. Blocks before the first section belong to all.
struct Snippets {
  /// The files with which a block is tried: its own, other rules and the data of its section; none for a block that is no
  /// file of rules
  private(set) var attempts: [[PlaygroundFile]]

  /// The bytes of a file of data that a link holds at most
  private static let dataLimit = 4_000

  init(_ blocks: [Block]) {
    attempts = blocks.map { _ in [] }
    let starts = blocks.indices.filter { index in
      if case .heading(2, _, _) = blocks[index] { true } else { false }
    }
    let bounds = [0] + starts + [blocks.count]
    let sections = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    let shared = sections.first ?? 0..<0
    let running = sections.filter { !Self.commands(blocks[$0]).isEmpty }
    for section in running where section != shared {
      plan(section, blocks, also: Self.files(blocks[shared]))
    }
    if !running.isEmpty { plan(shared, blocks, also: []) }
  }

  /// Notes the files with which each block of rules in a section is tried
  private mutating func plan(
    _ section: Range<Int>, _ blocks: [Block], also shared: [PlaygroundFile]
  ) {
    let commands = Self.commands(blocks[section])
    // Each file is a rule set of its own if every command names its files, as `opp diff old.opp new.opp`.
    let isFolder = commands.isEmpty || commands.contains { !$0.contains(".opp") }
    for index in section {
      guard let own = Self.file(blocks[index]), own.name.hasSuffix(".opp") else { continue }
      var files = [own]
      for other in (shared + Self.files(blocks[section])).reversed() {
        let isData = other.name.hasPrefix("data/") && other.text.utf8.count <= Self.dataLimit
        let isWanted = isData || isFolder && other.name.hasSuffix(".opp")
        if isWanted, !files.contains(where: { $0.name == other.name }) { files.append(other) }
      }
      attempts[index] = files
    }
  }

  /// The commands of a section: the words behind `$ opp`
  private static func commands(_ blocks: ArraySlice<Block>) -> [Substring] {
    blocks.flatMap { block -> [Substring] in
      guard case .code("console", let text) = block else { return [] }
      return text.split(separator: "\n").filter { $0.hasPrefix("$ opp") }.map { $0.dropFirst(5) }
    }
  }

  private static func files(_ blocks: ArraySlice<Block>) -> [PlaygroundFile] {
    blocks.compactMap { file($0) }
  }

  /// The file that a block writes
  private static func file(_ block: Block) -> PlaygroundFile? {
    guard case .code(let syntax, let text) = block else { return nil }
    let words = syntax.split(separator: " ")
    guard let language = words.first, language != "console" else { return nil }
    let name = words.count > 1 ? String(words[1]) : language == "opp" ? "rules.opp" : nil
    return name.map { PlaygroundFile(name: $0, text: text + "\n") }
  }
}
