/// Durations as they are written, which are counted without a checker
enum DurationText {
  /// A duration as many times as a number says; `nil` for a text that is no duration, and for numbers above 1000
  ///
  ///     30min, 8 → 4h     1h30min, 3 → 4h30min     2d, 3 → 6d     5km, 2 → nil
  static func product(_ text: String, _ count: Int) -> String? {
    let parts = parts(of: text)
    guard (1...1000).contains(count), let first = parts.first else { return nil }
    if parts.count == 1, ["d", "w"].contains(first.unit) {
      return "\(first.number * count)\(first.unit)"
    }
    var seconds = 0
    for part in parts {
      guard let length = lengths.first(where: { $0.unit == part.unit })?.seconds else { return nil }
      seconds += part.number * length
    }
    return seconds > 0 ? written(seconds * count) : nil
  }

  /// The units of time that a product is written in, the longest first, and their seconds
  private static let lengths = [
    (unit: "h", seconds: 3600), (unit: "min", seconds: 60), (unit: "s", seconds: 1),
  ]

  /// The numbers and units of a duration; none for a text that is anything else
  private static func parts(of text: String) -> [(number: Int, unit: String)] {
    var parts: [(number: Int, unit: String)] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      let letters = rest.dropFirst(digits.count).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
      let word = String(decoding: letters, as: UTF8.self)
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number <= 100_000,
        let unit = word == "m" ? "min" : UnitSpellings.unitOfTime(meantBy: word)
      else { return [] }
      parts.append((number, unit))
      rest = rest.dropFirst(digits.count + letters.count)
    }
    return parts
  }

  private static func written(_ seconds: Int) -> String {
    var text = ""
    var rest = seconds
    for (unit, length) in lengths where rest >= length {
      text += "\(rest / length)\(unit)"
      rest %= length
    }
    return text
  }
}
