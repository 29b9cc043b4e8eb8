internal import OppSyntax

/// A file of rules: its path, by which messages name it, and its text
public struct RuleFile: Hashable, Sendable {
  /// The path, in any form: nothing is read from it
  public let path: String

  /// The text in UTF-8; other bytes are reported as an error at their place
  public let bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The text; bytes that are not UTF-8 are U+FFFD
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The file as the parser reads it
  var source: SourceFile { SourceFile(path: path, bytes: bytes) }
}
