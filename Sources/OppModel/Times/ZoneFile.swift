/// A reader of zone files: TZif of RFC 9636 (and RFC 8536), versions 1 to 4
///
/// ```
/// version 1    header  data with 32-bit times
/// version 2+   header  data with 32-bit times  header  data with 64-bit times  \n footer \n
///                      (skipped)
///
/// header  "TZif" version 15×0  isutcnt isstdcnt leapcnt timecnt typecnt charcnt   (44 bytes)
/// data    timecnt × time   timecnt × index of a type   typecnt × (offset:4 isdst:1 name:1)
///         charcnt bytes    leapcnt × (time, 4)         isstdcnt bytes   isutcnt bytes
/// ```
///
/// All numbers are big-endian. Nothing of the file is trusted.
struct ZoneFile {
  /// The rest of the file
  private var bytes: ByteReader

  /// Far more transitions than any zone has; zic itself stops at 2000
  static let transitionLimit = 10_000

  init(_ bytes: [UInt8]) {
    self.bytes = ByteReader(bytes)
  }

  /// Reads the file; of a version from 2 on, the second block and the footer count
  mutating func zone() throws(ZoneFileError) -> Zone {
    let first = try header()
    guard first.version >= 2 else {
      return try zone(data(first, timeSize: 4), rule: nil)
    }
    try bytes.skip(first.dataSize(timeSize: 4))
    let second = try header()
    return try zone(data(second, timeSize: 8), rule: rule())
  }

  /// The zone of a block and of the footer's rule
  private func zone(_ data: Times, rule: ZoneRule?) throws(ZoneFileError) -> Zone {
    Zone(
      initialOffset: data.initialOffset, transitions: data.transitions, rule: rule,
      names: data.names)
  }

  /// The contents of a data block
  private struct Times {
    let initialOffset: Int64
    let transitions: [ZoneTransition]
    let names: [ZoneName]
  }

  /// The counts of a header, by which the size of the block after it is known
  private struct Header {
    let version: Int
    let universalCount: Int
    let standardCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int

    /// The bytes of all abbreviations together
    let nameSize: Int

    /// The size of the block after this header; counts have 32 bits and no product overflows
    func dataSize(timeSize: Int64) -> Int64 {
      Int64(timeCount) * (timeSize + 1) + Int64(typeCount) * 6 + Int64(nameSize)
        + Int64(leapCount) * (timeSize + 4) + Int64(standardCount) + Int64(universalCount)
    }
  }
}

// MARK: - Blocks

extension ZoneFile {
  /// Reads the 44 bytes of a header
  private mutating func header() throws(ZoneFileError) -> Header {
    for character in "TZif".utf8 {
      guard bytes.next() == character else { throw .notZoneFile }
    }
    guard let version = bytes.next() else { throw .truncated }
    try bytes.skip(15)
    let number =
      switch version {
      case 0: 1
      // A later version than we know is read as the last one we know, as the RFC requires.
      case UInt8(ascii: "2")...UInt8(ascii: "9"): Int(version - UInt8(ascii: "0"))
      default: throw ZoneFileError.malformed
      }
    return Header(
      version: number, universalCount: try count(), standardCount: try count(),
      leapCount: try count(), timeCount: try count(), typeCount: try count(),
      nameSize: try count())
  }

  /// A count of at most 31 bits: more than any file has
  private mutating func count() throws(ZoneFileError) -> Int {
    let value = try bytes.integer(size: 4)
    guard value >= 0 else { throw .malformed }
    return Int(value)
  }

