/// The bytes of a value in its text, and the line that it begins on
///
/// In `{"a": "xy"}`, the place of the object is 0..<11, that of its value 7..<9 with ``isText``.
package struct JSONPlace: Hashable, Sendable {
  package let start: Int
  package var end: Int

  /// From 1
  package let line: Int

  /// `true` for the bytes between the quotes of a string
  package let isText: Bool

  package init(start: Int, end: Int, line: Int, isText: Bool = false) {
    self.start = start
    self.end = end
    self.line = line
    self.isText = isText
  }
}
