/// A page of the site, before it is written
struct Document: Sendable {
  /// The path from the root of the site, with a slash at its end: `manual/truth/`
  let path: String
  let title: String

  /// The word of the language that the page is about, as `openmeteo`; `nil` if its title says it all
  var name: String?

  /// The summary in one sentence
  let summary: [Inline]
  let passages: [Passage]

  /// The pages above it, the topmost first
  let trail: [Crumb]

  /// The pages of the same topic, itself among them
  var siblings: Siblings?

  /// A page by its path and title
  struct Crumb: Equatable, Sendable {
    let path: String
    let title: String
  }

  /// The pages of a topic
  struct Siblings: Sendable {
    let title: String
    let pages: [Crumb]
  }

  /// `true` if it is a recipe, a rule or a message, which a page lists
  var isPart: Bool { trail.count > 1 }

  var crumb: Crumb { Crumb(path: path, title: title) }

  /// The headings for the table of contents of the page: those of the second level, or of the third if there is but
  /// one of the second
  var headings: [(anchor: String, text: String)] {
    let second = headings(ofLevel: 2)
    return second.count > 1 ? second : headings(ofLevel: 3)
  }

  private func headings(ofLevel level: Int) -> [(anchor: String, text: String)] {
    passages.compactMap { passage in
      guard case .heading(level, let anchor, let text) = passage.block else { return nil }
      return (anchor, text)
    }
  }
}

/// A block of a page, and the files with which the playground begins if the block is tried there
struct Passage: Sendable {
  let block: Block

  /// Empty for a block that cannot be tried
  var attempt: [PlaygroundFile] = []
}
