internal import Foundation

/// The texts of all pages for `search.mjs`, an entry for each section
///
/// ```json
/// {"pages":[["manual/truth/","Truth"]],
///  "entries":[[0,"When a reading counts","When-a-reading-counts","A reading counts from …","opp eval temp"]]}
/// ```
///
/// An entry has its page, its heading and anchor (both empty above the first heading), its prose, and the words of its
/// code that the prose does not have, each once. A page has its path, its title, and the word of the language that it is about.
struct SearchIndex: Encodable {
  private var pages: [[String]] = []
  private var entries: [Entry] = []

  /// Words that lead to pages: those, separated by commas, then the paths; `nil` if there are none
  private let synonyms: [[String]]?

  /// Words of the pages, each with the words from elsewhere that mean the same, separated by commas; `nil` if there are none
  private let thesaurus: [[String]]?

  /// A section
  private struct Entry: Encodable {
    let page: Int
    let heading: String
    let anchor: String
    var prose = ""
    var code = ""

    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try values.encode(page)
      for text in [heading, anchor, prose, newWords] { try values.encode(text) }
    }

    /// The words of the code that are not in the prose
    private var newWords: String {
      var seen = Set(Self.words(of: prose + " " + heading))
      return Self.words(of: code).filter { seen.insert($0).inserted }.joined(separator: " ")
    }

    /// Letters and digits in lower case
    private static func words(of text: String) -> [Substring] {
      text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0 }
    }
  }

  init(_ documents: [Document], synonyms: [[String]] = [], thesaurus: [[String]] = []) {
    self.synonyms = synonyms.isEmpty ? nil : synonyms
    self.thesaurus = thesaurus.isEmpty ? nil : thesaurus
    for document in documents { add(document) }
  }

  /// The index as JSON
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  private enum CodingKeys: String, CodingKey {
    case pages, entries, synonyms, thesaurus
  }

  private mutating func add(_ document: Document) {
    let page = pages.count
    pages.append([document.path, document.title] + (document.name.map { [$0] } ?? []))
    entries.append(Entry(page: page, heading: "", anchor: "", prose: document.summary.words))
    for passage in document.passages {
      if case .heading(_, let anchor, let text) = passage.block {
        entries.append(Entry(page: page, heading: text, anchor: anchor))
      } else {
        add(passage.block)
      }
    }
  }

  /// Adds the text of a block to the last section
  private mutating func add(_ block: Block) {
    let last = entries.count - 1
    switch block {
    case .heading: break
    case .paragraph(let parts): entries[last].prose += Self.separated(parts.words)
    case .code(_, let text): entries[last].code += Self.separated(text)
    case .list(_, let items): for item in items.joined() { add(item) }
    case .table(_, let rows): for cell in rows.joined().joined() { add(cell) }
    }
  }

  private static func separated(_ text: String) -> String { " " + text }
}
