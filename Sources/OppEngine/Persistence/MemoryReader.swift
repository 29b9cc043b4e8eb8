internal import OppModel

/// Reads what a ``MemoryWriter`` wrote
///
/// A text that cannot be read is reported once, at the end: ``isIntact`` is false then, and nothing of what
/// was read counts. It never allocates more memory than the text is long.
///
/// ```
/// 1 T 1782043200 -     truth() true, second() 1782043200, optionalSecond() nil, isAtEnd
/// 1 X                  truth() unknown, and no longer intact
/// 1 1000000            count() 0, and no longer intact: no text of nine bytes has so many parts
/// 2 T                  not intact from the beginning, for it is of another version
/// ```
struct MemoryReader {
  /// The text in UTF-8
  private let bytes: [UInt8]

  /// The index of the next byte
  private var index = 0

  /// The enums and tables by which cases and rows are named
  private let schema: ConditionGraph

  /// Whether everything so far could be read
  private(set) var isIntact = true

  /// Whether nothing is left
  var isAtEnd: Bool { index >= bytes.count }

  /// The greatest depth of lists within lists
  private static let depthLimit = 64

  init(_ text: String, _ graph: ConditionGraph, beginning: String = MemoryWriter.version) {
    bytes = Array(text.utf8)
    schema = graph
    if word() != beginning { isIntact = false }
  }

  /// Makes all that was read invalid
  mutating func fail() { isIntact = false }

  /// The bytes up to the next space or the end, after the space before them
  mutating func word() -> String {
    if index > 0 { skipSpace() }
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: " ") { index += 1 }
    guard index > start else {
      fail()
      return ""
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Skips the one space between two words
  private mutating func skipSpace() {
    guard index < bytes.count, bytes[index] == UInt8(ascii: " ") else {
      fail()
      return
    }
    index += 1
  }

  // MARK: Numbers

  /// A second, between the distant past and never
  mutating func second() -> Int64 { whole(word()) }

  /// A second, or nil for `-`
  mutating func optionalSecond() -> Int64? {
    let word = word()
    return word == "-" ? nil : whole(word)
  }

  /// A whole number within the range of seconds
  private mutating func whole(_ word: String) -> Int64 {
    guard let number = Int64(word), number >= Seconds.past, number <= Seconds.never else {
      fail()
      return 0
    }
    return number
  }

  /// The number of things that follow: no more than there are bytes
  mutating func count() -> Int {
    let number = second()
    guard number >= 0, number <= Int64(bytes.count) else {
      fail()
      return 0
    }
    return isIntact ? Int(number) : 0
  }

  /// A number of 128 bits: the upper 64 with the sign, then the lower 64
  mutating func wide() -> Int128 {
    let high = second()
    guard let low = UInt64(word()), high.magnitude < 1 << 60 else {
      fail()
      return 0
    }
    return Int128(high) << 64 | Int128(low)
  }

  mutating func number() -> Double { number(word()) }

  /// A number, or nil for `-`
  mutating func optionalNumber() -> Double? {
    let word = word()
    return word == "-" ? nil : number(word)
  }

  /// A number as it is, or `x` and its bits in base 16: `x3fd5555555555555` is 1/3
  private mutating func number(_ word: String) -> Double {
    if word.utf8.first == UInt8(ascii: "x") {
      if let bits = UInt64(word.dropFirst(), radix: 16) { return Double(bitPattern: bits) }
      fail()
      return 0
    }
    return Double(whole(word))
  }

  // MARK: Texts and truths

  /// A text: its length in bytes, a colon, and so many bytes, whatever they are
  mutating func string() -> String {
    skipSpace()
    var length = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      let digit = Int(bytes[index]) - 48
      guard (0...9).contains(digit), length <= bytes.count else {
        fail()
        return ""
      }
      length = length * 10 + digit
      index += 1
    }
    index += 1
    guard index <= bytes.count, length <= bytes.count - index else {
      fail()
      return ""
    }
    defer { index += length }
    return String(decoding: bytes[index..<index + length], as: UTF8.self)
  }

