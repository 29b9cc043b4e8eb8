/// A text that is put together from pieces
///
/// The pieces are bytes until the end. To append even a byte to a String takes some three hundred instructions, and a
/// replay writes hundreds of thousands of messages.
///
/// It holds no more than ``TextLimit/bytes``, however much is appended.
package struct TextBuilder: Sendable {
  /// In UTF-8
  private var bytes: [UInt8] = []

  /// `true` if the end of the text was cut off: nothing that is appended then counts
  package private(set) var isCut = false

  package init() {}

  package var text: String {
    isCut ? TextLimit.marked(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// The number of bytes so far
  package var count: Int { bytes.count }

  /// The text from a byte on, which is the first of a piece
  package func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  package mutating func append(_ text: String) {
    if isCut { return }
    // Of a String that has its bytes side by side nothing is copied here.
    var text = text
    let room = TextLimit.bytes - bytes.count
    isCut = text.withUTF8 { piece in
      guard piece.count > room else {
        bytes.append(contentsOf: piece)
        return false
      }
      bytes.append(contentsOf: piece.prefix(room))
      return true
    }
  }

  /// Appends the digits of a number
  mutating func append(_ number: Int64) {
    // A number that may not fit is appended as a text, which is cut.
    guard bytes.count <= TextLimit.bytes - Self.longestNumber else { return append(String(number)) }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digitsOf: number.magnitude)
  }

  /// The bytes of the least number of 64 bits
  private static let longestNumber = 20

  private mutating func append(digitsOf number: UInt64) {
    let (tens, digit) = number.quotientAndRemainder(dividingBy: 10)
    if tens != 0 { append(digitsOf: tens) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  /// Begins another text in the room of this one
  package mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    isCut = false
  }
}
