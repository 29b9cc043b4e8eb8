/// A meaning of a phrase, with places for the values of it
///
///     known($x)     weekday == $n:day     any($w:table where not paid)
struct PhraseTemplate {
  /// A part of a template
  private enum Part {
    case text(String)
    case value(String, Form)
  }

  /// The form in which a value is written
  private enum Form: String {
    case plain = ""

    /// The day of the week by a number from 1, Monday, to 7; 0 is Sunday
    case day

    /// The day of the week by a number from 0, Monday, as in Python
    case pythonDay = "pyday"

    /// The day of the week by a number from 1, Sunday, as in spreadsheets
    case sheetDay = "sheetday"

    /// The month by its number from 1
    case month

    /// The month by its number from 0, as in JavaScript
    case jsMonth = "jsmonth"

    /// The table of a row: `bills` of `bill`
    case table

    /// A row of a table: `bill` of `bills`
    case row

    /// A number with two digits: `07` of 7
    case padded

    /// The hour of a time in the evening: 21 of 9
    case evening

    /// The hour of a day: 9, and not 25
    case hour

    /// A name in small letters
    case small

    /// The day of the month of `1st`
    case ordinal

    /// A time of day with two digits for the hour: `09:00` of `9:00`
    case clock

    /// The duration that the characters of a text are: `3d` of `3 days`
    case duration

    /// The characters of a text without its quotes
    case inner

    /// So many months, each of 30 days: `90d` of 3
    case months

    /// So many years, each of 365 days
    case years

    /// The month by its name: `dec` of `December`
    case monthName = "monthname"

    /// The opposite of a condition: `open` of `not open`
    case negated

    /// A condition in parentheses, if it has several parts
    case grouped

    /// A name of a type: `Mode` of `mode`
    case title

    /// A quantity without `/h`: `5mm` of `5mm/h`
    case amount

    /// A duration as many times as another value says: `30min` of `10min` and 3
    case times

    /// The duration that is written as a time of day: `1h30min` of `1:30`, `1:30h` and `1h30`
    case hours

    /// The comparison that a pattern without special signs is: ` starts with "Dr"` of `^Dr`
    case matching

    /// A number without the letters behind it: `3` of `3x`
    case count

    /// A pattern of SQL without its `%`
    case pattern

    /// The duration of a clock: `5min` of `00:05:00`
    case span

    /// The day of the week by its name: `mon` of `Monday`
    case weekday

    /// Words as a text
    case quoted

    /// A text without the quote at its end
    case open

    /// A condition of SQL, with `==` for its `=`
    case sql

    /// A word without `un` before it: `paid` of `unpaid`
    case positive = "un"

    /// The owner of a field: `door` of `door.state`
    case owner

    /// The field that an entity is: `room.heat` of `room_heat`
    case dotted

    /// The field that an entity with its domain is: `room.heat` of `sensor.room_heat`
    case entity

    /// The duration from the time of day behind `on` to another: `25min` of `23:10` and `on 22:45`
    case until

    /// A text with the other values in its placeholders: `"It is {temp}"` of `"It is {0}"`
    case filled
  }

  private let parts: [Part]

  /// The names of the values that are not in the phrase: the value behind `on`, and the table that is declared
  private static let surroundings = ["event", "table"]