  mutating func isTrue() -> Bool { truth() == .true }

  /// `T`, `F` or `?`
  mutating func truth() -> Truth {
    switch word() {
    case "T": return .true
    case "F": return .false
    case "?": return .unknown
    default:
      fail()
      return .unknown
    }
  }

  /// `@` and two coordinates, or nil for `-`
  mutating func position() -> Position? {
    switch word() {
    case "@": return coordinates()
    case "-": return nil
    default:
      fail()
      return nil
    }
  }

  /// Latitude and longitude, in degrees
  private mutating func coordinates() -> Position? {
    let latitude = number()
    let longitude = number()
    guard let position = Position(latitude: latitude, longitude: longitude) else {
      fail()
      return nil
    }
    return position
  }

  // MARK: Values

  /// A value of a type; nil where it is unknown, or names a case or a table that is no more
  mutating func value(_ type: ValueType, depth: Int = 0) -> Value? {
    value(word(), type, depth)
  }

  /// A value whose first word has been read
  private mutating func value(_ word: String, _ type: ValueType, _ depth: Int) -> Value? {
    guard isIntact, depth < Self.depthLimit else {
      fail()
      return nil
    }
    switch word {
    case "?": return nil
    case "T": return .truth(true)
    case "F": return .truth(false)
    case "e": return enumerated(string(), type)
    case "t": return .text(string())
    case "@": return coordinates().map(Value.position)
    case "p": return place()
    case "l":
      let element = if case .list(let element) = type { element } else { type }
      var values: [Value] = []
      for _ in 0..<count() {
        guard let value = value(element, depth: depth + 1) else { continue }
        values.append(value)
      }
      return .list(values)
    case "r":
      let table = schema.table(named: string())
      let key = key(of: table ?? TableID(index: -1), depth: depth + 1)
      return table.map { .row(RowID(table: $0, key: key)) }
    default:
      let scalar = number(word)
      return isIntact && scalar.isFinite ? .scalar(scalar) : nil
    }
  }

  /// The case of a name; nil where the enum does not have it any more
  private func enumerated(_ name: String, _ type: ValueType) -> Value? {
    guard case .enumeration(let id) = type,
      schema.enumerations.indices.contains(Int(id.index)),
      let index = schema.enumerations[Int(id.index)].cases.firstIndex(where: { $0.first == name })
    else { return nil }
    return .scalar(Double(index))
  }

  /// A place: its name, position, and radius in metres or `-`
  private mutating func place() -> Value? {
    let name = string()
    let position = position()
    let radius = word()
    guard let position else {
      fail()
      return nil
    }
    return .place(
      Place(name: name, position: position, radius: radius == "-" ? nil : number(radius)))
  }

  /// The key of a row
  mutating func key(of table: TableID, depth: Int = 0) -> [Value] {
    let types = schema.keyTypes(of: table)
    var key: [Value] = []
    for index in 0..<count() {
      let type = types.indices.contains(index) ? types[index] : .number
      guard let value = value(type, depth: depth) else {
        fail()
        return []
      }
      key.append(value)
    }
    return key
  }

  /// A reading, less its horizon
  mutating func reading(_ type: ValueType, _ pool: inout ObjectPool) -> Reading {
    let word = word()
    switch word {
    case "d", "c":
      let (first, rate) = (number(), number())
      return word == "d"
        ? .drifting(first, perSecond: rate, until: Seconds.never)
        : .curved(first, perSecond: rate, until: Seconds.never)
    case "m":
      guard let position = coordinates() else { return .unknown }
      var reading = Reading.position(position)
      reading.kind = .moving
      return reading
    default: return value(word, type, 0).map { pool.reading($0) } ?? .unknown
    }
  }
}
