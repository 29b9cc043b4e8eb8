package import OppModel

/// The reader of the text of a ``MemoryWriter``
///
/// A text that cannot be read is reported once, at the end: ``isIntact`` is false then, and none of the values
/// that were read count. It never allocates more memory than the text is long.
///
/// ```
/// 1 T 1782043200 -     truth() true, second() 1782043200, optionalSecond() nil, isAtEnd
/// 1 X                  truth() unknown, and no longer intact
/// 1 1000000            count() 0, and no longer intact: no text of nine bytes has so many parts
/// 2 T                  not intact from the beginning, for it is of another version
/// ```
package struct MemoryReader {
  /// The text in UTF-8
  private let bytes: [UInt8]

  /// The index of the next byte
  private var index = 0

  /// The enums and tables by which cases and rows are named
  private let schema: ValueSchema

  /// The version of the entry
  private(set) var version = MemoryVersion.first

  /// Whether everything so far could be read
  package private(set) var isIntact = true

  /// `true` if a second was read that no writer writes: of no year from 1 to 9999, or an end before its beginning
  ///
  /// Nothing that was read counts then, as for a damaged text.
  private(set) var hasImpossibleSecond = false

  /// Whether nothing is left
  package var isAtEnd: Bool { index >= bytes.count }

  /// The greatest depth of lists within lists
  private static let depthLimit = 64

  /// The text that has not been read yet, without the space before it
  var rest: String {
    String(decoding: bytes[min(index + 1, bytes.count)...], as: UTF8.self)
  }

  package init(_ text: String, _ graph: ConditionGraph, beginning: String = MemoryWriter.version) {
    self.init(text, ValueSchema(graph), beginning: beginning)
  }

  package init(_ text: String, _ schema: ValueSchema, beginning: String = MemoryWriter.version) {
    bytes = Array(text.utf8)
    self.schema = schema
    let word = nextWord()
    if !bytes[word].elementsEqual(beginning.utf8) { isIntact = false }
  }

  /// - Parameter latest: the latest version that the entry may have.
  init(_ text: String, _ schema: ValueSchema, latest: MemoryVersion) {
    let isLatest = text.firstWord == latest.rawValue
    self.init(text, schema, beginning: isLatest ? latest.rawValue : MemoryWriter.version)
    if isLatest { version = latest }
  }

  /// Makes all that was read invalid
  package mutating func fail() { isIntact = false }

  /// Makes all that was read invalid, unless a second can be
  ///
  /// - Parameter isPossible: `false` for a second of no year, and for an end before its beginning.
  package mutating func require(possibleSecond isPossible: Bool) {
    guard isIntact, !isPossible else { return }
    hasImpossibleSecond = true
    fail()
  }

  /// The bytes up to the next space or the end, after the space before them, as a text
  package mutating func word() -> String {
    let word = nextWord()
    return String(decoding: bytes[word], as: UTF8.self)
  }

  /// The place of the next word, which has a byte or more in a text that is intact
  private mutating func nextWord() -> Range<Int> {
    if index > 0 { skipSpace() }
    // A text that is cut off may have been left behind its end.
    let start = min(index, bytes.count)
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: " ") { index += 1 }
    if index == start { fail() }
    return start..<index
  }

  /// The only byte of a word; nil for a longer one
  private func onlyByte(_ word: Range<Int>) -> UInt8? {
    word.count == 1 ? bytes[word.lowerBound] : nil
  }

  /// Whether a word says that there is nothing
  private func isNothing(_ word: Range<Int>) -> Bool { onlyByte(word) == UInt8(ascii: "-") }

  /// Skips the one space between two words
  private mutating func skipSpace() {
    guard index < bytes.count, bytes[index] == UInt8(ascii: " ") else {
      fail()
      return
    }
    index += 1
  }

  // MARK: Numbers

  /// A second of the years 1 to 9999, the distant past or never
  package mutating func second() -> Int64 { second(nextWord()) }

  /// A second, or nil for `-`
  package mutating func optionalSecond() -> Int64? {
    let word = nextWord()
    return isNothing(word) ? nil : second(word)
  }

  private mutating func second(_ word: Range<Int>) -> Int64 {
    let second = whole(word)
    require(possibleSecond: Seconds.isPossible(second))
    return second
  }

  /// A whole number that is no second: a number of things, a duration, a name
  package mutating func integer() -> Int64 { whole(nextWord()) }

  /// A whole number that is no second, or nil for `-`
  package mutating func optionalInteger() -> Int64? {
    let word = nextWord()
    return isNothing(word) ? nil : whole(word)
  }

  /// A whole number within the range of seconds
  private mutating func whole(_ word: Range<Int>) -> Int64 {
    let isNegative = word.count > 1 && bytes[word.lowerBound] == UInt8(ascii: "-")
    let digits = word.lowerBound + (isNegative ? 1 : 0)..<word.upperBound
    guard let magnitude = magnitude(digits), magnitude <= UInt64(Seconds.never.magnitude) else {
      fail()
      return 0
    }
    return isNegative ? -Int64(magnitude) : Int64(magnitude)
  }

  /// A number in base 10; nil for no digits, for anything else, and for more than 64 bits
  private func magnitude(_ digits: Range<Int>) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    for byte in bytes[digits] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (product, isTooMuch) = number.multipliedReportingOverflow(by: 10)
      let (sum, isMore) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !isTooMuch, !isMore else { return nil }
      number = sum
    }
    return number
  }

  /// The number of things that follow: no more than there are bytes
  package mutating func count() -> Int {
    let number = integer()
    guard number >= 0, number <= Int64(bytes.count) else {
      fail()
      return 0
    }
    return isIntact ? Int(number) : 0
  }

  /// A number of 128 bits: the upper 64 with the sign, then the lower 64
  mutating func wide() -> Int128 {
    let high = integer()
    guard let low = magnitude(nextWord()), high.magnitude < 1 << 60 else {
      fail()
      return 0
    }
    return Int128(high) << 64 | Int128(low)
  }

  package mutating func number() -> Double { number(nextWord()) }

  /// A number that is neither infinite nor no number
  private mutating func finiteNumber() -> Double {
    let number = number()
    if !number.isFinite { fail() }
    return number
  }

  /// A number, or nil for `-`
  package mutating func optionalNumber() -> Double? {
    let word = nextWord()
    return isNothing(word) ? nil : number(word)
  }

  /// A number as it is, or `x` and its bits in base 16: `x3fd5555555555555` is 1/3
  private mutating func number(_ word: Range<Int>) -> Double {
    guard word.first.map({ bytes[$0] }) == UInt8(ascii: "x") else { return Double(whole(word)) }
    let digits = word.dropFirst()
    guard digits.count <= 16, let bits = hexadecimal(digits) else {
      fail()
      return 0
    }
    return Double(bitPattern: UInt64(truncatingIfNeeded: bits))
  }

  /// A number in base 16 of at most 32 digits; nil for no digits and for anything else
  private func hexadecimal(_ digits: Range<Int>) -> UInt128? {
    guard (1...32).contains(digits.count) else { return nil }
    var number: UInt128 = 0
    for byte in bytes[digits] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number << 4 | UInt128(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt128(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }

  /// A meaning, in 32 digits of base 16
  package mutating func meaning() -> Fingerprint {
    let word = nextWord()
    guard word.count == 32, let bits = hexadecimal(word) else {
      fail()
      return Fingerprint(bits: 0)
    }
    return Fingerprint(bits: bits)
  }

  // MARK: Texts and truths

  /// A text: its length in bytes, a colon, and so many bytes of any value
  package mutating func string() -> String {
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

  package mutating func isTrue() -> Bool { truth() == .true }

  /// `T`, `F` or `?`
  mutating func truth() -> Truth {
    switch onlyByte(nextWord()) {
    case UInt8(ascii: "T"): return .true
    case UInt8(ascii: "F"): return .false
    case UInt8(ascii: "?"): return .unknown
    default:
      fail()
      return .unknown
    }
  }

  /// `@` and two coordinates, the same in decimals, or nil for `-`
  package mutating func position() -> Position? {
    let word = nextWord()
    switch onlyByte(word) {
    case UInt8(ascii: "@"): return coordinates()
    case UInt8(ascii: "-"): return nil
    default:
      if let position = decimals(word) { return position }
      fail()
      return nil
    }
  }

  /// The position of `@48,11.6`; nil for any other word
  private func decimals(_ word: Range<Int>) -> Position? {
    guard word.count > 1, bytes[word.lowerBound] == UInt8(ascii: "@") else { return nil }
    return PositionText.position(String(decoding: bytes[word.dropFirst()], as: UTF8.self))
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

  /// A value of a type; `nil` if it is unknown, or names a case or a table that no longer exists
  mutating func value(_ type: ValueType, depth: Int = 0) -> Value? {
    value(nextWord(), type, depth)
  }

  /// A value whose first word has been read
  private mutating func value(_ word: Range<Int>, _ type: ValueType, _ depth: Int) -> Value? {
    guard isIntact, depth < Self.depthLimit else {
      fail()
      return nil
    }
    switch onlyByte(word) {
    case UInt8(ascii: "?"): return nil
    case UInt8(ascii: "T"): return .truth(true)
    case UInt8(ascii: "F"): return .truth(false)
    case UInt8(ascii: "e"): return enumerated(string(), type)
    case UInt8(ascii: "t"): return .text(string())
    case UInt8(ascii: "@"): return coordinates().map(Value.position)
    case UInt8(ascii: "p"): return place()
    case UInt8(ascii: "l"):
      let element = if case .list(let element) = type { element } else { type }
      var values: [Value] = []
      for _ in 0..<count() {
        guard let value = value(element, depth: depth + 1) else { continue }
        values.append(value)
      }
      return .list(values)
    case UInt8(ascii: "r"):
      let table = schema.table(named: string())
      let key = key(of: table, depth: depth + 1)
      return table.map { .row(RowID(table: $0, key: key)) }
    default:
      if let position = decimals(word) { return .position(position) }
      let scalar = number(word)
      return isIntact && scalar.isFinite ? .scalar(scalar) : nil
    }
  }

  /// The case of a name; nil where the enum does not have it any more
  private func enumerated(_ name: String, _ type: ValueType) -> Value? {
    guard case .enumeration(let id) = type,
      schema.enumerations.has(id),
      let index = schema.enumerations[id].cases.firstIndex(where: { $0.first == name })
    else { return nil }
    return .scalar(Double(index))
  }

  /// A place: its name, position, and radius in metres or `-`
  private mutating func place() -> Value? {
    let name = string()
    let position = position()
    let radius = optionalNumber()
    guard let position else {
      fail()
      return nil
    }
    return .place(Place(name: name, position: position, radius: radius))
  }

  /// The key of a row
  mutating func key(of table: TableID?, depth: Int = 0) -> [Value] {
    let types = table.map { schema.keyTypes(of: $0) } ?? []
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

  /// The values of the parameters of a source, each `nil` for its default; `nil` if the source has other parameters
  package mutating func arguments(of source: Source) -> [Value?]? {
    writtenArguments(of: source).map { arguments in
      zip(arguments, source.defaults).map { $0 == $1 ? nil : $0 }
    }
  }

  /// The values of the parameters of a source as they were written, each `nil` if it was not; `nil` if the source has other parameters
  package mutating func writtenArguments(of source: Source) -> [Value?]? {
    var arguments: [Value?] = []
    for place in 0..<count() {
      let isParameter = source.parameters.indices.contains(place)
      arguments.append(value(isParameter ? source.parameters[place].type : .number))
    }
    let isWhole = arguments.count == source.parameters.count || arguments.isEmpty
    return isIntact && isWhole ? arguments : nil
  }

  /// A reading, less its horizon
  mutating func reading(_ type: ValueType, _ pool: inout ObjectPool) -> Reading {
    let word = nextWord()
    switch onlyByte(word) {
    case UInt8(ascii: "d"):
      let (first, rate) = (finiteNumber(), finiteNumber())
      return .drifting(first, perSecond: rate, until: Seconds.never)
    case UInt8(ascii: "c"):
      let (first, rate) = (finiteNumber(), finiteNumber())
      return .curved(first, perSecond: rate, until: Seconds.never)
    case UInt8(ascii: "m"):
      guard let position = coordinates() else { return .unknown }
      var reading = Reading.position(position)
      reading.kind = .moving
      return reading
    default: return value(word, type, 0).map { pool.reading($0) } ?? .unknown
    }
  }
}
