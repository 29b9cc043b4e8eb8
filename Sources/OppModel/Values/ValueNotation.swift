/// Values as programs read them: as JSON, and as literals of the language
///
/// Both are exact: a number has the shortest digits that read back as the same Double.
///
/// ```
/// type           value      JSON             literal
/// Temperature    20.5       20.5             20.5°C
/// EUR            1250       12.5             12.50EUR
/// TimeOfDay      43500      "12:05:00"       12:05
/// Weekday        6          "sun"            sun
/// Position       48.4 −1    {"lat":48.4,"lon":-1}    @48.4,-1
/// [Text]         milk       ["milk"]         ["milk"]
/// ```
package struct ValueNotation: Sendable {
  /// The names of cases and fields
  private let schema: ValueSchema

  package init(schema: ValueSchema) {
    self.schema = schema
  }

  // MARK: - JSON

  /// A value of `type` as JSON; `null` if it is unknown
  ///
  /// A place is an object with `name`, `lat`, `lon`; a row an object of the fields that identify it.
  package func json(_ value: Value?, type: ValueType) -> String {
    guard let value else { return "null" }
    switch value {
    case .truth(let truth): return truth ? "true" : "false"
    case .scalar(let scalar): return json(scalar, type: type)
    case .text(let text): return Self.jsonString(text)
    case .position(let position): return "{" + coordinates(position) + "}"
    case .place(let place):
      return #"{"name":"# + Self.jsonString(place.name) + "," + coordinates(place.position) + "}"
    case .list(let elements):
      let elementType = if case .list(let element) = type { element } else { type }
      return "[" + elements.map { json($0, type: elementType) }.joined(separator: ",") + "]"
    case .row(let row):
      let members = zip(schema.keyFields(of: row.table), row.key).map { field, key in
        Self.jsonString(field.name) + ":" + json(key, type: field.type)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  /// A number as JSON: the shortest digits that read back, with no `.0` and no exponent
  package static func jsonNumber(_ value: Double) -> String {
    DecimalText.shortest(value)
  }

  /// A text as JSON, in quotes, with every character escaped that a terminal would act on
  package static func jsonString(_ text: String) -> String {
    if text.utf8.allSatisfy({ !mayNeedEscape($0) }) { return "\"" + text + "\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// `true` if a byte of UTF-8 is a character that JSON escapes here, or may be the first of one
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2: true
    default: false
    }
  }

  /// An instant, `2026-06-21T19:00:00Z`
  package static func instant(_ instant: Instant) -> String {
    instant.rfc3339
  }

  /// A scalar as JSON: a number for a quantity, else a text
  private func json(_ scalar: Double, type: ValueType) -> String {
    switch type {
    case .timeOfDay: Self.jsonString(ISOWriter.time(seconds(scalar), hasSeconds: true))
    case .date, .instant, .weekday, .month, .colour, .enumeration:
      Self.jsonString(literal(scalar, type: type))
    case .money(let currency): DecimalText.shortest(scalar / Double(currency.minorUnits))
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .position, .place, .row,
      .list:
      DecimalText.shortest(scalar)
    }
  }

  /// The members `lat` and `lon`, without braces
  private func coordinates(_ position: Position) -> String {
    #""lat":"# + DecimalText.shortest(position.latitude) + #","lon":"#
      + DecimalText.shortest(position.longitude)
  }

  // MARK: - Literals

  /// A value as a literal of the language: `20°C`, `12:00`, `@48.4,-123.3`
  ///
  /// In base units, so that equal values are equal texts; a place is written as its pin, a row as the
  /// values of its key.
  package func literal(_ value: Value, type: ValueType) -> String {
    switch value {
    case .truth(let truth): return truth ? "true" : "false"
    case .scalar(let scalar): return literal(scalar, type: type)
    case .text(let text): return Self.textLiteral(text)
    case .position(let position): return pin(position)
    case .place(let place): return pin(place.position)
    case .list(let elements):
      let elementType = if case .list(let element) = type { element } else { type }
      return "[" + elements.map { literal($0, type: elementType) }.joined(separator: ", ") + "]"
    case .row(let row):
      let fields = schema.keyFields(of: row.table)
      return zip(row.key, fields).map { literal($0, type: $1.type) }.joined(separator: ", ")
    }
  }

  /// A text as a literal, in quotes, with every character escaped that a terminal would act on
  package static func textLiteral(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "{": quoted += "{{"
      case "}": quoted += "}}"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        quoted += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A scalar as a literal in the base unit of its type
  private func literal(_ scalar: Double, type: ValueType) -> String {
    if case .money(let currency) = type {
      return DecimalText.fixed(scalar / Double(currency.minorUnits), places: currency.decimals)
        + currency.code
    }
    if let dimension = Dimension(type) {
      return DecimalText.shortest(scalar) + dimension.baseUnit.spelling
    }
    switch type {
    case .timeOfDay:
      let time = seconds(scalar)
      return ISOWriter.time(time, hasSeconds: time % 60 != 0)
    case .date: return CivilDate(days: seconds(scalar)).iso8601
    case .instant: return Instant(seconds: seconds(scalar)).rfc3339
    case .weekday: return CaseNames.name(CaseNames.weekdays, at: scalar)
    case .month: return CaseNames.name(CaseNames.months, at: scalar - 1)
    case .colour: return Colour.text(Int32(truncatingIfNeeded: seconds(scalar)))
    case .enumeration(let id):
      return schema.caseName(scalar, of: id) ?? DecimalText.shortest(scalar)
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .position, .place,
      .row, .list:
      return DecimalText.shortest(scalar)
    }
  }

  /// A position as a literal
  private func pin(_ position: Position) -> String {
    "@" + DecimalText.shortest(position.latitude) + ","
      + DecimalText.shortest(position.longitude)
  }

  /// A scalar as a whole number, rounded down
  private func seconds(_ value: Double) -> Int64 {
    Rounding.floor(value)
  }
}
