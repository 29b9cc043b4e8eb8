internal import OppModel
internal import OppSyntax

/// The diagnostics of a check, and the texts and the names of types that their words need
final class Reports {
  private(set) var diagnostics: [Diagnostic] = []

  /// The files of the rule set, by their index
  private(set) var files: [SourceFile]

  /// The names of the types declared so far
  var typeNames: TypeNames

  init(files: [SourceFile], typeNames: TypeNames) {
    self.files = files
    self.typeNames = typeNames
  }

  var count: Int { diagnostics.count }

  // MARK: Reporting

  func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func add(_ more: some Sequence<Diagnostic>) { diagnostics += more }

  /// Takes back what was reported after the first `count`
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

  func add(_ file: SourceFile) { files.append(file) }

  func removeLastFile() { files.removeLast() }

  /// The text of a place; nil where no file has it
  func text(at range: SourceRange) -> String? {
    files.indices.contains(Int(range.file)) ? files[Int(range.file)].text(range) : nil
  }
}
