package import OppEngine
internal import OppJSON
package import OppModel
internal import OppSemantics

/// Prints what a replay came to, for people or as JSON Lines
package struct EvaluationOutput {
  package let graph: ConditionGraph
  package let readable: ReadableValue
  package let console: Console
  package let isJSON: Bool

  package init(graph: ConditionGraph, zone: Zone, console: Console, isJSON: Bool) {
    self.graph = graph
    readable = ReadableValue(graph: graph, zone: zone)
    self.console = console
    self.isJSON = isJSON
  }

  // MARK: - Firings and records

  /// Firings, with the records of the same Opp and second below, in the order of time, name and row
  package func printFirings(_ firings: [Firing], _ records: [Record]) {
    var rest = records[...]
    for firing in firings {
      while let record = rest.first, comesBefore(record, firing) {
        print(record)
        rest.removeFirst()
      }
      if firing.text != nil { print(firing) }
      while let record = rest.first, belongs(record, to: firing) {
        print(record)
        rest.removeFirst()
      }
    }
    rest.forEach(print)
  }

  private func belongs(_ record: Record, to firing: Firing) -> Bool {
    record.at == firing.at && record.rule == firing.rule && record.source == firing.row
  }

  private func comesBefore(_ record: Record, _ firing: Firing) -> Bool {
    if record.at != firing.at { return record.at < firing.at }
    return record.opp != firing.opp
      && record.opp.unicodeScalars.lexicographicallyPrecedes(firing.opp.unicodeScalars)
  }

  private func print(_ firing: Firing) {
    guard isJSON else {
      let row = firing.row.map { " [\(readable.text(of: $0))]" } ?? ""
      let delivered = firing.delivered.map { " (delivered at \(readable.local($0)))" } ?? ""
      let text = firing.text == firing.opp ? "" : ": \(firing.text ?? "")"
      console.line(
        "\(readable.local(firing.at))  \(console.styled(firing.opp, .strong))\(row)\(text)\(delivered)"
      )
      return
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "firing")
        json.member("opp", string: firing.opp)
        if let row = firing.row { json.member("row", raw: readable.json(of: row)) }
        json.member("at", string: firing.at.rfc3339)
        if let delivered = firing.delivered { json.member("delivered", string: delivered.rfc3339) }
        if let text = firing.text { json.member("text", string: text) }
        if let recipient = firing.recipient { json.member("to", raw: self.json(of: recipient)) }
        if !firing.payload.isEmpty {
          json.key("payload")
          json.object { object in
            for entry in firing.payload {
              object.member(entry.name, raw: readable.json(of: entry.value, type: entry.type))
            }
          }
        }
      })
  }

  private func print(_ record: Record) {
    let table = graph.tables[Int(record.table.index)]
    let fields = zip(table.fields, record.row)
    guard isJSON else {
      let row = fields.map { field, value in
        "\(field.name): \(value.map { readable.text(of: $0, type: field.type) } ?? "?")"
      }
      console.line(
        "\(readable.local(record.at))  \(console.styled(record.opp, .strong)) records \(table.name) { \(row.joined(separator: ", ")) }"
      )
      return
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "record")
        json.member("opp", string: record.opp)
        if let row = record.source { json.member("row_of", raw: readable.json(of: row)) }
        json.member("table", string: table.name)
        json.member("at", string: record.at.rfc3339)
        json.key("row")
        json.object { object in
          for (field, value) in fields {
            object.member(field.name, raw: readable.json(of: value, type: field.type))
          }
        }
      })
  }

  /// Recipients as an array, also where there is one
  private func json(of recipient: Value) -> String {
    if case .list = recipient { return readable.json(of: recipient, type: .list(.text)) }
    return "[\(readable.json(of: recipient, type: .text))]"
  }

  // MARK: - Intervals

  /// The Opp or expression of a group of intervals
  package enum Subject {
    case opp(String, row: RowID?)
    case expression(String)
  }

  package func printTruths(_ subject: Subject, _ stretches: [TruthStretch]) {
    if !isJSON { console.line(heading(of: subject)) }
    for stretch in stretches {
      let because = words(stretch.reasons)
      guard isJSON else {
        let truth = styled(stretch.truth)
        console.line(
          "  \(truth)  \(period(stretch.from, stretch.to))\(because.isEmpty ? "" : "  because \(because.joined(separator: "; "))")"
        )
        continue
      }
      console.line(
        JSONText.object { json in
          json.member("type", string: "interval")
          add(subject, &json)
          json.member("truth", string: name(of: stretch.truth))
          if stretch.truth == .unknown { json.member("because", strings: because) }
          json.member("from", string: stretch.from.rfc3339)
          json.member("to", string: stretch.to.rfc3339)
        })
    }
  }

  package func printValues(_ subject: Subject, _ type: ValueType, _ stretches: [ValueStretch]) {
    if !isJSON { console.line(heading(of: subject)) }
    for stretch in stretches {
      guard isJSON else {
        console.line("  \(period(stretch.from, stretch.to))  \(text(of: stretch, type))")
        continue
      }
      console.line(
        JSONText.object { json in
          json.member("type", string: "value")
          add(subject, &json)
          json.member("value", raw: readable.json(of: stretch.value, type: type))
          if stretch.value == nil { json.member("because", strings: words(stretch.reasons)) }
          if stretch.perSecond != 0 {
            json.member("per_second", raw: ValueNotation.jsonNumber(stretch.perSecond))
          }
          if stretch.isMoving { json.member("moving", raw: "true") }
          json.member("from", string: stretch.from.rfc3339)
          json.member("to", string: stretch.to.rfc3339)
        })
    }
  }

  private func text(of stretch: ValueStretch, _ type: ValueType) -> String {
    guard let value = stretch.value else {
      return "unknown, because \(words(stretch.reasons).joined(separator: "; "))"
    }
    var text = readable.text(of: value, type: type)
    if stretch.isMoving {
      text += ", moving"
    } else if stretch.perSecond != 0 {
      let verb = stretch.perSecond < 0 ? "falling" : "rising"
      let rate: ValueType = type == .instant || type == .timeOfDay ? .duration : type
      text +=
        ", \(verb) by \(readable.text(of: .scalar(stretch.perSecond.magnitude), type: rate)) a second"
    }
    return text
  }

  // MARK: - One instant

  /// One line of `--at`
  package func printValue(
    _ subject: Subject, _ type: ValueType, _ value: Value?, reasons: [UnknownReason], at: Instant
  ) {
    guard isJSON else {
      let said =
        value.map { readable.text(of: $0, type: type) }
        ?? "unknown, because \(words(reasons).joined(separator: "; "))"
      console.line("\(heading(of: subject)) is \(said)")
      return
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "value")
        add(subject, &json)
        json.member("at", string: at.rfc3339)
        json.member("value", raw: readable.json(of: value, type: type))
        if type == .bool { json.member("truth", string: name(of: truth(of: value))) }
        if value == nil { json.member("because", strings: words(reasons)) }
      })
  }

  private func truth(of value: Value?) -> Truth {
    guard case .truth(let isTrue)? = value else { return .unknown }
    return isTrue ? .true : .false
  }

  // MARK: - Words

  private func add(_ subject: Subject, _ json: inout JSONText) {
    switch subject {
    case .opp(let name, let row):
      json.member("opp", string: name)
      if let row { json.member("row", raw: readable.json(of: row)) }
    case .expression(let text): json.member("expression", string: text)
    }
  }

  private func heading(of subject: Subject) -> String {
    switch subject {
    case .opp(let name, let row):
      console.styled(name, .strong) + (row.map { " [\(readable.text(of: $0))]" } ?? "")
    case .expression(let text): console.styled(text, .strong)
    }
  }

  private func period(_ from: Instant, _ to: Instant) -> String {
    let end = readable.local(to, after: from)
    return "\(readable.local(from)) .. \(end)"
  }

  package func words(_ reasons: [UnknownReason]) -> [String] {
    reasons.map { $0.message(in: graph, zone: readable.zone) }
  }

  private func name(of truth: Truth) -> String {
    switch truth {
    case .true: "true"
    case .false: "false"
    case .unknown: "unknown"
    }
  }

  private func styled(_ truth: Truth) -> String {
    let name = name(of: truth)
    let padded = name + String(repeating: " ", count: 7 - name.count)
    return switch truth {
    case .true: console.styled(padded, .good)
    case .false: console.styled(padded, .bad)
    case .unknown: console.styled(padded, .unsure)
    }
  }
}
