internal import OppModel
internal import OppRecordings

/// Turns values into those of the language, by the type of their field
struct ValueReader {
  /// The enums whose cases texts may name
  let enumerations: [Enumeration]

  /// The zone of instants and times that have no offset
  let zone: Zone

  /// The value as the language has it; `nil` if it is not of the type
  func value(_ value: Value, _ type: ValueType) -> OppModel.Value? {
    switch (value.content, type) {
    case (.truth(let truth), .bool): return .truth(truth)
    case (.quantity(let amount, let dimension), _):
      return dimension.type == type && amount.isFinite ? .scalar(amount) : nil
    case (.text(let text), .text): return .text(text)
    case (.position(let latitude, let longitude), .position):
      return Position(latitude: latitude, longitude: longitude).map { .position($0) }
    case (.position(let latitude, let longitude), .place):
      return Position(latitude: latitude, longitude: longitude).map {
        .place(Place(name: value.description, position: $0, radius: nil))
      }
    case (.time(let seconds), .timeOfDay):
      return (0...86_400).contains(seconds) ? .scalar(Double(seconds)) : nil
    case (.date(let days), .date): return .scalar(Double(days))
    case (.instant(let seconds), .instant): return .scalar(Double(seconds))
    case (.list(let values), .list(let element)):
      var result: [OppModel.Value] = []
      for part in values {
        guard let part = self.value(part, element) else { return nil }
        result.append(part)
      }
      return .list(result)
    case (.number(let number), .instant):
      return Int64(exactly: number.rounded(.up)).map { .scalar(Double($0)) }
    case (.number(let number), _):
      return number.isFinite ? cell(ValueNotation.jsonNumber(number), type) : nil
    case (.text(let text), _): return cell(text, type)
    case (.truth, _), (.position, _), (.time, _), (.date, _), (.instant, _), (.list, _): return nil
    }
  }

  /// The value of an argument: a place may be given by its name
  func argument(_ value: Value, _ type: ValueType) -> OppModel.Value? {
    if type == .position || type == .place, case .text(let name) = value.content,
      !name.utf8.starts(with: [UInt8(ascii: "@")])
    {
      return .text(name)
    }
    return self.value(value, type)
  }

  /// The words for the values of a field, with an example
  func expected(_ type: ValueType) -> String { parser(type).expected }

  private func cell(_ text: String, _ type: ValueType) -> OppModel.Value? {
    let file = TextFile(path: "", bytes: Array(text.utf8))
    let cell = file.trimmed(Cell(start: 0, end: file.bytes.count, line: 1, form: .plain))
    return cell.isEmpty ? nil : parser(type).value(cell, in: file)
  }

  private func parser(_ type: ValueType) -> CellParser {
    CellParser(type: type, unit: nil, zone: zone, enumerations: enumerations)
  }
}
