/// A text that the client has open
package struct OpenDocument: Sendable {
  package let uri: String
  package private(set) var version: Int
  package private(set) var text: LineText

  package init(uri: String, version: Int, text: String) {
    self.uri = uri
    self.version = version
    self.text = LineText(Array(text.utf8))
  }

  /// Applies the changes of one notification, each to the outcome of the one before
  ///
  /// - Throws: `invalidParams` if a change has no text; those before it are applied.
  package mutating func apply(
    _ changes: [Parameters], version: Int?, _ encoding: PositionEncoding
  ) throws(ResponseError) {
    if let version { self.version = version }
    for change in changes {
      let bytes = Array(try change.requiredText("text").utf8)
      if change["range"] == nil {
        text = LineText(bytes)
      } else {
        let range = try change.range()
        text.replace(text.offsets(of: range, encoding), with: bytes)
      }
    }
  }
}