  /// Reads the data block after a header
  private mutating func data(
    _ header: Header, timeSize: Int
  ) throws(ZoneFileError) -> Times {
    guard header.leapCount == 0 else { throw .countsLeapSeconds }
    guard header.typeCount >= 1, header.typeCount <= 256 else { throw .malformed }
    guard header.timeCount <= Self.transitionLimit else {
      throw .tooManyTransitions(limit: Self.transitionLimit)
    }
    var starts: [Int64] = []
    for _ in 0..<header.timeCount {
      let start = try bytes.integer(size: timeSize)
      if let last = starts.last, last >= start { throw .malformed }
      starts.append(start)
    }
    var types: [Int] = []
    for _ in 0..<header.timeCount {
      guard let type = bytes.next() else { throw .truncated }
      guard type < header.typeCount else { throw .malformed }
      types.append(Int(type))
    }
    let found = try localTypes(count: header.typeCount)
    let offsets = found.map { $0.offset }
    let names = try names(header.nameSize, found)
    try bytes.skip(Int64(header.standardCount) + Int64(header.universalCount))
    // Before the first transition the first type holds.
    return Times(
      initialOffset: offsets[0],
      transitions: zip(starts, types).map { ZoneTransition(start: $0, offset: offsets[$1]) },
      names: names)
  }

  /// The local time types: their offsets, and the places of their abbreviations
  private mutating func localTypes(
    count: Int
  ) throws(ZoneFileError) -> [(offset: Int64, name: Int)] {
    var types: [(offset: Int64, name: Int)] = []
    for _ in 0..<count {
      let offset = try bytes.integer(size: 4)
      guard abs(offset) <= ZoneRule.offsetLimit else { throw .malformed }
      try bytes.skip(1)  // whether it is daylight saving time
      guard let name = bytes.next() else { throw .truncated }
      types.append((offset, Int(name)))
    }
    return types
  }

  /// The abbreviations of letters, such as `CEST`, each with an offset that it had; not those of UTC, which all zones know
  private mutating func names(
    _ size: Int, _ types: [(offset: Int64, name: Int)]
  ) throws(ZoneFileError) -> [ZoneName] {
    var text: [UInt8] = []
    for _ in 0..<size {
      guard let byte = bytes.next() else { throw .truncated }
      text.append(byte)
    }
    var names: [ZoneName] = []
    for type in types where type.name < text.count {
      let letters = text[type.name...].prefix { $0 != 0 }
      guard (3...6).contains(letters.count),
        letters.allSatisfy({ ($0 | 0x20) &- UInt8(ascii: "a") < 26 })
      else { continue }
      let name = ZoneName(text: String(decoding: letters, as: UTF8.self), offset: type.offset)
      if !["UTC", "GMT", "LMT"].contains(name.text), !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The footer: nil if it is empty
  private mutating func rule() throws(ZoneFileError) -> ZoneRule? {
    guard bytes.next() == UInt8(ascii: "\n") else { throw .truncated }
    var text: [UInt8] = []
    while let byte = bytes.next() {
      guard byte != UInt8(ascii: "\n") else {
        if text.isEmpty { return nil }
        guard let rule = ZoneRule(posix: text) else { throw .malformedRule }
        return rule
      }
      guard text.count < ZoneRule.textLimit else { throw .malformedRule }
      text.append(byte)
    }
    throw .truncated
  }
}

extension Zone {
  /// The zone that the bytes of a file of the zone database describe
  package init(file bytes: [UInt8]) throws(ZoneFileError) {
    var file = ZoneFile(bytes)
    self = try file.zone()
  }
}

/// Bytes read from the front
private struct ByteReader {
  /// The file, and the index of the next byte
  private let bytes: [UInt8]

  /// The index of the next byte
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next byte; nil at the end
  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Skips so many bytes, or fails if there are fewer
  mutating func skip(_ count: Int64) throws(ZoneFileError) {
    guard count <= Int64(bytes.count - position) else { throw .truncated }
    position += Int(count)
  }

  /// A signed big-endian number of at most eight bytes
  mutating func integer(size: Int) throws(ZoneFileError) -> Int64 {
    guard size <= bytes.count - position else { throw .truncated }
    var value: UInt64 = 0
    for _ in 0..<size {
      value = value << 8 | UInt64(bytes[position])
      position += 1
    }
    let unused = UInt64(64 - 8 * size)
    return Int64(bitPattern: value << unused) >> Int64(unused)
  }
}
