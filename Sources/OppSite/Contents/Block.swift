/// A block of a page
enum Block: Equatable, Sendable {
  /// Level 1 is the title of the page, which is not among its blocks
  case heading(level: Int, anchor: String, text: String)
  case paragraph([Inline])
  /// A fenced block; the syntax is all that stands behind the fence, as `csv data/weather.csv`
  case code(syntax: String, text: String)
  case list(isOrdered: Bool, items: [[Block]])
  /// Rows of cells; the first row is the header if there is one
  case table(hasHeader: Bool, rows: [[[Block]]])
}

/// A part of a line
enum Inline: Equatable, Sendable {
  case text(String)
  case code(String)
  indirect case emphasis([Inline])
  indirect case strong([Inline])
  indirect case link(Destination, [Inline])

  /// The words without their manner
  var words: String {
    switch self {
    case .text(let text), .code(let text): text
    case .emphasis(let parts), .strong(let parts), .link(_, let parts): parts.words
    }
  }
}

extension [Inline] {
  /// The words without their manner
  var words: String { map(\.words).joined() }
}

/// The target of a link
enum Destination: Hashable, Sendable {
  /// A page of the manual by its name in lower case, as `truth`
  case page(name: String, anchor: String?)
  /// A page of the site by its path, as `lint/never-true/`
  case path(String)
  /// A file or folder of the checkout, as `grammar/opp.ebnf`
  case checkout(String)
  /// Another site
  case address(String)
}