  init(_ text: Substring) {
    var parts: [Part] = []
    var plain: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "$") else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      let name = bytes[(index + 1)...].prefix {
        $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x31 && $0 <= 0x39
      }
      var end = index + 1 + name.count
      var form = Form.plain
      if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
        let word = bytes[(end + 1)...].prefix { $0 >= 0x61 && $0 <= 0x7A }
        if let known = Form(rawValue: String(decoding: word, as: UTF8.self)), !word.isEmpty {
          form = known
          end += 1 + word.count
        }
      }
      // A mark between a value and letters that are no part of its name.
      if end < bytes.count, bytes[end] == UInt8(ascii: "~") { end += 1 }
      parts.append(.text(String(decoding: plain, as: UTF8.self)))
      plain = []
      parts.append(.value(String(decoding: name, as: UTF8.self), form))
      index = end
    }
    parts.append(.text(String(decoding: plain, as: UTF8.self)))
    self.parts = parts
  }

  /// `true` if a place takes the value of a name
  func hasValue(_ name: String) -> Bool {
    parts.contains { part in
      switch part {
      case .value(_, .until): name == "event"
      case .value(let value, _): value == name
      case .text: false
      }
    }
  }

  /// The text with its values; `nil` if a value does not have the form that is needed
  func text(_ values: [(name: String, text: String)]) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .value(let name, let form):
        guard let value = values.first(where: { $0.name == name }) else { return nil }
        let others = values.filter {
          form == .until
            ? $0.name == "event" : $0.name != name && !Self.surroundings.contains($0.name)
        }.map { $0.text }
        guard let formed = Self.formed(value.text, form, others) else { return nil }
        text += formed
      }
    }
    return text
  }

  /// A value in a form; `nil` if it cannot have it
  private static func formed(_ value: String, _ form: Form, _ others: [String]) -> String? {
    switch form {
    case .plain: value
    case .small: value.lowercased()
    case .day: Int(value).flatMap { day($0, after: 6) }
    case .pythonDay: Int(value).flatMap { day($0, after: 0) }
    case .sheetDay: Int(value).flatMap { day($0, after: 5) }
    case .month: Int(value).flatMap { month($0) }
    case .jsMonth: Int(value).flatMap { month($0 + 1) }
    case .padded:
      Int(value).flatMap { (0...59).contains($0) ? ($0 < 10 ? "0\($0)" : "\($0)") : nil }
    case .hour: Int(value).flatMap { (0...23).contains($0) ? value : nil }
    case .evening: Int(value).flatMap { (1...11).contains($0) ? "\($0 + 12)" : nil }
    case .ordinal: ordinal(value)
    case .clock: value.utf8.count == 4 ? "0\(value)" : value
    case .table: value.hasSuffix("s") ? value : OppGrammar.table(named: value)
    case .row: row(ofTable: value)
    case .duration: duration(value)
    case .months: days(value, of: 30, ["month", "months", "mo"])
    case .years: days(value, of: 365, ["year", "years", "yr", "y"])
    case .monthName: ForeignDate.month(named: value).map { ForeignDate.nameOfMonth($0) }
    case .negated:
      value.hasPrefix("not ") && value.split(separator: " ").count == 2
        ? String(value.dropFirst(4)) : "not (\(value))"
    case .grouped:
      value.split(separator: " ").contains { ["and", "or", "&&", "||", "otherwise"].contains($0) }
        ? "(\(value))" : value
    case .title: value.prefix(1).uppercased() + value.dropFirst()
    case .times: others.first.flatMap { times(value, $0) }
    case .hours: hours(value)
    case .matching: matching(value)
    case .amount: value.hasSuffix("/h") ? String(value.dropLast(2)) : nil
    case .count:
      value.utf8.contains(UInt8(ascii: "."))
        ? nil : String(decoding: value.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
    case .inner: value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : nil
    case .pattern: String(decoding: value.utf8.filter { $0 != UInt8(ascii: "%") }, as: UTF8.self)
    case .span: ForeignTriggers.duration(ofClock: value)
    case .weekday: ForeignDate.weekday(named: value).map { ForeignDate.nameOfWeekday($0) }
    case .quoted: value.utf8.contains(UInt8(ascii: "\"")) ? nil : "\"\(value)\""
    case .open: value.hasSuffix("\"") ? String(value.dropLast()) : nil
    case .sql:
      value.split(separator: " ").map { $0 == "=" ? "==" : String($0) }.joined(separator: " ")
    case .positive: value.hasPrefix("un") ? String(value.dropFirst(2)) : nil
    case .owner: owner(value)
    case .dotted: dotted(value)
    case .entity: entity(value)
    case .until: others.first.flatMap { span(from: $0, to: value) }
    case .filled: filled(value, others)
    }
  }

  // MARK: Calendars

  /// The day of the week by its number, where 0 would be so many days after a Monday
  private static func day(_ number: Int, after days: Int) -> String? {
    (0...7).contains(number) ? ForeignDate.nameOfWeekday((number + days) % 7) : nil
  }

  private static func month(_ number: Int) -> String? {
    (1...12).contains(number) ? ForeignDate.nameOfMonth(number) : nil
  }

  private static func ordinal(_ text: String) -> String? {
    guard ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }),
      let day = Int(text.dropLast(2)), (1...31).contains(day)
    else { return nil }
    return "\(day)"
  }

  private static func duration(_ text: String) -> String? {
    let words = text.split(separator: " ").map { String($0) }
    guard words.count == 2, Int(words[0]) != nil else { return nil }
    return UnitSpellings.unitOfTime(meantBy: words[1]).map { words[0] + $0 }
  }

  /// So many spans of some days each: `90d` of `3` and `3months`
  private static func days(_ text: String, of days: Int, _ units: [String]) -> String? {
    let digits = digits(text)
    guard let count = Int(digits), (1...99).contains(count),
      digits.utf8.count == text.utf8.count || units.contains(String(text.dropFirst(digits.count)))
    else { return nil }
    return "\(count * days)d"
  }

  private static func digits(_ text: String) -> String {
    String(decoding: text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
  }

  private static func times(_ duration: String, _ count: String) -> String? {
    Int(digits(count)).flatMap { DurationText.product(duration, $0) }
  }

  private static func hours(_ text: String) -> String? {
    var text = text
    if text.hasSuffix("h"), text.utf8.contains(UInt8(ascii: ":")) { text.removeLast() }
    let parts = text.split { $0 == ":" || $0 == "h" }.map { String($0) }
    guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      (0...99).contains(hours), (0...59).contains(minutes), parts[1].utf8.count == 2
    else { return nil }
    return (hours > 0 ? "\(hours)h" : "") + (minutes > 0 || hours == 0 ? "\(minutes)min" : "")
  }

  /// The duration from one time of day to the next other: `25min` from `22:45` to `23:10`
  private static func span(from start: String, to end: String) -> String? {
    func minutes(_ text: String) -> Int? {
      let parts = text.split(separator: ":").map { Int($0) }
      guard parts.count == 2, let hour = parts[0], let minute = parts[1],
        (0...23).contains(hour), (0...59).contains(minute)
      else { return nil }
      return hour * 60 + minute
    }
    guard let start = minutes(start), let end = minutes(end), start != end else { return nil }
    let length = (end - start + 1440) % 1440
    return (length >= 60 ? "\(length / 60)h" : "") + (length % 60 > 0 ? "\(length % 60)min" : "")
  }

  // MARK: Names

  /// `bill` of `bills`, `story` of `stories`; `nil` of a name that is no plural
  private static func row(ofTable table: String) -> String? {
    if table.hasSuffix("ies") { return table.dropLast(3) + "y" }
    let row = String(table.dropLast())
    return table.hasSuffix("s") && !row.isEmpty && !ReservedWords.contains(row) ? row : nil
  }

  private static func owner(_ path: String) -> String? {
    guard let end = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(Substring(path.utf8[..<end]))
  }

  private static func dotted(_ name: String) -> String? {
    guard let end = name.utf8.firstIndex(of: UInt8(ascii: "_")) else { return nil }
    return String(Substring(name.utf8[..<end])) + "."
      + String(Substring(name.utf8[name.utf8.index(after: end)...]))
  }

  private static func entity(_ path: String) -> String? {
    guard let end = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return dotted(path) ?? path }
    let domains = [
      "sensor", "binary_sensor", "switch", "light", "lock", "cover", "climate", "input_number",
      "input_boolean", "person", "device_tracker",
    ]
    guard domains.contains(String(Substring(path.utf8[..<end]))) else { return path }
    // A source may have the name of a domain.
    return dotted(String(Substring(path.utf8[path.utf8.index(after: end)...]))) ?? path
  }

  // MARK: Texts

  /// A text with values in place of `{0}`, `{}` and `%s`; `nil` if it has another number of them
  private static func filled(_ text: String, _ values: [String]) -> String? {
    var result: [UInt8] = []
    var left = values[...]
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      guard let length = lengthOfPlaceholder(bytes[index...]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard let value = left.popFirst() else { return nil }
      result += Array("{\(value)}".utf8)
      index += length
    }
    return left.isEmpty ? String(decoding: result, as: UTF8.self) : nil
  }

  /// The comparison of a text with a pattern, if it is plain but for its ends
  private static func matching(_ pattern: String) -> String? {
    var bytes = Array(pattern.utf8)[...]
    func drop(_ mark: String, atStart: Bool) -> Bool {
      guard
        atStart
          ? bytes.starts(with: mark.utf8) : bytes.reversed().starts(with: mark.utf8.reversed())
      else { return false }
      bytes = atStart ? bytes.dropFirst(mark.utf8.count) : bytes.dropLast(mark.utf8.count)
      return true
    }
    let isStart = drop("^", atStart: true)
    let isEnd = drop("$", atStart: false)
    let isOpenStart = drop(".*", atStart: true)
    let isOpenEnd = drop(".*", atStart: false)
    guard !bytes.isEmpty, !bytes.contains(where: { "^$.*+?()[]{}|\\".utf8.contains($0) }) else {
      return nil
    }
    let plain = "\"\(String(decoding: bytes, as: UTF8.self))\""
    switch (isStart && !isOpenStart, isEnd && !isOpenEnd) {
    case (true, true): return " == \(plain)"
    case (true, false): return " starts with \(plain)"
    case (false, true): return " ends with \(plain)"
    case (false, false): return " contains \(plain)"
    }
  }

  /// The number of bytes of `{0}`, `{}`, `%s` or `%.1f` at the beginning of bytes; `nil` if there is none
  private static func lengthOfPlaceholder(_ bytes: ArraySlice<UInt8>) -> Int? {
    let isDigit = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: ".") }
    let rest = bytes.dropFirst()
    let digits = rest.prefix(while: isDigit).count
    guard let end = rest.dropFirst(digits).first else { return nil }
    switch bytes.first {
    case UInt8(ascii: "{"): return end == UInt8(ascii: "}") ? digits + 2 : nil
    case UInt8(ascii: "%"): return Array("sdif".utf8).contains(end) ? digits + 2 : nil
    default: return nil
    }
  }
}
