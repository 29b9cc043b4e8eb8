package import OppSemantics
package import OppSyntax

/// A check of a rule set without the Opps that are the same as in its last check
///
/// The problems in an Opp follow from its text and from the declarations other than Opps; so after an edit within one
/// Opp, a check of those declarations, the Opp and its neighbours finds what a check of the whole finds there:
///
/// ```
/// let warm = temp > 20C              kept
/// opp "A" when warm                  left out
/// opp "B" when warm                  kept: shows where the edited Opp begins
/// opp "C" when warm and sky ==       kept: edited
/// opp "D" when warm                  kept: shows where the edited Opp ends
/// opp "E" when warm                  left out
/// ```
///
/// Problems of what is left out are those of the last check, at their places now. Where an edit may change more than the
/// Opps that it touches, nothing is said.
///
/// It costs a comparison of the texts and a check of some dozen declarations, where a check of the whole costs a
/// second at 50,000 lines. Problems of the whole always follow, so nothing is lost where an excerpt decides nothing.
package struct ExcerptCheck {
  /// The most bytes around an edit that are checked in the server's loop
  private static let windowLimit: Int32 = 1 << 14

  /// The last check of the whole
  private let old: RuleSetSnapshot

  /// The files as they are now
  private let sources: [SourceFile]

  /// The part of the one changed file that the excerpt keeps besides declarations
  private let window: EditWindow

  /// The declarations of each file in its last check
  private let declarations: [[DeclarationSyntax]]

  /// - Parameter sources: the files as they are now.
  /// - Returns: nil where other declarations than a few Opps of one file have changed.
  package init?(of sources: [SourceFile], since old: RuleSetSnapshot) {
    guard sources.count == old.files.count,
      zip(sources, old.analysis.files).allSatisfy({ $0.path == $1.path })
    else { return nil }
    let changed = sources.indices.filter { sources[$0].bytes != old.source(at: $0).bytes }
    guard changed.count == 1, let file = changed.first,
      let window = EditWindow(from: old.tree(at: file), to: sources[file]),
      window.new.end - window.new.start <= Self.windowLimit
    else { return nil }
    self.old = old
    self.sources = sources
    self.window = window
    declarations = old.files.indices.map { old.tree(at: $0).file.declarations }
  }

  /// The problems that a check of the whole finds, in the order of the files and of the text
  ///
  /// - Parameter analyze: checks files as one rule set.
  /// - Returns: nil where the edit may change problems elsewhere.
  package func diagnostics(_ analyze: ([SourceFile]) -> Analysis) -> [Diagnostic]? {
    guard let kept = keptDiagnostics() else { return nil }
    let excerpts = sources.indices.map { excerpt(of: $0) }
    let analysis = analyze(excerpts.map { $0.source })
    let edited = excerpts[window.file]
    guard hasSameBounds(analysis.trees[window.file], edited) else { return nil }
    var found: [Diagnostic] = []
    for diagnostic in analysis.diagnostics {
      guard Int(diagnostic.range.file) == window.file,
        let place = edited.place(of: diagnostic.range), window.new.contains(place)
      else { continue }
      guard let moved = diagnostic.moved({ Self.place(of: $0, in: excerpts) }) else { return nil }
      found.append(moved)
    }
    return Parser.bounded(RuleSetSnapshot.sorted(kept + found))
  }

  /// The place of a range of the excerpts in the texts; those of the prelude are the same
  private static func place(of range: SourceRange, in excerpts: [Excerpt]) -> SourceRange? {
    let file = Int(range.file)
    return excerpts.indices.contains(file) ? excerpts[file].place(of: range) : range
  }

  // MARK: The last check

  /// The problems outside the window at their places now; nil where one reaches into it
  private func keptDiagnostics() -> [Diagnostic]? {
    var kept: [Diagnostic] = []
    for diagnostic in old.analysis.diagnostics {
      if diagnostic.code == "too-many-problems" { return nil }
      if Int(diagnostic.range.file) == window.file, window.old.contains(diagnostic.range) {
        // The first of two with one name may be elsewhere.
        if diagnostic.code == "duplicate-name" { return nil }
        continue
      }
      guard let moved = diagnostic.moved({ window.moved($0) }), isInOpp(diagnostic) else {
        return nil
      }
      kept.append(moved)
    }
    return kept
  }

  /// `true` if a problem lies within an Opp: one elsewhere may decide what names mean in all of them
  private func isInOpp(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .error else { return true }
    guard old.files.indices.contains(Int(diagnostic.range.file)) else { return false }
    let declarations = declarations[Int(diagnostic.range.file)]
    let next = partitionPoint(of: declarations.indices) {
      declarations[$0].range.start > diagnostic.range.start
    }
    guard next > 0, case .opp(let opp) = declarations[next - 1] else { return false }
    return opp.range.contains(diagnostic.range)
  }

  // MARK: The excerpt

  /// A file without the Opps and tests that lie outside the window
  ///
  /// A part left out begins with a declaration and ends where the next begins, so that each declaration that is kept
  /// begins its line as before.
  private func excerpt(of index: Int) -> Excerpt {
    var excerpt = Excerpt(of: sources[index])
    var start: Int?
    for (position, declaration) in declarations[index].enumerated() {
      let isNear = index == window.file && window.declarations.contains(position)
      let isLeftOut: Bool
      switch declaration {
      case .opp, .test: isLeftOut = !isNear
      case .place, .let, .enumeration, .source, .table, .setting, .connection: isLeftOut = false
      }
      let place =
        index == window.file
        ? window.start(of: declaration, at: position) : Int(declaration.range.start)
      if isLeftOut {
        start = start ?? place
      } else if let first = start {
        excerpt.leaveOut(first..<place)
        start = nil
      }
    }
    if let start { excerpt.leaveOut(start..<sources[index].bytes.count) }
    excerpt.close()
    return excerpt
  }

  /// `true` if the declarations around the edit are where they were, and only Opps of the same names between them
  private func hasSameBounds(_ tree: SyntaxTree, _ excerpt: Excerpt) -> Bool {
    let inside = tree.file.declarations.filter {
      let place = excerpt.place(of: $0.range)
      return place.map { window.new.contains($0) } ?? true
    }
    guard inside.count == window.declarations.count else { return false }
    let before = declarations[window.file][window.declarations]
    for (position, (new, old)) in zip(window.declarations, zip(inside, before)) {
      guard window.edited.contains(position) else {
        guard new.node.kind == old.node.kind,
          excerpt.place(of: new.range) == window.place(of: old, at: position)
        else { return false }
        continue
      }
      guard case .opp(let opp) = new, case .opp(let last) = old,
        opp.name?.plainText == last.name?.plainText
      else { return false }
    }
    return true
  }
}
