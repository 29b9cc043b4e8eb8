/// The zone of a file's times without an offset
package enum FileZone: Hashable, Sendable {
  /// A zone of the database, such as `Europe/Berlin`
  case named(String)
  /// The clock of a device that is never changed, in seconds east of UTC
  case offset(Int64)

  /// A name, or an offset such as `+01:00`
  package init(_ text: String) {
    self = Self.seconds(text).map { .offset($0) } ?? .named(text)
  }

  /// The zone, or `nil` if the database has none of its name
  package func zone(_ named: (String) -> Zone?) -> Zone? {
    switch self {
    case .named(let name): named(name)
    case .offset(let seconds): Zone(offset: seconds)
    }
  }

  /// The seconds of `+01:00`, `-0330`, `+1`; `nil` if it is no offset of at most 18 hours
  private static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard (1...4).contains(digits.count), digits.count != 3,
      digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
      bytes.count == digits.count + 1
        || bytes.count == 6 && bytes[3] == UInt8(ascii: ":")
    else { return nil }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
    guard hours <= 18, minutes < 60 else { return nil }
    let size = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -size : size
  }
}
