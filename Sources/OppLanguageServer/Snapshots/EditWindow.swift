internal import OppSyntax

/// The part of a file in which an edit may change how it is parsed: the Opps that the edit touches, and the declaration
/// before and behind them
///
/// With three declarations at 0..<20, 21..<40 and 41..<60, an edit that puts 5 bytes in place of 25..<26 gives the window
/// 0..<60 of the old text and 0..<64 of the new one; ``edited`` is 1..<2, ``declarations`` 0..<3.
struct EditWindow {
  /// The index of the file
  let file: Int

  /// The indices of the declarations in the window, in the old tree
  let declarations: Range<Int>

  /// The indices of the declarations that the edit touches, in the old tree
  let edited: Range<Int>

  /// The window in the old text
  let old: SourceRange

  /// The window in the new text
  let new: SourceRange

  /// The bytes by which the new text is longer
  private let difference: Int32

  /// - Returns: nil where the edit touches other declarations than Opps.
  /// - Complexity: O(*n*) in the text.
  init?(from tree: SyntaxTree, to source: SourceFile) {
    let all = tree.file.declarations
    let bytes = tree.source.bytes
    let change = TextChange(from: bytes, to: source.bytes, file: source.index)
    var first = partitionPoint(of: all.indices) { all[$0].range.end >= change.prefix }
    // Words typed behind an Opp may become a part of it.
    if first > 0, first == all.count || all[first].range.start >= change.prefix,
      case .opp = all[first - 1]
    {
      first -= 1
    }
    let end = max(
      first, partitionPoint(of: all.indices) { all[$0].range.start > change.suffix })
    let isOfOpps = all[first..<end].allSatisfy {
      if case .opp = $0 { true } else { false }
    }
    guard isOfOpps, !all.isEmpty else { return nil }
    file = Int(source.index)
    edited = first..<end
    declarations = max(0, first - 1)..<min(all.count, end + 1)
    difference = change.difference
    let start = first > 0 ? all[first - 1].range.start : 0
    let oldEnd = end < all.count ? all[end].range.end : Int32(clamping: bytes.count)
    old = SourceRange(file: source.index, start: start, end: oldEnd)
    new = SourceRange(file: source.index, start: start, end: oldEnd + difference)
  }

  /// The place in the new text of an old range outside the window; nil where it reaches into it
  func moved(_ range: SourceRange) -> SourceRange? {
    if Int(range.file) != file || range.end <= old.start { return range }
    return range.start >= old.end ? shifted(range) : nil
  }

  /// The place in the new text of a declaration that the edit does not touch, by its index in the old tree
  func place(of declaration: DeclarationSyntax, at position: Int) -> SourceRange {
    position < edited.lowerBound ? declaration.range : shifted(declaration.range)
  }

  /// The offset in the new text at which a declaration begins that is not edited, or that is the first of the file
  func start(of declaration: DeclarationSyntax, at position: Int) -> Int {
    Int(declaration.range.start + (position < edited.upperBound ? 0 : difference))
  }

  /// A range behind the edit at its place in the new text
  private func shifted(_ range: SourceRange) -> SourceRange {
    SourceRange(file: range.file, start: range.start + difference, end: range.end + difference)
  }
}
