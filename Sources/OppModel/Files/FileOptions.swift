/// The options of a file, each of which goes before the proofs of its rows
///
/// ```opp
/// columns: {"time": ["Date", "Clock"], "temp[F]": "Out °F"}, dates: "dmy", missing: ["-999"]
/// ```
package struct FileOptions: Hashable, Sendable {
  /// In the order in which they are written
  package private(set) var columns: [ColumnChoice] = []
  package private(set) var only: [RowChoice] = []
  package private(set) var dates: FileDates?
  package private(set) var zone: FileZone?

  /// In seconds since midnight, up to 24:00
  package private(set) var dayAt: Int64?
  package private(set) var missing: [String] = []

  /// `,` or `.`
  package private(set) var decimal: UInt8?
  package private(set) var separator: UInt8?
  package private(set) var skip = 0
  package private(set) var encoding: FileEncoding?

  /// The options that are given, with their values
  package private(set) var values: [FileOption: FileOptionValue] = [:]

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The options as the rules write them: `dates: "dmy", decimal: ","`
  package var code: String {
    FileOption.allCases.compactMap { option in
      values[option].map { "\(option.name): \($0.code)" }
    }.joined(separator: ", ")
  }

  /// Gives an option its value
  ///
  /// - Throws: the problem of a value that the option cannot have.
  package mutating func set(
    _ option: FileOption, to value: FileOptionValue
  ) throws(FileOptionProblem) {
    switch option {
    case .columns: columns = try Self.columns(value)
    case .only: only = try Self.only(value)
    case .dates: dates = try Self.dates(value)
    case .zone: zone = try Self.zone(value)
    case .dayAt: dayAt = try Self.dayAt(value)
    case .missing: missing = try Self.missing(value)
    case .decimal: decimal = try Self.decimal(value)
    case .separator: separator = try Self.separator(value)
    case .skip: skip = try Self.skip(value)
    case .encoding: encoding = try Self.encoding(value)
    }
    values[option] = value
  }

  /// `true` if each column is chosen by its place, so that the file has no header
  package var hasNoHeader: Bool {
    !columns.isEmpty
      && columns.allSatisfy { choice in
        choice.columns.allSatisfy { if case .place = $0 { true } else { false } }
      }
  }

  /// The problem of options that do not go together, and the option at which it is reported; `nil` if they do
  package var contradiction: (option: FileOption, problem: FileOptionProblem)? {
    if let decimal, let separator, decimal == separator {
      return (.decimal, FileOptionProblem(.decimalIsSeparator))
    }
    if hasNoHeader, !only.isEmpty {
      return (.only, FileOptionProblem(.headerOfNone))
    }
    return nil
  }
}

// MARK: - Values

extension FileOptions {
  private static func wrong(_ option: FileOption) -> FileOptionProblem {
    FileOptionProblem(.wrongValue(option))
  }

  /// The columns of `{"temp[F]": "Out °F", "time": ["Date", "Clock"], "hr": 3}`
  private static func columns(
    _ value: FileOptionValue
  ) throws(FileOptionProblem) -> [ColumnChoice] {
    guard case .entries(let entries) = value, !entries.isEmpty else { throw wrong(.columns) }
    var choices: [ColumnChoice] = []
    for (index, entry) in entries.enumerated() {
      let written: [FileOptionValue] =
        if case .list(let values) = entry.value { values } else { [entry.value] }
      guard !written.isEmpty else {
        throw FileOptionProblem(.wrongValue(.columns), at: .value(index))
      }
      var columns: [ColumnChoice.Column] = []
      for value in written {
        guard let column = column(value) else {
          throw FileOptionProblem(.wrongValue(.columns), at: .value(index))
        }
        guard !columns.contains(column), !choices.contains(where: { $0.columns.contains(column) })
        else {
          throw FileOptionProblem(.repeatedColumn(column.code), at: .value(index))
        }
        columns.append(column)
      }
      let choice = ColumnChoice(key: entry.key, columns: columns)
      guard !choices.contains(where: { $0.name == choice.name }) else {
        throw FileOptionProblem(.repeatedKey(choice.name), at: .key(index))
      }
      choices.append(choice)
    }
    return choices
  }

