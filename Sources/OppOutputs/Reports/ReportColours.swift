internal import OppModel

/// The colours of a report: those of Opps and rows, and a palette for those without
///
/// The palette is that of Okabe and Ito (2008), whose colours people with any kind of colour vision tell apart. Every colour is
/// made darker on a light page and lighter on a dark one until it stands out from it, by the ratio of WCAG 2.2.
///
/// ```
/// amber #FFB300     on the light page #A07000, on the dark one as it is
/// ```
struct ReportColours {
  /// Okabe and Ito's, in an order in which neighbours differ most
  static let palette: [Int32] = [
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x8A6D00,
  ]

  /// The backgrounds of cards
  static let lightPage: Int32 = 0xFFFFFF
  static let darkPage: Int32 = 0x1B1F24

  /// The least ratio of a drawing's colour to its background (WCAG 2.2, 1.4.11)
  private static let ratio = 3.2

  /// The colours in use, in the order of their first use
  private(set) var used: [Int32] = []

  /// The class of a colour: `c0`
  mutating func name(of colour: Int32) -> String {
    if let index = used.firstIndex(of: colour) { return "c\(index)" }
    used.append(colour)
    return "c\(used.count - 1)"
  }

  /// A colour of the palette, by a number
  static func series(_ index: Int) -> Int32 { palette[index % palette.count] }

  /// A colour as it is drawn on the light or the dark page
  static func shown(_ colour: Int32, isDark: Bool) -> Int32 {
    let page = isDark ? darkPage : lightPage
    var shown = colour
    var step = 0
    while contrast(shown, page) < ratio, step < 40 {
      shown = mixed(shown, isDark ? 0xFFFFFF : 0)
      step += 1
    }
    return shown
  }

  /// The ratio of two colours' luminances, from 1 to 21
  static func contrast(_ one: Int32, _ other: Int32) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// The relative luminance of WCAG 2.2
  private static func luminance(_ colour: Int32) -> Double {
    0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour)
  }

  /// The light of a channel: its lowest byte
  private static func linear(_ channel: Int32) -> Double {
    let value = Double(channel & 0xFF) / 255
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // x^2.4 is x^2 times the fifth root of x^2, which Newton's method finds.
    let square = base * base
    var root = 1.0
    for _ in 0..<30 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }

  /// A colour with a tenth of another
  private static func mixed(_ colour: Int32, _ other: Int32) -> Int32 {
    func channel(_ shift: Int32) -> Int32 {
      let (one, two) = (Double(colour >> shift & 0xFF), Double(other >> shift & 0xFF))
      return Int32((one * 0.94 + two * 0.06).rounded(.toNearestOrAwayFromZero)) << shift
    }
    return channel(16) | channel(8) | channel(0)
  }
}
