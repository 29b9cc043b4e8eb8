internal import OppSyntax

/// The diagnostics of a rule set with another text of one file, each text checked once
///
/// The advice of messages is tried out: several searches arrive at the same text.
final class Trials {
  private let files: [SourceFile]
  private let analyze: ([SourceFile]) -> [Diagnostic]
  private var known: [Key: [Diagnostic]] = [:]

  /// The most texts whose diagnostics are kept: those of a line, because the mistakes of a file of mistakes are
  /// as many for each text
  private static let keptTexts = 20

  /// The file that differs and its changed bytes, because whole texts would take many times the memory of the rules
  private struct Key: Hashable {
    let file: Int32

    /// The number of bytes before the first that differs
    let start: Int

    /// The number of bytes behind the last that differs
    let end: Int

    /// The bytes between them
    let bytes: [UInt8]

    init(_ changed: SourceFile, of file: SourceFile) {
      self.file = file.index
      let (old, new) = (file.bytes, changed.bytes)
      let shorter = min(old.count, new.count)
      var start = 0
      while start < shorter, old[start] == new[start] { start += 1 }
      var end = 0
      while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
      self.start = start
      self.end = end
      bytes = Array(new[start..<(new.count - end)])
    }
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
    guard let (file, other) = zip(files, changed).first(where: { $0.bytes != $1.bytes }) else {
      return analyze(changed)
    }
    let key = Key(other, of: file)
    if let found = known[key] { return found }
    let found = analyze(changed)
    if known.count == Self.keptTexts { known.removeAll(keepingCapacity: true) }
    known[key] = found
    return found
  }
}
