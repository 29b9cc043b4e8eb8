internal import OppSyntax

/// The parts of a rule set that an excerpt keeps, and those of them whose problems it decides
///
/// Declarations other than Opps, tests and charts are always kept, because all others may need them.
///
/// ```
/// decided   parts that may have other problems now: edited ones, the part before each, those that mention a changed name
/// shown     the part behind a decided one, which shows its end; Opps that a decided test names
/// ```
struct ExcerptParts {
  /// The files as they are now
  let sources: [SourceFile]

  /// The edit of each file
  let edits: [FileEdit]

  /// The declarations of each file in its last check
  let declarations: [[DeclarationSyntax]]

  /// The decided parts of each file that are not replaced
  private var decided: [Set<Int>]

  /// The parts of each file that are shown
  private var shown: [Set<Int>]

  init(_ sources: [SourceFile], _ edits: [FileEdit], _ declarations: [[DeclarationSyntax]]) {
    self.sources = sources
    self.edits = edits
    self.declarations = declarations
    decided = Array(repeating: [], count: edits.count)
    shown = decided
    for (file, edit) in edits.enumerated() {
      for window in edit.windows {
        // Words typed behind a declaration may become a part of it.
        if window.old.lowerBound > 0 { decide(window.old.lowerBound - 1, of: file) }
        show(window.old.upperBound, of: file)
      }
    }
  }

  // MARK: Choosing

  /// Has an excerpt decide the problems of a part
  ///
  /// - Returns: `false` if it does so already.
  @discardableResult
  mutating func decide(_ part: Int, of file: Int) -> Bool {
    guard !edits[file].isReplaced(part), decided[file].insert(part).inserted else { return false }
    show(part + 1, of: file)
    return true
  }

  /// Keeps a part without deciding its problems
  mutating func show(_ part: Int, of file: Int) {
    if part < edits[file].partCount, !edits[file].isReplaced(part) { shown[file].insert(part) }
  }

  // MARK: Reading

  func isDecided(_ part: Int, of file: Int) -> Bool { decided[file].contains(part) }

  /// The declaration of a part; nil for the one part of a file without declarations
  func declaration(_ part: Int, of file: Int) -> DeclarationSyntax? {
    declarations[file].indices.contains(part) ? declarations[file][part] : nil
  }

  /// `true` for a part that is kept only if its problems, or those beside it, are decided
  func isOppOrTest(_ part: Int, of file: Int) -> Bool {
    switch declaration(part, of: file) {
    case .opp, .test, .chart: true
    case .place, .let, .enumeration, .source, .table, .setting, .connection, nil: false
    }
  }

  /// `true` for a part that an excerpt keeps
  func isKept(_ part: Int, of file: Int) -> Bool {
    !isOppOrTest(part, of: file) || decided[file].contains(part) || shown[file].contains(part)
  }

  /// The text of a part that is not replaced
  func text(_ part: Int, of file: Int) -> ArraySlice<UInt8> {
    edits[file].range(ofPart: part).map { sources[file].bytes[$0] } ?? []
  }

  /// Hands out each part that is not replaced, by its index and its file
  func forEachPart(_ body: (_ part: Int, _ file: Int) -> Void) {
    for file in edits.indices {
      for part in 0..<edits[file].partCount where !edits[file].isReplaced(part) {
        body(part, file)
      }
    }
  }

  /// The bytes of Opps and tests that are kept
  var size: Int {
    var size = 0
    for file in edits.indices {
      for part in decided[file].union(shown[file]) where isOppOrTest(part, of: file) {
        size += text(part, of: file).count
      }
    }
    return size
  }

  /// The files without the parts that are left out
  ///
  /// A part begins with a declaration and ends where the next begins, so that each declaration that is kept begins its
  /// line as before.
  var excerpts: [Excerpt] {
    edits.indices.map { file in
      var excerpt = Excerpt(of: sources[file])
      for part in 0..<edits[file].partCount where !isKept(part, of: file) {
        if let range = edits[file].range(ofPart: part) { excerpt.leaveOut(range) }
      }
      excerpt.close()
      return excerpt
    }
  }

  // MARK: Comparing

  /// The declarations that have changed, by the tree of an excerpt
  ///
  /// - Returns: nil if a declaration that is kept is not at its old place: more has changed than the windows.
  func edited(in tree: SyntaxTree, _ excerpt: Excerpt, of file: Int) -> EditedDeclarations? {
    let edit = edits[file]
    var edited = EditedDeclarations()
    var kept = (0..<edit.partCount).filter {
      !edit.isReplaced($0) && isKept($0, of: file) && declaration($0, of: file) != nil
    }[...]
    for new in tree.file.declarations {
      guard let place = excerpt.place(of: new.range) else { return nil }
      if edit.part(atNew: place.start) == nil {
        edited.add(new: new)
        continue
      }
      guard let part = kept.popFirst(), let old = declaration(part, of: file),
        old.node.kind == new.node.kind, let moved = edit.moved(old.range),
        moved.start == place.start
      else { return nil }
      if moved.end == place.end { continue }
      // Only text typed behind a declaration makes it longer.
      guard edit.windows.contains(where: { $0.old.lowerBound == part + 1 }) else { return nil }
      edited.add(old: old)
      edited.add(new: new)
    }
    guard kept.isEmpty else { return nil }
    for window in edit.windows {
      for part in window.old {
        if let declaration = declaration(part, of: file) { edited.add(old: declaration) }
      }
    }
    return edited
  }
}
