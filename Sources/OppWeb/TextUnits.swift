/// The places of bytes of a text in UTF-16, as hosts count characters
///
/// `é` is 2 bytes and 1 unit, `🥛` 4 bytes and 2 units. Places are converted in ascending order at a cost of O(*n*) for all
/// of them together; a text of ASCII costs nothing.
struct TextUnits {
  private let bytes: [UInt8]

  /// The last place that was converted, and its units
  private var place = 0
  private var units = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The units before a byte
  mutating func units(before byte: Int32) -> Int32 {
    let wanted = min(Int(byte), bytes.count)
    if wanted < place { (place, units) = (0, 0) }
    while place < wanted {
      // The first byte of a character counts; one of four bytes is two units.
      let byte = bytes[place]
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
      place += 1
    }
    return Int32(truncatingIfNeeded: units)
  }
}
