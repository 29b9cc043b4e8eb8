import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// Bytes that are put together from pieces are what an array that is appended to has
@Suite(.limited) struct ByteBufferTests {
  @Test func `pieces follow one another, however much room there is`() {
    var random = SplitMix64(seed: 8)
    for capacity in 0...20 {
      var buffer = ByteBuffer(capacity: capacity)
      var bytes: [UInt8] = []
      for _ in 0..<60 {
        let length = random.number(in: 0...8)
        let letters = (0..<8).map { _ in UInt8(ascii: "a") + UInt8(random.number(in: 0...25)) }
        let word = letters.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let piece = Array(letters.prefix(length))
        switch random.number(in: 0...4) {
        case 0:
          buffer.append(letters[0])
          bytes.append(letters[0])
        case 1:
          buffer.append(word, length: length)
          bytes += piece
        case 2:
          buffer.append(UInt8(ascii: " "), word, length: length)
          bytes += [UInt8(ascii: " ")] + piece
        case 3:
          buffer.append(piece)
          bytes += piece
        default:
          buffer.append(String(decoding: piece, as: UTF8.self))
          bytes += piece
        }
        #expect(Array(buffer.text.utf8) == bytes && buffer.count == bytes.count)
      }
    }
  }

  @Test func `a text of any kind and length is appended`() {
    var buffer = ByteBuffer(capacity: 1)
    let whole = "free for 1 h 30 min, then busy 🏔"
    // The last one is cut out of a longer one.
    let texts = [
      "", "é", whole, String(repeating: whole, count: 40), String(whole.dropFirst(9).prefix(10)),
    ]
    for text in texts { buffer.append(text) }
    #expect(buffer.text == texts.joined())
    buffer.empty()
    #expect(buffer.text.isEmpty && buffer.count == 0)
  }
}
