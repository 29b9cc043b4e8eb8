package import OppModel

/// The version of an entry of memory, its first word
///
/// An entry of a later version than its reader knows cannot be read; each reader knows all earlier ones of its entries.
enum MemoryVersion: String {
  case first = "1"

  /// Windows and their steps without sums, which follow from the steps
  case second = "2"
}

/// Writes an entry of memory: words with a space between, the first of them the version
///
/// ```
/// 1 T 1782043200 -          a version, a truth, a second, nothing
/// 1 5:attic x3fd5555555555555   a text by its length in bytes, a number by its bits
/// ```
///
/// It is exact, and the same for the same content on every machine.
package struct MemoryWriter: ~Copyable {
  /// The version of most entries
  package static let version = MemoryVersion.first.rawValue

  /// More bytes than most entries have
  private static let usualSize = 224

  /// The enums and tables by which cases and rows are named
  private let schema: ValueSchema

  /// Whether positions are written as decimals, for people to read
  private let hasDecimals: Bool

  /// The entry so far, in UTF-8
  private var bytes = ByteBuffer(capacity: Self.usualSize)

  /// - Parameters:
  ///   - graph: names enums and tables.
  ///   - beginning: the first word.
  ///   - hasDecimals: whether positions are written as decimals.
  package init(_ graph: ConditionGraph, beginning: String = Self.version, hasDecimals: Bool = false)
  {
    self.init(ValueSchema(graph), beginning: beginning, hasDecimals: hasDecimals)
  }

  /// - Parameters:
  ///   - schema: names enums and tables.
  ///   - beginning: the first word.
  ///   - hasDecimals: whether positions are written as decimals.
  package init(_ schema: ValueSchema, beginning: String = Self.version, hasDecimals: Bool = false) {
    self.schema = schema
    self.hasDecimals = hasDecimals
    bytes.append(beginning)
  }

  /// The writer of a key of a kind that a name follows
  init(_ schema: ValueSchema, keyOf kind: MemoryKind, _ name: String) {
    self.init(schema, beginning: kind.rawValue)
    add(name)
  }

  /// Begins another entry, in the same memory
  mutating func begin(_ version: MemoryVersion = .first) {
    bytes.empty()
    bytes.append(version.rawValue)
  }

  /// The entry so far
  package var text: String { bytes.text }

  /// A word without a space in it
  package mutating func word(_ word: String) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(word)
  }

  /// A word of one byte
  @inline(__always)
  private mutating func word(_ byte: UInt8) {
    bytes.append(UInt64(UInt8(ascii: " ")) | UInt64(byte) &<< 8, length: 2)
  }

  package mutating func add(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: " ")) }
    addDigits(of: number.magnitude, after: number < 0 ? UInt8(ascii: "-") : UInt8(ascii: " "))
  }

  package mutating func add(_ count: Int) { add(Int64(count)) }

  /// The digits of a number in base 10, after a byte
  private mutating func addDigits(of number: UInt64, after byte: UInt8) {
    if number < 10 {
      let digit = UInt64(UInt8(ascii: "0")) &+ number
      return bytes.append(UInt64(byte) | digit &<< 8, length: 2)
    }
    if number == Self.distance {
      bytes.append(byte)
      return bytes.append(Self.distanceDigits)
    }
    guard number >= PackedDigits.limit else {
      return PackedDigits(of: number).append(to: &bytes, after: byte)
    }
    let (first, last) = number.quotientAndRemainder(dividingBy: PackedDigits.limit)
    addDigits(of: first, after: byte)
    PackedDigits(of: last).append(to: &bytes)
  }

  /// The magnitude of the seconds that stand for never and for the distant past
  private static let distance = Seconds.never.magnitude
  private static let distanceDigits = Array(String(distance).utf8)

  /// The digits of a number in base 16, after a byte
  private mutating func addDigits(ofBase16 number: UInt64, after byte: UInt8) {
    let first = PackedDigits(ofBase16: UInt32(truncatingIfNeeded: number &>> 32))
    let last = PackedDigits(ofBase16: UInt32(truncatingIfNeeded: number))
    guard number > UInt32.max else { return last.append(to: &bytes, after: byte) }
    first.append(to: &bytes, after: byte)
    last.append(to: &bytes)
  }

  /// The sixteen digits of a number in base 16, with zeros before the first one
  private mutating func addAllDigits(ofBase16 number: UInt64) {
    PackedDigits(ofBase16: UInt32(truncatingIfNeeded: number &>> 32)).append(to: &bytes)
    PackedDigits(ofBase16: UInt32(truncatingIfNeeded: number)).append(to: &bytes)
  }

  /// A number, or `-` for nil
  package mutating func add(_ number: Int64?) {
    if let number { add(number) } else { addNothing() }
  }

  /// The word for nothing
  private mutating func addNothing() { word(UInt8(ascii: "-")) }

  /// The upper 64 bits with their sign, then the lower 64
  mutating func add(_ number: Int128) {
    add(Int64(truncatingIfNeeded: number >> 64))
    addDigits(of: UInt64(truncatingIfNeeded: number), after: UInt8(ascii: " "))
  }

  /// A whole number as such, any other by its bits
  package mutating func add(_ number: Double) {
    if number.magnitude < 0x1p53, number == number.rounded(),
      !(number == 0 && number.sign == .minus)
    {
      add(Int64(number))
    } else {
      bytes.append(UInt8(ascii: " "))
      addDigits(ofBase16: number.bitPattern, after: UInt8(ascii: "x"))
    }
  }

  /// A number, or `-` for nil
  package mutating func add(_ number: Double?) {
    if let number { add(number) } else { addNothing() }
  }

  /// A meaning, in 32 digits of base 16
  package mutating func add(_ meaning: Fingerprint) {
    bytes.append(UInt8(ascii: " "))
    addAllDigits(ofBase16: UInt64(truncatingIfNeeded: meaning.bits >> 64))
    addAllDigits(ofBase16: UInt64(truncatingIfNeeded: meaning.bits))
  }

  /// A meaning whose digits are known
  mutating func add(_ meaning: WrittenMeaning) { bytes.append(meaning.word) }

  /// The name of a field whose length is known
  mutating func add(nameOf field: WrittenField) { bytes.append(field.name) }

  /// A text by its length in bytes, so that it may hold anything: `8:attic é`
  package mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(text)
  }

  package mutating func add(_ isTrue: Bool) { word(isTrue ? UInt8(ascii: "T") : UInt8(ascii: "F")) }

  /// `T`, `F` or `?`
  mutating func add(_ truth: Truth) {
    switch truth {
    case .true: word(UInt8(ascii: "T"))
    case .false: word(UInt8(ascii: "F"))
    case .unknown: word(UInt8(ascii: "?"))
    }
  }

  /// `@ 48 x4026…`, with each number by its bits unless it is whole, or `-`; `@48,11.6` with decimals
  package mutating func add(_ position: Position?) {
    guard let position else { return addNothing() }
    if hasDecimals {
      let text = PositionText(position).text
      // Never otherwise: the shortest digits read back the same.
      if PositionText.position(text) == position { return word("@" + text) }
    }
    word(UInt8(ascii: "@"))
    add(position.latitude)
    add(position.longitude)
  }

  // MARK: Values

  /// A value of a type; `nil` if it is unknown
  package mutating func add(_ value: Value?, _ type: ValueType) {
    guard let value else {
      word(UInt8(ascii: "?"))
      return
    }
    switch value {
    case .truth(let isTrue): add(isTrue)
    case .scalar(let scalar):
      if case .enumeration(let id) = type, let name = schema.caseName(scalar, of: id) {
        word(UInt8(ascii: "e"))
        add(name)
      } else {
        add(scalar)
      }
    case .text(let text):
      word(UInt8(ascii: "t"))
      add(text)
    case .position(let position): add(.some(position))
    case .place(let place):
      word(UInt8(ascii: "p"))
      add(place.name)
      add(.some(place.position))
      add(place.radius)
    case .list(let values):
      word(UInt8(ascii: "l"))
      add(values.count)
      let element = if case .list(let element) = type { element } else { type }
      for value in values { add(value, element) }
    case .row(let row):
      word(UInt8(ascii: "r"))
      add(row)
    }
  }

  /// The table and the key of a row
  package mutating func add(_ row: RowID) {
    add(schema.tableName(row.table))
    add(row.key.count)
    let types = schema.keyTypes(of: row.table)
    for (index, value) in row.key.enumerated() {
      add(value, types.indices.contains(index) ? types[index] : .number)
    }
  }

  /// A reading, less its horizon
  mutating func add(_ reading: Reading, _ type: ValueType, _ pool: ObjectPool) {
    switch reading.kind {
    case .unknown, .undecided, .deferred: word(UInt8(ascii: "?"))
    case .no, .yes, .scalar, .position, .object: add(pool.value(reading), type)
    case .drifting, .curved, .moving:
      word(UInt8(ascii: reading.kind == .drifting ? "d" : reading.kind == .curved ? "c" : "m"))
      add(reading.first)
      add(reading.second)
    }
  }
}