  /// A header or a place, or `nil` for another value
  private static func column(_ value: FileOptionValue) -> ColumnChoice.Column? {
    if let text = value.text, !text.isEmpty { return .header(text) }
    return value.count.flatMap { (1...1000).contains($0) ? .place($0) : nil }
  }

  private static func only(_ value: FileOptionValue) throws(FileOptionProblem) -> [RowChoice] {
    guard case .entries(let entries) = value, !entries.isEmpty else { throw wrong(.only) }
    var choices: [RowChoice] = []
    for (index, entry) in entries.enumerated() {
      guard let texts = words(entry.value), !texts.isEmpty else {
        throw FileOptionProblem(.wrongValue(.only), at: .value(index))
      }
      guard !choices.contains(where: { $0.header == entry.key }) else {
        throw FileOptionProblem(.repeatedKey(entry.key), at: .key(index))
      }
      choices.append(RowChoice(header: entry.key, texts: texts))
    }
    return choices
  }

  private static func dates(_ value: FileOptionValue) throws(FileOptionProblem) -> FileDates {
    guard let text = value.text else { throw wrong(.dates) }
    do throws(FileOptionProblem.Kind) {
      if let dates = try FileDates(text) { return dates }
    } catch {
      throw FileOptionProblem(error)
    }
    throw wrong(.dates)
  }

  private static func zone(_ value: FileOptionValue) throws(FileOptionProblem) -> FileZone {
    guard let text = value.text, !text.isEmpty else { throw wrong(.zone) }
    return FileZone(text)
  }

  private static func dayAt(_ value: FileOptionValue) throws(FileOptionProblem) -> Int64 {
    switch value {
    case .timeOfDay(let seconds) where (0...86_400).contains(seconds): return seconds
    case .text(let text):
      guard let seconds = seconds(text) else { throw wrong(.dayAt) }
      return seconds
    case .timeOfDay, .number, .truth, .list, .entries: throw wrong(.dayAt)
    }
  }

  /// The seconds since midnight of `8:00`, `08:00:30`, `24:00`
  private static func seconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } })
    else { return nil }
    let numbers = parts.compactMap { Int64($0) }
    guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
      return nil
    }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    return seconds <= 86_400 ? seconds : nil
  }

  private static func missing(_ value: FileOptionValue) throws(FileOptionProblem) -> [String] {
    guard let words = words(value), !words.isEmpty else { throw wrong(.missing) }
    return words
  }

  /// The words of a list or of one value, or `nil` if one is no word
  static func words(_ value: FileOptionValue) -> [String]? {
    let written: [FileOptionValue] = if case .list(let values) = value { values } else { [value] }
    let words = written.compactMap { $0.word }
    return words.count == written.count ? words : nil
  }

  private static func decimal(_ value: FileOptionValue) throws(FileOptionProblem) -> UInt8 {
    switch value.text {
    case ",": return UInt8(ascii: ",")
    case ".": return UInt8(ascii: ".")
    default: throw wrong(.decimal)
    }
  }

  private static func separator(_ value: FileOptionValue) throws(FileOptionProblem) -> UInt8 {
    // As other tools write a tab, which an editor may turn into spaces.
    if value.text == "\\t" { return UInt8(ascii: "\t") }
    guard let text = value.text, text.utf8.count == 1, let byte = text.utf8.first,
      byte == 0x09 || (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\""),
      !(byte &- UInt8(ascii: "0") < 10), !((byte | 0x20) &- UInt8(ascii: "a") < 26)
    else { throw wrong(.separator) }
    return byte
  }

  private static func skip(_ value: FileOptionValue) throws(FileOptionProblem) -> Int {
    guard let count = value.count, count <= 100_000 else { throw wrong(.skip) }
    return count
  }

  private static func encoding(
    _ value: FileOptionValue
  ) throws(FileOptionProblem) -> FileEncoding {
    guard let text = value.text, let encoding = FileEncoding(named: text) else {
      throw wrong(.encoding)
    }
    return encoding
  }
}
