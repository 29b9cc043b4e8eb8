internal import OppModel

/// Writes an entry of memory: words with a space between, the first of them the version
///
/// ```
/// 1 T 1782043200 -          a version, a truth, a second, nothing
/// 1 5:attic x3fd5555555555555   a text by its length in bytes, a number by its bits
/// ```
///
/// It is exact, and the same for the same content on every machine.
struct MemoryWriter {
  /// The version of the text, which only this version of the engine reads
  static let version = "1"

  /// The enums and tables by which cases and rows are named
  private let schema: ConditionGraph

  /// The entry so far
  private(set) var text: String

  /// - Parameters:
  ///   - graph: names enums and tables.
  ///   - beginning: the first word.
  init(_ graph: ConditionGraph, beginning: String = Self.version) {
    schema = graph
    text = beginning
  }

  /// A word without a space in it
  mutating func word(_ word: String) {
    text += " "
    text += word
  }

  mutating func add(_ number: Int64) { word(String(number)) }

  mutating func add(_ count: Int) { word(String(count)) }

  /// A number, or `-` for nil
  mutating func add(_ number: Int64?) {
    if let number { add(number) } else { word("-") }
  }

  /// The upper 64 bits with their sign, then the lower 64
  mutating func add(_ number: Int128) {
    word(String(Int64(truncatingIfNeeded: number >> 64)))
    word(String(UInt64(truncatingIfNeeded: number)))
  }

  /// A whole number as such, any other by its bits
  mutating func add(_ number: Double) {
    if number.magnitude < 0x1p53, number == number.rounded(),
      !(number == 0 && number.sign == .minus)
    {
      add(Int64(number))
    } else {
      word("x" + String(number.bitPattern, radix: 16))
    }
  }

  /// A text by its length in bytes, so that it may hold anything: `8:attic é`
  mutating func add(_ text: String) {
    word(String(text.utf8.count))
    self.text += ":"
    self.text += text
  }

  mutating func add(_ isTrue: Bool) { word(isTrue ? "T" : "F") }

  /// `T`, `F` or `?`
  mutating func add(_ truth: Truth) {
    switch truth {
    case .true: word("T")
    case .false: word("F")
    case .unknown: word("?")
    }
  }

  /// `@ 48.137 -11.575` with each number by its bits where it is no whole one, or `-`
  mutating func add(_ position: Position?) {
    guard let position else {
      word("-")
      return
    }
    word("@")
    add(position.latitude)
    add(position.longitude)
  }

  // MARK: Values

  /// A value of a type; nil where it is unknown
  mutating func add(_ value: Value?, _ type: ValueType) {
    guard let value else {
      word("?")
      return
    }
    switch value {
    case .truth(let isTrue): add(isTrue)
    case .scalar(let scalar):
      if case .enumeration(let id) = type, let name = schema.caseName(scalar, of: id) {
        word("e")
        add(name)
      } else {
        add(scalar)
      }
    case .text(let text):
      word("t")
      add(text)
    case .position(let position): add(.some(position))
    case .place(let place):
      word("p")
      add(place.name)
      add(.some(place.position))
      if let radius = place.radius { add(radius) } else { word("-") }
    case .list(let values):
      word("l")
      add(values.count)
      let element = if case .list(let element) = type { element } else { type }
      for value in values { add(value, element) }
    case .row(let row):
      word("r")
      add(schema.tableName(row.table))
      add(row.key, of: row.table)
    }
  }

  /// The key of a row
  mutating func add(_ key: [Value], of table: TableID) {
    add(key.count)
    let types = schema.keyTypes(of: table)
    for (index, value) in key.enumerated() {
      add(value, types.indices.contains(index) ? types[index] : .number)
    }
  }

  /// A reading, less its horizon
  mutating func add(_ reading: Reading, _ type: ValueType, _ pool: ObjectPool) {
    switch reading.kind {
    case .unknown, .undecided, .deferred: word("?")
    case .no, .yes, .scalar, .position, .object: add(pool.value(reading), type)
    case .drifting, .curved, .moving:
      word(reading.kind == .drifting ? "d" : reading.kind == .curved ? "c" : "m")
      add(reading.first)
      add(reading.second)
    }
  }
}

extension ConditionGraph {
  /// The first name of an enum's case
  func caseName(_ value: Double, of id: EnumerationID) -> String? {
    guard enumerations.indices.contains(Int(id.index)), value >= 0 else { return nil }
    let cases = enumerations[Int(id.index)].cases
    guard value < Double(cases.count) else { return nil }
    return cases[Int(value)].first
  }

  /// The name of a table; empty where there is no such table
  func tableName(_ id: TableID) -> String {
    tables.indices.contains(Int(id.index)) ? tables[Int(id.index)].name : ""
  }

  /// The types of the fields that identify a row
  func keyTypes(of id: TableID) -> [ValueType] {
    guard tables.indices.contains(Int(id.index)) else { return [] }
    let table = tables[Int(id.index)]
    return table.key.map { table.fields.indices.contains($0) ? table.fields[$0].type : .number }
  }
}