/// Eight digits, which are added to the bytes of an entry at once
///
/// They are found by halves, all of one size in one operation, as a calendar has thousands of numbers:
///
/// ```
/// 12345678    1234 5678    12 34 56 78    1 2 3 4 5 6 7 8
/// ```
private struct PackedDigits {
  /// More than any number of eight digits in base 10
  static let limit: UInt64 = 100_000_000

  /// The digits, each a byte, the first of them in the lowest bits
  private let bytes: UInt64

  /// The digits in base 10 of a number below ``limit``, with zeros before them
  init(of number: UInt64) {
    let (first, last) = number.quotientAndRemainder(dividingBy: 10_000)
    let halves = first | last &<< 32
    // 5243 / 2^19 is a hundredth, and 103 / 2^10 a tenth, near enough for numbers below 10,000 and below 100.
    let hundreds = (halves &* 5243) &>> 19 & 0x7F_0000_007F
    let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0xF_000F_000F_000F
    bytes = (tens | (pairs &- tens &* 10) &<< 8) | 0x3030_3030_3030_3030
  }

  /// The digits in base 16, with zeros before them
  init(ofBase16 number: UInt32) {
    let number = UInt64(number)
    let halves = number &>> 16 | (number & 0xFFFF) &<< 32
    let pairs = halves &>> 8 & 0xFF_0000_00FF | (halves & 0xFF_0000_00FF) &<< 16
    let digits = pairs &>> 4 & 0xF_000F_000F_000F | (pairs & 0xF_000F_000F_000F) &<< 8
    // From 10 on they are letters, of which "a" is 39 bytes after what follows "9".
    let letters = (digits &+ 0x606_0606_0606_0606) &>> 4 & 0x101_0101_0101_0101
    bytes = digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }

