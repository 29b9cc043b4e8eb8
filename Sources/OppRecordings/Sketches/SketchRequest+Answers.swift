internal import OppJSON
internal import OppModel

extension SketchRequest {
  /// Gives an option as a command line writes it, as an answer does
  ///
  /// ```
  /// dates mdy                     columns time=last_changed         columns time=["Date", "Clock"]
  /// only entity_id=sensor.porch   missing n.v.,-999                 unit state=C
  /// ```
  ///
  /// - Throws: the problem of an option that there is not, or of a value that it cannot have.
  package mutating func give(_ name: String, _ value: String) throws(SketchProblem) {
    if name == "unit" {
      guard let (column, unit) = Self.pair(value) else {
        throw SketchProblem(
          message: "--unit: `\(value)` is no column with its unit", help: "write `--unit state=C`")
      }
      guard !OppModel.Unit.stated(unit).isEmpty else {
        throw SketchProblem(
          message: "--unit: `\(unit)` is not a unit", help: "write `--unit \(column)=C`")
      }
      units[column] = unit
      return
    }
    guard let option = FileOption(named: name) else {
      throw SketchProblem(message: "`\(name)` is no option of a file", help: nil)
    }
    do throws(FileOptionProblem) {
      try options.set(option, to: self.value(of: option, value))
    } catch {
      throw SketchProblem(message: "--\(name): \(error.message)", help: error.help)
    }
  }

  /// The value of an option, together with the entries that were given before
  private func value(of option: FileOption, _ text: String) -> FileOptionValue {
    switch option {
    case .columns, .only:
      guard let (key, written) = Self.pair(text) else { return .text(text) }
      var entries: [FileOptionValue.Entry] = []
      if case .entries(let given)? = options.values[option] { entries = given }
      let found = Self.entry(written, isPlace: option == .columns)
      if let index = entries.firstIndex(where: { $0.key == key }) {
        let before = Self.list(entries[index].value)
        entries[index] = .init(key: key, value: .list(before + Self.list(found)))
      } else {
        entries.append(.init(key: key, value: found))
      }
      return .entries(entries)
    case .missing:
      let before = options.missing
      let words = Self.texts(text) ?? text.split(separator: ",").map { String($0) }
      return .list((before + words).map { FileOptionValue.text($0) })
    case .skip: return Int(text).map { .number(Double($0)) } ?? .text(text)
    case .separator: return .text(["tab": "\t", "tabs": "\t"][text] ?? text)
    case .dates, .zone, .dayAt, .decimal, .encoding: return .text(text)
    }
  }

  /// The header, the place or the headers of an entry
  private static func entry(_ text: String, isPlace: Bool) -> FileOptionValue {
    if let texts = texts(text) { return .list(texts.map { FileOptionValue.text($0) }) }
    if isPlace, let place = Int(text) { return .number(Double(place)) }
    return .text(text)
  }

  private static func list(_ value: FileOptionValue) -> [FileOptionValue] {
    if case .list(let values) = value { values } else { [value] }
  }

  /// The texts of `["Date", "Clock"]`, or `nil` if a text is no such list
  private static func texts(_ text: String) -> [String]? {
    guard text.hasPrefix("[") else { return nil }
    let file = TextFile(path: "", bytes: Array(text.utf8))
    guard case .array(let values)? = (try? JSONValue.parse(file))?.content else { return nil }
    let texts = values.compactMap { $0.text }
    return texts.count == values.count ? texts : nil
  }

  /// The two sides of the first `=`
  private static func pair(_ text: String) -> (key: String, value: String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let (key, value) = (text[..<sign], text[text.index(after: sign)...])
    return key.isEmpty || value.isEmpty ? nil : (key: String(key), value: String(value))
  }
}
