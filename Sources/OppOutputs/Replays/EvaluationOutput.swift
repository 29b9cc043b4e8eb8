package import OppEngine
internal import OppJSON
package import OppModel
internal import OppSemantics

/// Prints the results of a replay, for people or as JSON Lines
///
/// The methods print one kind of result each; ``ReplayOutput`` decides which. Times are by the wall clock for people,
/// and in UTC for programs.
///
/// ```
/// 2013-01-01 09:00:00  Active precipitation: It began: rain at 10°C.
/// {"type":"firing","opp":"Active precipitation","at":"2013-01-01T14:00:00Z","text":"It began: rain at 10°C."}
/// ```
package struct EvaluationOutput {
  /// The graph, for the names of tables and fields
  package let graph: ConditionGraph

  /// The words of values
  package let readable: ReadableValue
  package let console: Console

  /// `true` if programs read it: an object a line
  package let isJSON: Bool

  package init(graph: ConditionGraph, zone: Zone, console: Console, isJSON: Bool) {
    self.graph = graph
    readable = ReadableValue(graph: graph, zone: zone)
    self.console = console
    self.isJSON = isJSON
  }

  // MARK: - Firings and records

  /// Firings, with the records of the same Opp and second below, in the order of time, name and row
  ///
  /// Both lists are in the order of time, then of the Opps' names.
  ///
  /// ```
  /// firings   9:00 A    9:00 C    10:00 A
  /// records   9:00 A    9:00 B    10:00 D
  /// printed   9:00 A, its record, 9:00 B's record, 9:00 C, 10:00 A, 10:00 D's record
  /// ```
  ///
  /// A firing without a text is of an Opp that only records: its record says all.
  package func printFirings(_ firings: [Firing], _ records: [Record]) {
    var lines = FiringLines(ruleCount: graph.rules.count)
    printFirings(firings, records, &lines)
    lines.write(to: console)
  }

  /// Prints all firings and records of some seconds; some may stay in `lines`, to be written with the following ones
  func printFirings(_ firings: [Firing], _ records: [Record], _ lines: inout FiringLines) {
    var rest = records[...]
    for index in firings.indices {
      while let record = rest.first, comesBefore(record, firings[index]) {
        lines.write(to: console)
        print(record)
        rest.removeFirst()
      }
      if isJSON { print(firings[index]) } else { add(firings, index, &lines) }
      while let record = rest.first, belongs(record, to: firings[index]) {
        lines.write(to: console)
        print(record)
        rest.removeFirst()
      }
    }
    if rest.isEmpty { return }
    lines.write(to: console)
    rest.forEach(print)
  }

  /// `true` if a record is of the same second, Opp and row as a firing
  private func belongs(_ record: Record, to firing: Firing) -> Bool {
    record.at == firing.at && record.rule == firing.rule && record.source == firing.row
  }

  /// `true` if a record of another Opp is printed before a firing: by second, then by name
  private func comesBefore(_ record: Record, _ firing: Firing) -> Bool {
    if record.at != firing.at { return record.at < firing.at }
    return record.opp != firing.opp
      && record.opp.unicodeScalars.lexicographicallyPrecedes(firing.opp.unicodeScalars)
  }

  /// Adds a firing for people: `2013-01-01 14:55:00  Parcel: The parcel is at the counter.`
  ///
  /// The text is left out if it is the name, and `(delivered at …)` is added if it had to wait. The firing is read in place:
  /// a copy would count the owners of the parts that it shares with others.
  @inline(__always)
  private func add(_ firings: [Firing], _ index: Int, _ lines: inout FiringLines) {
    if !lines.hasTime(of: firings[index].at) {
      let time = readable.local(firings[index].at) + "  "
      lines.setTime(console.printable(time), of: firings[index].at)
    }
    if firings[index].isConstant {
      let rule = firings[index].rule
      if !lines.hasEnd(ofRule: rule) {
        lines.setEnd(firings[index].text == nil ? [] : tail(firings[index]), ofRule: rule)
      }
      lines.add(endOfRule: rule)
    } else if firings[index].text != nil {
      lines.add(tail(firings[index]))
    }
    if lines.isLong { lines.write(to: console) }
  }

  /// Prints a firing as JSON, unless it has no text
  private func print(_ firing: Firing) {
    guard firing.text != nil else { return }
    console.line(
      JSONText.object { json in
        // The instant is in UTC; members that a firing lacks are left out.
        json.member("type", string: "firing")
        json.member("opp", string: firing.opp)
        if let row = firing.row { json.member("row", raw: readable.json(of: row)) }
        json.member("at", string: firing.at.rfc3339)
        add(firing.delivery, &json)
        if let text = firing.text { json.member("text", string: text) }
        if let recipient = firing.recipient { json.member("to", raw: self.json(of: recipient)) }
        if let colour = firing.colour { json.member("colour", string: Colour.hexadecimal(colour)) }
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

  /// Adds when a firing is delivered: `"delivered":"2013-01-02T12:00:00Z"`, null for never, `"waiting":true` if it is open
  private func add(_ delivery: FiringDelivery, _ json: inout JSONText) {
    switch delivery {
    case .immediate: break
    case .waiting: json.member("waiting", raw: "true")
    case .later(let instant): json.member("delivered", string: instant.rfc3339)
    case .superseded, .answered, .expired: json.member("delivered", raw: "null")
    }
  }

  /// The words on the delivery of a firing; `nil` if it is immediate
  private func words(on delivery: FiringDelivery) -> String? {
    switch delivery {
    case .immediate: nil
    case .waiting: "still waiting to be delivered"
    case .later(let instant): "delivered at \(readable.local(instant))"
    case .superseded: "replaced by a later one"
    case .answered: "answered before it was delivered"
    case .expired: "expired before it was delivered"
    }
  }

  /// The line of a firing behind its time, with its end
  private func tail(_ firing: Firing) -> [UInt8] {
    // The row and the delivery are added if there are such; a text that is the name says nothing new.
    let row = firing.row.map { " [\(readable.text(of: $0))]" } ?? ""
    let delivered = words(on: firing.delivery).map { " (\($0))" } ?? ""
    let text = firing.text == firing.opp ? "" : ": \(firing.text ?? "")"
    return console.printable(
      "\(console.styled(firing.opp, .strong))\(row)\(text)\(delivered)") + [0x0A]
  }

  /// Prints a record: `2026-06-03 09:00:00  R records chores { id: "a", done: false }`
  ///
  /// It has the fields that are given; one whose value is unknown is `?`, and null for programs.
  private func print(_ record: Record) {
    let table = graph.tables[Int(record.table.index)]
    let fields = zip(zip(table.fields, record.row), record.isGiven).filter { $0.1 }.map { $0.0 }
    guard isJSON else {
      // As rules and tests write a row.
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

  /// Recipients as an array, also if there is one
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

  /// Prints a truth a line
  ///
  /// ```
  /// A dry spell ends
  ///   unknown  2013-01-01 00:00:00 .. 04:00:00  because weather.rain: no reading yet
  ///   false    2013-01-01 04:00:00 .. 2013-02-01 01:00:00
  ///   true     2013-02-01 01:00:00 .. 04:00:00
  /// ```
  ///
  /// An interval ends before its second time; the date is left out if it is that of the first.
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

  /// Prints a value a line
  ///
  /// ```
  /// free
  ///   2013-01-02 08:00:00 .. 09:30:00  1d9h30min, falling by 1s a second
  ///   2013-01-02 09:30:00 .. 09:45:00  0s
  /// {"type":"value","expression":"free","value":120600,"per_second":-1,"from":"2013-01-02T13:00:00Z","to":…}
  /// ```
  ///
  /// `per_second` is in base units, and left out if the value does not drift.
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

  /// A value with its drift: `1d9h30min, falling by 1s a second`
  private func text(of stretch: ValueStretch, _ type: ValueType) -> String {
    guard let value = stretch.value else {
      return "unknown, because \(words(stretch.reasons).joined(separator: "; "))"
    }
    var text = readable.text(of: value, type: type)
    if stretch.isMoving {
      text += ", moving"
    } else if stretch.perSecond != 0 {
      let verb = stretch.perSecond < 0 ? "falling" : "rising"
      // An instant moves by a duration; other types by values of their own.
      let rate: ValueType = type == .instant || type == .timeOfDay ? .duration : type
      text +=
        ", \(verb) by \(readable.text(of: .scalar(stretch.perSecond.magnitude), type: rate)) a second"
    }
    return text
  }

  // MARK: - One instant

  /// One line of `--at`
  ///
  /// `temp is 3.3°C`, `Milk 🥛 is false`
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

  /// The truth of a Bool's value; nil is unknown
  private func truth(of value: Value?) -> Truth {
    guard case .truth(let isTrue)? = value else { return .unknown }
    return isTrue ? .true : .false
  }

  // MARK: - Words

  /// Adds the Opp with its row, or the expression
  private func add(_ subject: Subject, _ json: inout JSONText) {
    switch subject {
    case .opp(let name, let row):
      json.member("opp", string: name)
      if let row { json.member("row", raw: readable.json(of: row)) }
    case .expression(let text): json.member("expression", string: text)
    }
  }

  /// The name of an Opp with the key of its row, or the expression as it was given
  private func heading(of subject: Subject) -> String {
    switch subject {
    case .opp(let name, let row):
      console.styled(name, .strong) + (row.map { " [\(readable.text(of: $0))]" } ?? "")
    case .expression(let text): console.styled(text, .strong)
    }
  }

  /// `2013-01-02 08:00:00 .. 09:30:00`
  private func period(_ from: Instant, _ to: Instant) -> String {
    let end = readable.local(to, after: from)
    return "\(readable.local(from)) .. \(end)"
  }

  /// The reasons why a value is unknown, in words: `weather.rain: no reading yet`
  package func words(_ reasons: [UnknownReason]) -> [String] {
    reasons.map { $0.message(in: graph, zone: readable.zone) }
  }

  /// The truth as the formats write it
  private func name(of truth: Truth) -> String {
    switch truth {
    case .true: "true"
    case .false: "false"
    case .unknown: "unknown"
    }
  }

  /// The truth in colour, as wide as the longest, `unknown`
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