  /// Appends all digits
  @inline(__always)
  func append(to buffer: inout ByteBuffer) { buffer.append(bytes, length: 8) }

  /// Appends a byte, and the digits without the zeros before the first other one; a number has one digit at least
  @inline(__always)
  func append(to buffer: inout ByteBuffer, after byte: UInt8) {
    let zeros = min(7, (bytes ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8)
    buffer.append(
      byte, bytes &>> UInt64(truncatingIfNeeded: zeros * 8), length: 8 &- zeros)
  }
}

/// A meaning with the word of an entry that it is written as, for those that are written often
struct WrittenMeaning: Sendable, Equatable {
  let fingerprint: Fingerprint

  /// A space and 32 digits of base 16
  fileprivate let word: [UInt8]

  init(_ fingerprint: Fingerprint, _ schema: ValueSchema) {
    self.fingerprint = fingerprint
    var writer = MemoryWriter(schema, beginning: "")
    writer.add(fingerprint)
    word = Array(writer.text.utf8)
  }

  static func == (one: Self, other: Self) -> Bool { one.fingerprint == other.fingerprint }
}

/// A field of a source or a table with the word of an entry that its name is written as
struct WrittenField: Sendable {
  /// A space, the length in bytes and the name: ` 5:level`
  fileprivate let name: [UInt8]

  let type: ValueType

  init(_ field: Field, _ schema: ValueSchema) {
    var writer = MemoryWriter(schema, beginning: "")
    writer.add(field.name)
    name = Array(writer.text.utf8)
    type = field.type
  }
}
