internal import OppSyntax

/// The texts of a rule set at one moment, as the client knows them
///
/// They convert positions before the texts are checked; ``RuleSetSnapshot`` has them beside the outcome of a check.
final class SnapshotTexts {
  /// The files, by the index that ranges carry; the prelude is not among them
  let files: [RuleSetSnapshot.File]

  /// The files as the compiler has them, and the prelude as the last
  ///
  /// Their indices are those of ``files``; the prelude has the index after the last.
  let sources: [SourceFile]

  /// The lines of texts, by the index of the file; made when a position in it is first converted
  private var lineTexts: [Int: LineText]

  /// The indices of ``files`` by their URIs; the first of each
  private let indices: [String: Int]

  /// - Parameter lineTexts: the lines of texts, if they are known already.
  init(
    files: [RuleSetSnapshot.File], sources: [SourceFile], lineTexts: [Int: LineText] = [:]
  ) {
    self.files = files
    self.sources = sources
    self.lineTexts = lineTexts
    var indices: [String: Int] = [:]
    for (index, file) in files.enumerated() where indices[file.uri] == nil {
      indices[file.uri] = index
    }
    self.indices = indices
  }

  /// The index of a file in ``files``; nil for another file
  func index(ofURI uri: String) -> Int? { indices[uri] }

  /// A text that converts positions, by the index of its file
  ///
  /// - Requires: `index` is one of ``sources``.
  func lineText(at index: Int) -> LineText {
    if let known = lineTexts[index] { return known }
    let made = LineText(sources[index].bytes)
    lineTexts[index] = made
    return made
  }
}
