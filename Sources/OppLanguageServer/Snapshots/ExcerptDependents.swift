internal import OppSemantics
internal import OppSyntax

/// Finds the declarations that an edit may affect beyond the text that it touches
///
/// ```
/// let warm = temp > 21C              edited
/// let mild = warm and wind < 3m/s    mentions `warm`
/// opp "A" when mild                  mentions `mild`
/// test "a" … expect "A" fires        names "A"
/// ```
///
/// An Opp with a problem is checked again after every edit of another declaration, because its message may list the declared names.
struct ExcerptDependents {
  /// The most steps from an edited name to a declaration that depends on it
  private static let depthLimit = 8

  /// The last check of the whole
  let old: RuleSetSnapshot

  /// The declarations that have changed
  let edited: EditedDeclarations

  /// Has an excerpt decide all that the edit may change
  ///
  /// - Returns: `nil` if that may be anything.
  func added(to parts: ExcerptParts) -> ExcerptParts? {
    guard let names = edited.names, names.isEmpty || hasOwnNames, hasOwnOpps(parts) else {
      return nil
    }
    var parts = parts
    if !names.isEmpty {
      for problem in old.analysis.diagnostics { decide(problem, &parts) }
      guard decideMentions(of: names, &parts) else { return nil }
    }
    return decideTests(&parts) ? parts : nil
  }

  /// Has an excerpt decide the part that a problem of the last check is in
  private func decide(_ problem: Diagnostic, _ parts: inout ExcerptParts) {
    let file = Int(problem.range.file)
    guard parts.edits.indices.contains(file) else { return }
    parts.decide(parts.edits[file].part(atOld: problem.range.start), of: file)
  }

  /// `true` if no changed name is one of the prelude, whose declarations may be used without being mentioned
  private var hasOwnNames: Bool {
    guard let prelude = old.analysis.trees.last else { return true }
    let changed = Set(edited.hidingNames)
    return prelude.file.declarations.allSatisfy {
      EditedDeclarations.names(of: $0).allSatisfy { !changed.contains($0) }
    }
  }

  /// `true` if the edited Opps share their names with no others, or have the names that they had
  ///
  /// If a test names an Opp that is not there, any new name may be the one that was meant.
  private func hasOwnOpps(_ parts: ExcerptParts) -> Bool {
    let names = edited.oppNames
    if names.old.sorted() == names.new.sorted() { return true }
    if old.analysis.diagnostics.contains(where: { $0.code == "unknown-opp" }) { return false }
    var changed = Set(names.new)
    guard changed.count == names.new.count else { return false }
    changed.formUnion(names.old)
    let kept = Set(edited.old.map { $0.range })
    var isOwn = true
    parts.forEachPart { part, file in
      guard let declaration = parts.declaration(part, of: file),
        let name = EditedDeclarations.oppName(declaration)
      else { return }
      if changed.contains(name), !kept.contains(declaration.range) { isOwn = false }
    }
    return isOwn
  }

  /// Has an excerpt decide the declarations that mention some names, and those that depend on them
  ///
  /// - Returns: `false` if a setting is among them, or the way to one of them is too long.
  private func decideMentions(of names: [String], _ parts: inout ExcerptParts) -> Bool {
    var words = WordSet()
    for name in names { words.insert(name) }
    var seen: Set<SourceRange> = []
    var depth = 0
    var count = -1
    while count < seen.count {
      guard depth < Self.depthLimit else { return false }
      depth += 1
      count = seen.count
      for (part, file) in mentions(of: words, in: parts, isOppOrTest: false) {
        guard let declaration = parts.declaration(part, of: file),
          seen.insert(declaration.range).inserted
        else { continue }
        if case .setting = declaration { return false }
        for name in EditedDeclarations.names(of: declaration) { words.insert(name) }
        parts.decide(part, of: file)
      }
    }
    for (part, file) in mentions(of: words, in: parts, isOppOrTest: true) {
      parts.decide(part, of: file)
    }
    return true
  }

  /// The parts that mention one of some words
  private func mentions(
    of words: WordSet, in parts: ExcerptParts, isOppOrTest: Bool
  ) -> [(part: Int, file: Int)] {
    var found: [(part: Int, file: Int)] = []
    parts.forEachPart { part, file in
      if parts.isOppOrTest(part, of: file) == isOppOrTest,
        words.isMentioned(in: parts.text(part, of: file))
      {
        found.append((part, file))
      }
    }
    return found
  }

  // MARK: Tests

  /// Has an excerpt decide the tests of Opps that are decided, and show the Opps that these name
  ///
  /// - Returns: `false` if a test names an Opp that is not there.
  private func decideTests(_ parts: inout ExcerptParts) -> Bool {
    var tests: [(part: Int, file: Int, names: [String])] = []
    var opps = Set(edited.oppNames.old + edited.oppNames.new)
    parts.forEachPart { part, file in
      guard let declaration = parts.declaration(part, of: file) else { return }
      if case .test(let test) = declaration {
        tests.append((part, file, EditedDeclarations.expectedOpps(test)))
      } else if parts.isDecided(part, of: file),
        let name = EditedDeclarations.oppName(declaration)
      {
        opps.insert(name)
      }
    }
    var needed: Set<String> = []
    for declaration in edited.new {
      if case .test(let test) = declaration {
        needed.formUnion(EditedDeclarations.expectedOpps(test))
      }
    }
    // An Opp or a chart that is checked again names others, of which it reads the firings.
    parts.forEachPart { part, file in
      guard parts.isDecided(part, of: file), let declaration = parts.declaration(part, of: file)
      else { return }
      needed.formUnion(EditedDeclarations.readOpps(declaration.node))
    }
    for declaration in edited.new {
      needed.formUnion(EditedDeclarations.readOpps(declaration.node))
    }
    for test in tests {
      if test.names.contains(where: { opps.contains($0) }) {
        parts.decide(test.part, of: test.file)
      }
      if parts.isDecided(test.part, of: test.file) { needed.formUnion(test.names) }
    }
    return needed.isEmpty || show(needed, &parts)
  }

  /// Shows Opps by their names
  ///
  /// - Returns: `false` if one is not there.
  private func show(_ names: Set<String>, _ parts: inout ExcerptParts) -> Bool {
    var missing = names
    missing.subtract(edited.oppNames.new)
    var found: [(part: Int, file: Int)] = []
    parts.forEachPart { part, file in
      if let name = parts.declaration(part, of: file).flatMap(EditedDeclarations.oppName),
        names.contains(name)
      {
        missing.remove(name)
        found.append((part, file))
      }
    }
    for (part, file) in found { parts.show(part, of: file) }
    return missing.isEmpty
  }
}
