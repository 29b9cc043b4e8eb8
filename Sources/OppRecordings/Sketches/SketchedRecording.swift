internal import OppEngine
internal import OppModel

/// Writes readings or rows as the file of a recording: instants in UTC, points, and no column but the fields
struct SketchedRecording {
  private let fields: [Field]
  private let parameters: [Field]
  private let cells: RecordingText

  /// The one field with the columns `lat` and `lon`
  private let positionField: Int?

  init(_ fields: [Field], _ parameters: [Field], _ enumerations: [Enumeration]) {
    self.fields = fields
    self.parameters = parameters
    cells = RecordingText(schema: ValueSchema(enumerations: enumerations))
    let positions = fields.indices.filter { fields[$0].type == .position }
    positionField = positions.count == 1 ? positions.first : nil
  }

  /// The file of a source
  func text(of readings: [RecordedReading]) -> String {
    let read = fields.indices.filter { field in
      readings.contains { field < $0.fields.count && $0.fields[field] != .neverRead }
    }
    let named = parameters.indices.filter { parameter in
      readings.contains { parameter < $0.arguments.count && $0.arguments[parameter] != nil }
    }
    var text = RecordingText.line(
      ["time"] + named.map { parameters[$0].name } + read.flatMap { headers($0) })
    for reading in readings {
      var line = [reading.time.text]
      for parameter in named {
        line.append(
          reading.arguments[parameter].map { cells.cell($0, parameters[parameter].type) } ?? "")
      }
      for field in read {
        let value: Value? = if case .known(let value) = reading.fields[field] { value } else { nil }
        line += columns(value, field)
      }
      text += RecordingText.line(line)
    }
    return text
  }

  /// The file of a table
  func text(of rows: [(values: [Value?], from: Instant, until: Instant)]) -> String {
    let isTimed = rows.contains { $0.from > .distantPast || $0.until < .distantFuture }
    let validity = isTimed ? ["valid_from", "valid_until"] : []
    var text = RecordingText.line(validity + fields.indices.flatMap { headers($0) })
    for row in rows {
      var line: [String] = []
      if isTimed {
        line = [
          row.from > .distantPast ? row.from.rfc3339 : "",
          row.until < .distantFuture ? row.until.rfc3339 : "",
        ]
      }
      for field in fields.indices { line += columns(row.values[field], field) }
      text += RecordingText.line(line)
    }
    return text
  }

  private func headers(_ field: Int) -> [String] {
    field == positionField ? ["lat", "lon"] : [fields[field].name]
  }

  /// The cells of a field
  private func columns(_ value: Value?, _ field: Int) -> [String] {
    guard field == positionField else {
      return [value.map { cells.cell($0, fields[field].type) } ?? ""]
    }
    guard case .position(let position)? = value else { return ["", ""] }
    return [
      ValueNotation.jsonNumber(position.latitude), ValueNotation.jsonNumber(position.longitude),
    ]
  }
}

extension RecordedInstant {
  /// The instant in UTC with the fraction of its second: `2026-06-21T12:00:00.25Z`
  fileprivate var text: String {
    let whole = Instant(seconds: seconds).rfc3339
    guard fraction > 0 else { return whole }
    let digits = String(fraction)
    var decimals = String(repeating: "0", count: max(0, 18 - digits.utf8.count)) + digits
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return whole.dropLast() + "." + decimals + "Z"
  }
}
