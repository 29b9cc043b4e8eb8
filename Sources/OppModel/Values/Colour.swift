/// A colour by its name or as `#RRGGBB`
package enum Colour {
  /// The five colours with a name, in the order in which the language lists them
  package static let named: [(name: String, rgb: Int32)] = [
    ("red", 0xE53935), ("amber", 0xFFB300), ("green", 0x43A047), ("blue", 0x1E88E5),
    ("violet", 0x8E24AA),
  ]

  /// 0xRRGGBB of a name or of `#RRGGBB`; nil if it is neither
  package static func rgb(_ text: String) -> Int32? {
    if let colour = named.first(where: { $0.name == text }) { return colour.rgb }
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7 else { return nil }
    // A radix initializer would take a sign.
    guard text.utf8.dropFirst().allSatisfy({ hexDigits.contains($0) }) else { return nil }
    return Int32(text.dropFirst(), radix: 16)
  }

  /// Its name, or `#RRGGBB`
  package static func text(_ rgb: Int32) -> String {
    named.first { $0.rgb == rgb }?.name ?? hexadecimal(rgb)
  }

  /// `#RRGGBB`, as programs read it
  package static func hexadecimal(_ rgb: Int32) -> String {
    let digits = String(rgb & 0xFFFFFF, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// The digits of base 16, in either case
  private static let hexDigits = Array("0123456789abcdefABCDEF".utf8)
}
