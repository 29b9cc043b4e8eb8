extension UInt8 {
  /// `true` if it is `0` to `9`
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// `true` if it is `A` to `Z` or `a` to `z`, which differ in the bit 0x20
  var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  /// `true` if it is an ASCII letter, a digit or `_`
  var continuesASCIIName: Bool { isASCIILetter || isDigit || self == UInt8(ascii: "_") }

  /// Whether it is a space, a tab or an end of a line
  var isWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// The value of a hexadecimal digit; nil for any other byte
  var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
