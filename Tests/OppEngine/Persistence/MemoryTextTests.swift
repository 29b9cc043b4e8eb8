import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// The text of an entry of memory: what the writer writes, the reader reads, and nothing else
@Suite(.limited) struct MemoryTextTests {
  private let graph = ConditionGraph()

  @Test func `an entry is words with a space between`() {
    var writer = MemoryWriter(graph)
    writer.add(Truth.true)
    writer.add(Int64(1_782_043_200))
    writer.add(Int64?.none)
    #expect(writer.text == "1 T 1782043200 -")
    writer = MemoryWriter(graph)
    writer.add("attic é")
    writer.add(1 / 3.0)
    writer.add(2.0)
    writer.add(Truth.unknown)
    writer.add(Position?.none)
    #expect(writer.text == "1 8:attic é x3fd5555555555555 2 ? -")
  }

  @Test func `whole numbers are written in their digits`() {
    var numbers: [Int64] = [.max, .min, Seconds.never, Seconds.past, 1 << 60 + 1]
    for exponent in 0...18 {
      let power = (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
      numbers += [power - 1, power, power + 1, -power, power / 7 * 3]
    }
    // All that half of eight digits may be, on either side, with and without digits before.
    for half in 0..<Int64(10_000) {
      numbers += [half, half * 10_000 + 7, half * 100_010_000 + half]
    }
    var writer = MemoryWriter(graph)
    for number in numbers {
      writer.begin()
      writer.add(number)
      #expect(writer.text == "1 \(number)")
    }
    writer.begin()
    writer.add(Int128(UInt64.max))
    #expect(writer.text == "1 0 18446744073709551615")
    writer.begin()
    writer.add(Fingerprint(bits: 0xf00d << 64 | 0xabc))
    let meaning = "000000000000f00d0000000000000abc"
    #expect(writer.text == "1 " + meaning)
    writer.add(WrittenMeaning(Fingerprint(bits: 0xf00d << 64 | 0xabc), ValueSchema(graph)))
    #expect(writer.text == "1 " + meaning + " " + meaning)
  }

  @Test func `other numbers are written by their bits in base 16`() {
    var random = SplitMix64(seed: 16)
    var writer = MemoryWriter(graph)
    // Of each length, as Doubles below the least normal one have zeros in front.
    for length in 1...16 {
      for _ in 0..<200 {
        let number = Double(bitPattern: random.next() >> UInt64(64 - 4 * length))
        if number == number.rounded(), number.magnitude < 0x1p53 { continue }
        writer.begin()
        writer.add(number)
        #expect(writer.text == "1 x" + String(number.bitPattern, radix: 16))
      }
    }
    // Every digit at every place, and nothing but it.
    for place in 0..<32 {
      for digit in 0..<16 {
        writer.begin()
        writer.add(Fingerprint(bits: UInt128(digit) << UInt128(4 * place)))
        let digits = String(repeating: "0", count: 31 - place) + String(digit, radix: 16)
        #expect(writer.text == "1 " + digits + String(repeating: "0", count: place))
      }
    }
  }

  @Test func `every number comes back to the bit`() {
    let numbers = [
      0, -0.0, 1, -1, 0.1, 1 / 3.0, 1e300, -Double.leastNonzeroMagnitude, 0x1p53, 0x1p53 - 1,
      .infinity, -.infinity,
    ]
    let wide: [Int128] = [0, 1, -1, 1 << 100, -(1 << 100), Int128(UInt64.max), -Int128(UInt64.max)]
    var writer = MemoryWriter(graph)
    for number in numbers { writer.add(number) }
    for number in wide { writer.add(number) }
    var reader = MemoryReader(writer.text, graph)
    let read = (numbers.map { _ in reader.number().bitPattern }, wide.map { _ in reader.wide() })
    #expect(read.0 == numbers.map(\.bitPattern) && read.1 == wide)
    #expect(reader.isIntact && reader.isAtEnd)
  }

  @Test func `texts, truths and positions come back`() throws {
    let texts = ["", " ", "a b", "5:a", "é 🏔", "\n"]
    let position = try #require(Position(latitude: 48.137, longitude: -11.575))
    var writer = MemoryWriter(graph)
    for text in texts { writer.add(text) }
    for truth in [Truth.true, .false, .unknown] { writer.add(truth) }
    writer.add(position)
    writer.add(Position?.none)
    var reader = MemoryReader(writer.text, graph)
    let found = texts.map { _ in reader.string() }
    let truths = (0..<3).map { _ in reader.truth() }
    let positions = [reader.position(), reader.position()]
    #expect(found == texts && truths == [.true, .false, .unknown])
    #expect(positions == [position, nil])
    #expect(reader.isIntact && reader.isAtEnd)
  }

  @Test func `values of every kind come back`() throws {
    let position = try #require(Position(latitude: 1, longitude: 2))
    let values: [(Value?, ValueType)] = [
      (nil, .bool), (.truth(true), .bool), (.scalar(-2.5), .number), (.text("a b"), .text),
      (.position(position), .position),
      (.place(Place(name: "home", position: position, radius: 80)), .place),
      (.place(Place(name: "", position: position, radius: nil)), .place),
      (.list([.scalar(1), .scalar(2)]), .list(.number)), (.list([]), .list(.text)),
    ]
    var writer = MemoryWriter(graph)
    for (value, type) in values { writer.add(value, type) }
    var reader = MemoryReader(writer.text, graph)
    for (value, type) in values {
      let found = reader.value(type)
      #expect(found == value)
    }
    #expect(reader.isIntact && reader.isAtEnd)
  }

  @Test(arguments: [
    "", "2 T", "1 X", "1", "1 5:a", "1 99999999999999999999:a", "1 -1:a", "1  T",
  ])
  func `a text that was not written so is not intact`(text: String) {
    var reader = MemoryReader(text, graph)
    if text.contains(":") { _ = reader.string() } else { _ = reader.truth() }
    #expect(!reader.isIntact || !reader.isAtEnd, "\(text)")
  }

  @Test(arguments: ["1 99999999999999999999", "1 x", "1 xg", "1 1.5", "1 nan", "1 9 "])
  func `neither is a number that the writer does not write`(text: String) {
    var reader = MemoryReader(text, graph)
    _ = reader.number()
    #expect(!reader.isIntact || !reader.isAtEnd, "\(text)")
  }

  @Test func `no count is larger than the text`() {
    var reader = MemoryReader("1 1000000", graph)
    let count = reader.count()
    #expect(count == 0)
    #expect(!reader.isIntact)
  }
}
