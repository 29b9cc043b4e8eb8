/// The options of other tools for the same, and the line to write in their place
///
/// ```
/// sep: ";"               separator: ";"          pandas
/// dayfirst: true         dates: "dmy"            pandas
/// thousands: "."         decimal: ","            pandas
/// rename: {"T": "temp"}  columns: {"temp": "T"}  pandas, where the header comes first
/// tz: "Europe/Berlin"    zone: "Europe/Berlin"
/// ```
package struct ForeignFileOption: Hashable, Sendable {
  package let name: String
  package let option: FileOption

  /// Returns `nil` if no tool of the table has an option of the name
  package init?(named name: String) {
    let word = name.lowercased()
    guard let found = Self.table.first(where: { $0.names.contains(word) }) else { return nil }
    self.name = word
    option = found.option
  }

  /// The line to write in place of a value of the other tool's option
  ///
  /// - Parameter value: the value, or `nil` if it is none of a file's options.
  package func line(for value: FileOptionValue?) -> String {
    let translated = value.flatMap { translation(of: $0) } ?? option.usualValues[0]
    return "\(option.name): \(translated.code)"
  }

  /// The same line with the characters of JSON
  package func json(for value: FileOptionValue?) -> String {
    let line = line(for: value)
    return "\"\(option.name)\"" + line.dropFirst(option.name.count)
  }

  /// The names by the option, in lower case
  private static let table: [(option: FileOption, names: [String])] = [
    (.columns, ["names", "usecols", "rename", "header", "column", "fields"]),
    (.only, ["where", "filter", "query", "rows"]),
    (
      .dates,
      ["date_format", "dateformat", "dayfirst", "datetime_format", "date", "timestampformat"]
    ),
    (.zone, ["tz", "timezone", "time_zone", "timezone_identifier"]),
    (.dayAt, ["dayat", "time_of_day"]),
    (.missing, ["na_values", "null", "nulls", "nullstr", "null_values"]),
    (.decimal, ["thousands", "decimal_separator", "decimals"]),
    (.separator, ["sep", "delimiter", "delim"]),
    (.skip, ["skiprows", "skip_rows", "skip_lines"]),
    (.encoding, ["charset", "codec"]),
  ]

  /// The value that means the same here, or `nil` if none can be made of it
  private func translation(of value: FileOptionValue) -> FileOptionValue? {
    switch name {
    case "dayfirst":
      guard case .truth(let isDayFirst) = value else { return nil }
      return .text(isDayFirst ? "dmy" : "mdy")
    case "thousands":
      return value.text == "." ? .text(",") : value.text == "," ? .text(".") : nil
    case "rename": return inverted(value)
    case "names": return places(value)
    default: break
    }
    if option == .missing { return FileOptions.words(value).map { .list($0.map { .text($0) }) } }
    var options = FileOptions()
    do throws(FileOptionProblem) {
      try options.set(option, to: value)
    } catch {
      return nil
    }
    return value
  }

  /// `{"temp": "T"}` of `{"T": "temp"}`
  private func inverted(_ value: FileOptionValue) -> FileOptionValue? {
    guard case .entries(let entries) = value, !entries.isEmpty else { return nil }
    var inverted: [FileOptionValue.Entry] = []
    for entry in entries {
      guard let name = entry.value.text else { return nil }
      inverted.append(.init(key: name, value: .text(entry.key)))
    }
    return .entries(inverted)
  }

  /// `{"time": 1, "temp": 2}` of `["time", "temp"]`
  private func places(_ value: FileOptionValue) -> FileOptionValue? {
    guard let names = FileOptions.words(value), !names.isEmpty else { return nil }
    return .entries(
      names.enumerated().map { index, name in
        FileOptionValue.Entry(key: name, value: .number(Double(index + 1)))
      })
  }
}
