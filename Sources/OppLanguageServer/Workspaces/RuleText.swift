internal import OppSyntax

/// A text of a rule set, open or on the disk
struct RuleText {
  /// The path of the file; of a text that has none, its URI
  let path: String
  let uri: String

  /// The version of the open document; nil for a file that is read from the disk
  let version: Int?
  let bytes: [UInt8]

  /// The lines of an open text, which are kept through edits; nil for a file on the disk
  let lines: LineText?
}

/// The texts of a rule set at one moment, in the order of the command line
struct RuleTexts {
  /// In the order of their paths, by scalars
  private let texts: [RuleText]

  /// The folder of the rule set, which messages name paths from
  private let root: String

  /// - Parameters:
  ///   - open: the open texts, which come before the files on the disk.
  ///   - disk: the texts of files by their paths.
  init(open: [OpenDocument], disk: [String: [UInt8]], root: String) {
    var texts: [RuleText] = []
    var openPaths: Set<String> = []
    for document in open {
      let path = FileURI.path(of: document.uri) ?? document.uri
      openPaths.insert(path)
      texts.append(
        RuleText(
          path: path, uri: document.uri, version: document.version, bytes: document.text.bytes,
          lines: document.text))
    }
    for (path, bytes) in disk where !openPaths.contains(path) {
      texts.append(
        RuleText(path: path, uri: FileURI.uri(of: path), version: nil, bytes: bytes, lines: nil))
    }
    texts.sort { $0.path.unicodeScalars.lexicographicallyPrecedes($1.path.unicodeScalars) }
    self.texts = texts
    self.root = root
  }

  /// The size of all texts, in bytes
  var size: Int { texts.reduce(0) { $0 + $1.bytes.count } }

  /// The files as the compiler has them, with paths from the root
  var sources: [SourceFile] {
    texts.enumerated().map { index, text in
      SourceFile(
        path: FileURI.relative(text.path, to: root), bytes: text.bytes,
        index: Int32(truncatingIfNeeded: index))
    }
  }

  /// The bytes of each text with its URI
  var bytes: [(uri: String, bytes: [UInt8])] { texts.map { ($0.uri, $0.bytes) } }

  /// The paths of the files as seen from a folder
  func paths(from folder: String) -> [String] {
    texts.map { FileURI.relative($0.path, to: folder) }
  }

  /// The texts, each with the converter of its positions
  ///
  /// - Parameter sources: the files as the compiler has them, and the prelude as the last.
  func snapshot(_ sources: [SourceFile]) -> SnapshotTexts {
    var lines: [Int: LineText] = [:]
    for (index, text) in texts.enumerated() { lines[index] = text.lines }
    return SnapshotTexts(
      files: texts.map { RuleSetSnapshot.File(uri: $0.uri, version: $0.version) },
      sources: sources, lineTexts: lines)
  }
}
