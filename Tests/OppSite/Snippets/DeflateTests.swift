import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The compressor against an inflater that is written down as RFC 1951 has it
@Suite(.limited) struct DeflateTests {
  @Test(arguments: [
    "", "a", "abc", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabcabd",
    "opp \"Ä ✨\" when temp > 20C\nopp \"B\" when temp > 20C",
  ])
  func `what is compressed can be read again`(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try Inflater.inflated(Deflate.compressed(bytes)) == bytes)
  }

  @Test func `every length and far distances can be read again`() throws {
    var generator = SystemRandomNumberGenerator()
    var bytes = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for length in 3...300 {
      let start = Int.random(in: 0..<39_000, using: &generator)
      bytes += bytes[start..<start + length]
    }
    #expect(try Inflater.inflated(Deflate.compressed(bytes)) == bytes)
  }

  @Test func `a snippet takes less than its own bytes in a link`() throws {
    let text = try Repository.text("examples/opportunity/weather.opp")
    let link = PlaygroundLink(files: [PlaygroundFile(name: "rules.opp", text: text)])
    #expect(link.fragment.utf8.count < text.utf8.count)
    #expect(link.fragment.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) })
    #expect(try link.fragment.playgroundLink == link)
  }
}

extension String {
  /// The files that a fragment holds
  var playgroundLink: PlaygroundLink {
    get throws {
      var text = replacing("-", with: "+").replacing("_", with: "/")
      while !text.utf8.count.isMultiple(of: 4) { text += "=" }
      let bytes = try #require(Data(base64Encoded: text))
      return try JSONDecoder().decode(
        PlaygroundLink.self, from: Data(Inflater.inflated(Array(bytes))))
    }
  }
}

/// A reader of RFC 1951, for blocks with the fixed codes
struct Inflater {
  private let bytes: [UInt8]
  private var place = 0

  struct Failure: Error {}

  static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var inflater = Inflater(bytes: bytes)
    return try inflater.inflate()
  }

  private mutating func inflate() throws -> [UInt8] {
    guard try bits(1) == 1, try bits(2) == 1 else { throw Failure() }
    var output: [UInt8] = []
    while true {
      let symbol = try symbol()
      if symbol == 256 { return output }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      let length = try Self.lengths[index] + bits(Self.lengthBits[index])
      let code = try code(5)
      let distance = try Self.distances[code] + bits(Self.distanceBits[code])
      guard distance <= output.count else { throw Failure() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  /// A number, the least bit first
  private mutating func bits(_ count: Int) throws -> Int {
    var number = 0
    for bit in 0..<count {
      guard place < bytes.count * 8 else { throw Failure() }
      number |= Int(bytes[place / 8] >> UInt8(place % 8) & 1) << bit
      place += 1
    }
    return number
  }

  /// A code, the greatest bit first
  private mutating func code(_ count: Int) throws -> Int {
    var code = 0
    for _ in 0..<count { code = code << 1 | (try bits(1)) }
    return code
  }

  private mutating func symbol() throws -> Int {
    let seven = try code(7)
    if seven <= 0b0010111 { return 256 + seven }
    let eight = seven << 1 | (try bits(1))
    if (0b0011_0000...0b1011_1111).contains(eight) { return eight - 0b0011_0000 }
    if (0b1100_0000...0b1100_0111).contains(eight) { return 280 + eight - 0b1100_0000 }
    return 144 + (eight << 1 | (try bits(1))) - 0b1_1001_0000
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
}
