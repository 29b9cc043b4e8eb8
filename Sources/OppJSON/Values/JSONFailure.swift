/// A mistake in a JSON text, and its place
package struct JSONFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Something else stands where this should
    case expected(String)
    case tooDeep(limit: Int)
    case notUTF8
  }

  package let kind: Kind
  package let offset: Int

  /// From 1
  package let line: Int

  package init(_ kind: Kind, offset: Int, line: Int) {
    self.kind = kind
    self.offset = offset
    self.line = line
  }
}
