internal import OppSyntax

/// Looks for mistakes in other texts of one line of a rule set that was checked
///
/// The declaration of the line is parsed together with its two neighbours, because they show where it ends. Only this
/// declaration is checked, and all other names are known from the check of the rule set. A text takes the time of three
/// declarations in a rule set of any size.
///
/// ```
/// let warm = temp > 20C            its name is known
/// opp "A" when warm                parsed
/// opp "B" when warm and temp > 3   parsed and checked, with each text of the line
/// opp "C" when warm                parsed
/// opp "D" when warm                not read
/// ```
///
/// Some mistakes are found only by a check of the whole rule set: a name that is declared twice, or a use of a let whose type
/// has changed.
struct DeclarationTrial {
  /// The most bytes of the three declarations
  private static let sizeLimit = 1 << 14

  /// The place of the declaration, from the end of the one before to the start of the one behind
  private let place: SourceRange

  /// The file as it was checked
  private let file: SourceFile

  /// The index of the line
  private let line: Int

  /// The declarations beside that of the line
  private let previous, next: SourceRange?

  private let checker: Checker

  /// - Parameters:
  ///   - tree: the tree of the file as it was checked.
  ///   - checker: the checker of the rule set, whose check has ended.
  /// - Returns: `nil` if the declarations are too long, or the line declares a type, on which others depend.
  init?(ofLine line: Int, in tree: SyntaxTree, _ checker: Checker) {
    let file = tree.source
    let lineRange = file.lineRange(at: line)
    let (start, end) = (
      Int32(clamping: lineRange.lowerBound), Int32(clamping: lineRange.upperBound)
    )
    var previous, next: SourceRange?
    for declaration in tree.file.declarations {
      let range = declaration.range
      if range.end <= start {
        previous = range
      } else if range.start >= end {
        next = range
        break
      } else if Self.declaresType(declaration) {
        return nil
      }
    }
    let size = Int32(clamping: file.bytes.count)
    guard (next?.end ?? size) - (previous?.start ?? 0) <= Int32(Self.sizeLimit) else { return nil }
    place = SourceRange(
      file: file.index, start: previous?.end ?? 0, end: next?.start ?? size)
    (self.file, self.line, self.previous, self.next) = (file, line, previous, next)
    self.checker = checker
  }

  /// `true` for declarations of which others take names and types
  private static func declaresType(_ declaration: DeclarationSyntax) -> Bool {
    switch declaration {
    case .enumeration, .source, .table: true
    case .place, .let, .setting, .connection, .test, .chart, .opp: false
    }
  }

  /// The errors on the line, and the number of errors in the rest of ``place``
  ///
  /// - Parameter changed: a text of the file in which only the line differs.
  /// - Returns: `nil` if the text would be read as other declarations, so that a check of all is needed.
  func errors(in changed: SourceFile) -> (own: [Diagnostic], beside: Int)? {
    let growth = Int32(clamping: changed.bytes.count - file.bytes.count)
    let start = previous?.start ?? 0
    let size = Int32(clamping: file.bytes.count)
    let end = (next?.end ?? size) + growth
    guard start < end else { return nil }
    let excerpt = SourceFile(
      path: file.path, bytes: Array(changed.bytes[Int(start)..<Int(end)]),
      index: Int32(clamping: checker.reports.files.count))
    let (tree, syntax) = Parser.parse(excerpt)
    guard let declarations = tried(tree.file.declarations, from: start, growth) else { return nil }
    let found = RuleSet.diagnostics(of: declarations, in: tree, syntax: syntax, checker)
    var (own, beside): ([Diagnostic], Int) = ([], 0)
    for error in found where error.severity == .error && error.range.file == excerpt.index {
      let moved = error.moved { placed($0, from: excerpt, at: start, growth) }
      guard let moved else { return nil }
      if changed.lineIndex(at: moved.range.start) == line {
        own.append(moved)
      } else if isBeside(moved.range, growth) {
        beside += 1
      }
    }
    return (own, beside)
  }

  /// `true` if ``errors(in:)`` counts errors at a place of the file as it was checked
  func looks(at range: SourceRange) -> Bool { range.file == file.index && isBeside(range, 0) }

  /// `true` if a range begins in ``place``, whose end has moved by the growth of the line
  private func isBeside(_ range: SourceRange, _ growth: Int32) -> Bool {
    range.start >= place.start && (range.start < place.end + growth || next == nil)
  }

  /// The declarations between the two neighbours; `nil` if a neighbour has changed, or one of them declares a type
  private func tried(
    _ declarations: [DeclarationSyntax], from start: Int32, _ growth: Int32
  ) -> ArraySlice<DeclarationSyntax>? {
    var found = declarations[...]
    if let previous {
      let first = found.popFirst()?.range
      guard let first, first.start == 0, first.end == previous.end - start else { return nil }
    }
    if let next {
      let last = found.popLast()?.range
      guard let last, last.start == next.start + growth - start,
        last.end == next.end + growth - start
      else { return nil }
    }
    return found.contains(where: Self.declaresType) ? nil : found
  }

  /// The range in the changed file; `range` is of the excerpt, or of a file as it was checked
  private func placed(
    _ range: SourceRange, from excerpt: SourceFile, at start: Int32, _ growth: Int32
  ) -> SourceRange {
    let distance: Int32
    if range.file == excerpt.index {
      distance = start
    } else if range.file == file.index, range.start >= place.end {
      distance = growth
    } else {
      return range
    }
    return SourceRange(
      file: range.file == excerpt.index ? file.index : range.file,
      start: range.start + distance, end: range.end + distance)
  }
}
