/// A mistake in a JSON text, and its place
///
/// ```
/// {"a": 1,}      at offset 8: expected a text in quotes
/// {"a": 01}      at offset 7: expected a number without zeros in front
/// ```
package struct JSONFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Something else stands where this should
    case expected(String)
    case tooDeep(limit: Int)
    case notUTF8
  }

  package let kind: Kind

  /// The index of a byte of the text
  package let offset: Int

  /// From 1
  package let line: Int

  package init(_ kind: Kind, offset: Int, line: Int) {
    self.kind = kind
    self.offset = offset
    self.line = line
  }
}
