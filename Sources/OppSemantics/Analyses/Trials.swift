internal import OppSyntax

/// The diagnostics of a rule set with another text of one file, each text checked once
///
/// The advice of messages is tried out: several searches arrive at the same text.
final class Trials {
  private let files: [SourceFile]
  private let analyze: ([SourceFile]) -> [Diagnostic]
  private var known: [Key: [Diagnostic]] = [:]

  /// The only file that differs, and its text
  private struct Key: Hashable {
    let file: Int32
    let bytes: [UInt8]
  }

  /// - Parameters:
  ///   - files: the files as they are.
  ///   - analyze: checks files.
  init(of files: [SourceFile], analyze: @escaping ([SourceFile]) -> [Diagnostic]) {
    self.files = files
    self.analyze = analyze
  }

  /// The diagnostics of files of which one has another text
  func diagnostics(of changed: [SourceFile]) -> [Diagnostic] {
    guard let file = zip(files, changed).first(where: { $0.bytes != $1.bytes })?.1 else {
      return analyze(changed)
    }
    let key = Key(file: file.index, bytes: file.bytes)
    if let found = known[key] { return found }
    let found = analyze(changed)
    known[key] = found
    return found
  }
}
