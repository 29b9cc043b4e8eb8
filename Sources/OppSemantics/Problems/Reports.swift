internal import OppModel
internal import OppSyntax

/// The diagnostics of a check, and the texts and the names of types that their words need
///
/// Diagnostics are in the order in which they were found; ``Analysis/sorted(_:)`` brings them into that of the text.
final class Reports {
  /// The diagnostics that were reported and not withdrawn
  private(set) var diagnostics: [Diagnostic] = []

  /// The files of the rule set, by their index
  private(set) var files: [SourceFile]

  /// The names of the types declared so far
  var typeNames: TypeNames

  /// The small mistakes of syntax, which the texts of places are free of
  var mends = SyntaxMends([], in: [])

  /// The declared things that ambiguous names meant before, by the places of these
  var earlierMeanings: [SourceRange: Symbol] = [:]

  init(files: [SourceFile], typeNames: TypeNames) {
    self.files = files
    self.typeNames = typeNames
  }

  /// The number of diagnostics, which marks the beginning of a trial
  var count: Int { diagnostics.count }

  // MARK: Reporting

  /// Adds a diagnostic
  func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func add(_ more: some Sequence<Diagnostic>) { diagnostics += more }

  /// Removes the problems that were reported after the first `count`
  func truncate(to count: Int) { diagnostics.removeSubrange(count...) }

  /// Takes out everything that was reported
  func takeAll() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }

  /// Adds a second place to each diagnostic after the first `count`
  func label(from count: Int, at range: SourceRange, text: String) {
    for index in count..<diagnostics.count {
      diagnostics[index].labels.append(.init(range: range, text: text))
    }
  }

  // MARK: Texts

  /// Adds a file, whose index must be the number of files there are
  func add(_ file: SourceFile) { files.append(file) }

  /// Removes the file added last
  func removeLastFile() { files.removeLast() }

  /// The text of a place; `nil` if no file has it
  func text(at range: SourceRange) -> String? {
    files.indices.contains(Int(range.file)) ? files[Int(range.file)].text(range) : nil
  }

  /// The text of a place that has small mistakes of syntax, without them; `nil` if it has none
  func mendedText(at range: SourceRange) -> String? {
    guard !mends.isEmpty, files.indices.contains(Int(range.file)) else { return nil }
    return mends.text(of: files[Int(range.file)], in: range)
  }
}
