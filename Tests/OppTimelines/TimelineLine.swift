internal import OppEngine
internal import OppModel

/// Reads what arrives at one second
struct TimelineLine {
  let graph: ConditionGraph
  let clockface: Clockface
  let instant: Instant

  /// nil for a line that says nothing that is understood
  func arrivals(_ words: [Substring]) -> [Arrival]? {
    switch words[0] {
    case "busy": return schedule(words.dropFirst()).map { [.schedule($0)] }
    case "lost":
      let reason = words.dropFirst(2).joined(separator: " ")
      return words.count > 2 ? [.unavailable(name: String(words[1]), reason: reason)] : nil
    case "address":
      guard words.count > 1 else { return nil }
      let position = words.count > 2 ? value(words[2], .position)?.position : nil
      return [.address(text: String(words[1]), position: position)]
    case "counts":
      guard words.count > 2, let through = clockface.instant(words[2]),
        let table = graph.tables.firstIndex(where: { $0.name == words[1] })
      else { return nil }
      return [.counts(.table(TableID(index: Int32(table))), through: through)]
    default:
      if let table = graph.tables.firstIndex(where: { $0.name == words[0] }) {
        return change(table, words.dropFirst()).map { [.rows($0)] }
      }
      return readings(words)
    }
  }

  // MARK: Readings

  private func readings(_ words: [Substring]) -> [Arrival]? {
    var words = words[...]
    var arguments: [Substring] = []
    var named: Substring?
    if let open = words.first?.firstIndex(of: "("), let first = words.popFirst() {
      named = first[..<open]
      arguments = first[first.index(after: open)...].dropLast().split(separator: ",")
    }
    // One reading a source; the sources in the order in which the line names their fields.
    var order: [Int] = []
    var fields: [Int: [FieldReading]] = [:]
    for word in words {
      guard let (name, text) = assignment(word), let (source, field) = field(name, of: named)
      else { return nil }
      let declared = graph.sources[source]
      if fields[source] == nil { order.append(source) }
      var reading = fields[source] ?? declared.fields.map { _ in .missing }
      guard let known = fieldReading(text, declared.fields[field].type) else { return nil }
      reading[field] = known
      fields[source] = reading
    }
    return order.map { source in
      let declared = graph.sources[source]
      let values = declared.parameters.enumerated().map { index, parameter in
        arguments.indices.contains(index) ? value(arguments[index], parameter.type) : nil
      }
      return .reading(
        SourceReading(
          source: SourceID(index: Int32(source)), arguments: values, instant: instant,
          fields: fields[source] ?? [], freshness: nil, isLasting: false))
    }
  }

  private func fieldReading(_ text: Substring, _ type: ValueType) -> FieldReading? {
    text == "?" ? .missing : value(text, type).map { .known($0) }
  }

  private func assignment(_ word: Substring) -> (name: Substring, text: Substring)? {
    guard let sign = word.firstIndex(of: "=") else { return nil }
    return (word[..<sign], word[word.index(after: sign)...])
  }

  /// The sources of the rule set stand behind those of the prelude, and go before them
  private func field(_ name: Substring, of source: Substring?) -> (source: Int, field: Int)? {
    for index in graph.sources.indices.reversed() {
      guard source == nil || graph.sources[index].name == source ?? "" else { continue }
      if let field = graph.sources[index].fields.firstIndex(where: { $0.name == name }) {
        return (index, field)
      }
    }
    return nil
  }

  // MARK: Rows

  private func change(_ table: Int, _ words: ArraySlice<Substring>) -> TableChange? {
    let id = TableID(index: Int32(table))
    let declared = graph.tables[table]
    guard let sign = words.first else { return TableChange(table: id, rows: [], removedKeys: []) }
    let rest = words.dropFirst()
    if sign == "-" {
      let key = zip(rest, declared.key).compactMap { value($0, declared.fields[$1].type) }
      return TableChange(table: id, rows: [], removedKeys: [key])
    }
    if sign == "=", rest.isEmpty {
      return TableChange(table: id, rows: [], removedKeys: [], isWhole: true)
    }
    var row: [Value?] = declared.fields.map { _ in nil }
    for word in rest {
      guard let (name, text) = assignment(word),
        let field = declared.fields.firstIndex(where: { $0.name == name })
      else { return nil }
      row[field] = value(text, declared.fields[field].type)
    }
    guard sign == "+" || sign == "=" else { return nil }
    return TableChange(table: id, rows: [row], removedKeys: [], isWhole: sign == "=")
  }

  // MARK: The calendar

  private func schedule(_ words: ArraySlice<Substring>) -> Schedule? {
    var turns: [Instant] = []
    for word in words {
      guard let dots = word.firstRange(of: "..") else { return nil }
      guard let start = clockface.instant(word[..<dots.lowerBound]),
        let end = clockface.instant(word[dots.upperBound...])
      else { return nil }
      turns += [start, end]
    }
    let sorted = turns
    return Schedule { instant in
      // Busy from every turn of even index to the next one.
      let next = sorted.firstIndex { $0 > instant } ?? sorted.count
      return Schedule.Stretch(
        isBusy: next % 2 == 1, from: next == 0 ? .distantPast : sorted[next - 1],
        to: next == sorted.count ? .distantFuture : sorted[next])
    }
  }

  // MARK: Values

  func value(_ text: Substring, _ type: ValueType) -> Value? {
    switch type {
    case .bool: return text == "true" ? .truth(true) : text == "false" ? .truth(false) : nil
    case .text: return .text(String(text))
    case .number: return Double(text).map { .scalar($0) }
    case .instant: return clockface.instant(text).map { .scalar(Double($0.seconds)) }
    case .timeOfDay:
      return LocalDateTime(iso8601: "2026-01-01T\(text)").map { .scalar(Double($0.secondOfDay)) }
    case .date: return CivilDate(iso8601: text).map { .scalar(Double($0.days)) }
    case .enumeration(let id):
      let cases = graph.enumerations[Int(id.index)].cases
      return cases.firstIndex { $0.contains(String(text)) }.map { .scalar(Double($0)) }
    case .position, .place:
      let parts = text.dropFirst().split(separator: ",").compactMap { Double($0) }
      guard parts.count == 2, let position = Position(latitude: parts[0], longitude: parts[1])
      else { return nil }
      return .position(position)
    default:
      return (try? QuantityLiteral.parse(String(text)))?.value(as: type).map { .scalar($0) }
    }
  }
}

extension Value {
  fileprivate var position: Position? {
    if case .position(let position) = self { position } else { nil }
  }
}
