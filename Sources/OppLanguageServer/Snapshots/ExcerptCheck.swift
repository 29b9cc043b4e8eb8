package import OppSemantics
package import OppSyntax

/// A check of a rule set without the Opps that have the problems of its last check
///
/// The problems of a declaration follow from its text and from the declarations that it mentions; so after an edit, a check of the
/// edited declarations, of those that depend on them and of all declarations other than Opps finds there the same problems as a check
/// of the whole:
///
/// ```
/// let warm = temp > 20C              kept
/// opp "A" when warm                  left out
/// opp "B" when warm                  kept: words typed behind it may become a part of it
/// opp "C" when warm and sky ==       kept: edited
/// opp "D" when warm                  kept: shows where the edited Opp ends
/// opp "E" when warm                  left out
/// ```
///
/// Problems of the parts left out are those of the last check, at their places now. If an edit may change anything, such
/// as an edit of a setting, nothing is reported.
///
/// It costs a comparison of the texts and a check of some dozen declarations, while a check of the whole costs a
/// second at 50,000 lines. Problems of the whole always follow, so nothing is lost if an excerpt decides nothing.
package struct ExcerptCheck {
  /// The most bytes of Opps and tests that are checked in the server's loop
  private static let sizeLimit = RuleSetState.backgroundSize

  /// The last check of the whole
  private let old: RuleSetSnapshot

  /// The edited parts and those beside them
  private let parts: ExcerptParts

  /// - Parameter sources: the files as they are now.
  /// - Returns: nil if more has changed than a few declarations.
  package init?(of sources: [SourceFile], since old: RuleSetSnapshot) {
    guard sources.count == old.files.count,
      zip(sources, old.analysis.files).allSatisfy({ $0.path == $1.path })
    else { return nil }
    var edits: [FileEdit] = []
    for (file, source) in sources.enumerated() {
      guard
        let edit = FileEdit(from: old.source(at: file), old.declarations[file], to: source)
      else { return nil }
      edits.append(edit)
    }
    guard edits.contains(where: { !$0.windows.isEmpty }) else { return nil }
    self.old = old
    parts = ExcerptParts(sources, edits, old.declarations)
  }

  /// The problems that a check of the whole finds, in the order of the files and of the text
  ///
  /// If more depends on an edited declaration than can be checked in the loop, its dependents have the problems of
  /// the last check.
  ///
  /// - Parameter analyze: checks files as one rule set.
  /// - Returns: nil if the edit may change problems elsewhere.
  package func diagnostics(_ analyze: ([SourceFile]) -> Analysis) -> [Diagnostic]? {
    guard let parts = chosenParts() else { return nil }
    let excerpts = parts.excerpts
    let analysis = analyze(excerpts.map { $0.source })
    // Its fixes are those of all uses, of which an excerpt has a part.
    if analysis.diagnostics.contains(where: { $0.isOfAllUses }) { return nil }
    for (file, excerpt) in excerpts.enumerated() {
      guard parts.edited(in: analysis.trees[file], excerpt, of: file) != nil else { return nil }
    }
    guard let kept = keptProblems(besides: parts),
      let found = foundProblems(of: analysis, in: parts, excerpts)
    else { return nil }
    return Parser.bounded(RuleSetSnapshot.sorted(kept + found))
  }

  // MARK: Choosing

  /// The parts of the excerpt; nil if an excerpt decides nothing
  private func chosenParts() -> ExcerptParts? {
    guard
      !old.analysis.diagnostics.contains(where: {
        $0.code == "too-many-problems" || $0.isOfAllUses
      }),
      let near = decidingMoved(parts), let edited = editedDeclarations()
    else { return nil }
    let dependents = ExcerptDependents(old: old, edited: edited)
    guard let all = dependents.added(to: near).flatMap(decidingMoved) else { return nil }
    if all.size <= Self.sizeLimit { return all }
    return near.size <= Self.sizeLimit ? near : nil
  }

  /// The declarations that have changed, by their syntax alone
  private func editedDeclarations() -> EditedDeclarations? {
    var edited = EditedDeclarations()
    for (file, excerpt) in parts.excerpts.enumerated() where !parts.edits[file].windows.isEmpty {
      let tree = Parser.parse(excerpt.source).0
      guard let own = parts.edited(in: tree, excerpt, of: file) else { return nil }
      for declaration in own.old { edited.add(old: declaration) }
      for declaration in own.new { edited.add(new: declaration) }
    }
    return edited
  }

  /// The same with the parts decided whose problems have a place in a window
  ///
  /// - Returns: nil if an Opp shares its name with another: the first of the two is elsewhere.
  private func decidingMoved(_ parts: ExcerptParts) -> ExcerptParts? {
    var parts = parts
    for problem in old.analysis.diagnostics {
      let file = Int(problem.range.file)
      guard parts.edits.indices.contains(file) else { return nil }
      let part = parts.edits[file].part(atOld: problem.range.start)
      let isKept = !parts.edits[file].isReplaced(part) && !parts.isDecided(part, of: file)
      if isKept, moved(problem) != nil { continue }
      if problem.code == "duplicate-name", parts.isOppOrTest(part, of: file) { return nil }
      parts.decide(part, of: file)
    }
    return parts
  }

  /// A problem of the last check with all of its places in the texts as they are now; `nil` if one is in a window
  private func moved(_ problem: Diagnostic) -> Diagnostic? {
    problem.moved { range in
      let file = Int(range.file)
      return parts.edits.indices.contains(file) ? parts.edits[file].moved(range) : range
    }
  }

  // MARK: Problems

  /// The problems of the last check in parts that are not decided
  private func keptProblems(besides parts: ExcerptParts) -> [Diagnostic]? {
    var kept: [Diagnostic] = []
    for problem in old.analysis.diagnostics {
      let file = Int(problem.range.file)
      let part = parts.edits[file].part(atOld: problem.range.start)
      if parts.edits[file].isReplaced(part) || parts.isDecided(part, of: file) { continue }
      guard let moved = moved(problem) else { return nil }
      kept.append(moved)
    }
    return kept
  }

  /// The problems that an excerpt has in windows and decided parts
  private func foundProblems(
    of analysis: Analysis, in parts: ExcerptParts, _ excerpts: [Excerpt]
  ) -> [Diagnostic]? {
    var found: [Diagnostic] = []
    for problem in analysis.diagnostics {
      let file = Int(problem.range.file)
      guard excerpts.indices.contains(file) else { continue }
      guard let place = excerpts[file].place(of: problem.range) else { return nil }
      if let part = parts.edits[file].part(atNew: place.start),
        !parts.isDecided(part, of: file)
      {
        continue
      }
      guard let moved = problem.moved({ Self.place(of: $0, in: excerpts) }) else { return nil }
      found.append(moved)
    }
    return found
  }

  /// The place of a range of the excerpts in the texts; those of the prelude are the same
  private static func place(of range: SourceRange, in excerpts: [Excerpt]) -> SourceRange? {
    let file = Int(range.file)
    return excerpts.indices.contains(file) ? excerpts[file].place(of: range) : range
  }
}
