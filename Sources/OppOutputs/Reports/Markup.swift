/// Texts and numbers in HTML and SVG, which are both well-formed XML here
enum Markup {
  /// A text as content, or as the value of an attribute in double quotes
  ///
  /// `a < b & "c"` is `a &lt; b &amp; &quot;c&quot;`. A character that XML cannot hold is replaced by U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      default: result.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// A text for a section of CDATA, with U+FFFD in place of each character that XML cannot hold
  static func holdable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isAllowed(scalar) ? scalar : "\u{FFFD}") }
    return String(result)
  }

  /// `true` if XML 1.0 can hold a scalar, and it does not turn the direction of the text around it
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  /// A number with at most one decimal
  static func number(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return "0" }
    let tenths = Int64((value * 10).rounded())
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// `1 firing`, `2 firings`, `1,234 firings`
  static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(grouped(count)) \(count == 1 ? one : many)"
  }

  /// `1,234,567`
  static func grouped(_ count: Int) -> String {
    var text = ""
    for (index, digit) in "\(count)".reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return text
  }

  /// Horizontal lines of a path: `M3 17h2m5 0h1` for the columns 3 and 4, and 10
  static func lines(_ runs: [Range<Int>], y: Int, x: Int = 0) -> String {
    var path = ""
    var end = 0
    for run in runs {
      let (from, to) = (run.lowerBound + x, run.upperBound + x)
      path += path.isEmpty ? "M\(from) \(y)" : "m\(from - end) 0"
      path += "h\(to - from)"
      end = to
    }
    return path
  }

  /// Dots of a path, drawn by the round caps of lines without length: `M3 4h0m7 0h0`
  static func dots(_ places: [Int], y: Int, x: Int = 0) -> String {
    var path = ""
    var last: Int?
    for place in places where place != last {
      path += last.map { "m\(place - $0) 0" } ?? "M\(place + x) \(y)"
      path += "h0"
      last = place
    }
    return path
  }
}
