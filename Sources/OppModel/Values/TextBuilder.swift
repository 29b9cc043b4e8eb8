/// A text that is put together from pieces
///
/// The pieces are bytes until the end. To append to a String takes some three hundred instructions, whatever is appended, and a
/// replay writes hundreds of thousands of messages.
package struct TextBuilder: Sendable {
  /// In UTF-8
  private var bytes: [UInt8] = []

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes so far
  package var count: Int { bytes.count }

  /// The text from a byte on, which is the first of a piece
  package func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  package mutating func append(_ text: String) {
    // Of a String that has its bytes side by side nothing is copied here.
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends the digits of a number
  mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digitsOf: number.magnitude)
  }

  private mutating func append(digitsOf number: UInt64) {
    let (tens, digit) = number.quotientAndRemainder(dividingBy: 10)
    if tens != 0 { append(digitsOf: tens) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  /// Begins another text in the room of this one
  package mutating func begin() { bytes.removeAll(keepingCapacity: true) }
}
