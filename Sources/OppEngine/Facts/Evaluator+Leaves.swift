internal import OppModel

/// The leaves: constants, the clock, the sun, and the readings of sources
extension Evaluator {
  /// The value that a node of the graph is
  mutating func constant(_ template: Int) -> Reading {
    guard template < graph.nodes.count, case .constant(let value) = graph.nodes[template].operation
    else { return .unknown }
    return pool.reading(value)
  }

  /// A quantity of the sun at a place, where that is known
  mutating func sun(_ field: SunField, _ place: Reading, at second: Int64) -> Reading {
    guard let position = pool.position(place) else { return .unknown(until: place.until) }
    return suns.reading(field, at: second, position, zone).bounded(by: place.until)
  }

  // MARK: Sources

  /// A field of a source, for the arguments that its operands give
  ///
  /// The leaf follows the subject of its present arguments: `stock(want, "milk").count` reads `stock(Lidl, milk)` while
  /// `want` is Lidl. A stale subject is unknown until something arrives, which marks the leaf.
  mutating func sourceReading(
    _ instance: Int32, request: Int, field: Int, _ second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    guard graph.requests.indices.contains(request) else { return .unknown }
    let (found, argumentsUntil) = subject(instance, request, &ahead)
    guard let found else { return .unknown(until: argumentsUntil) }
    if ahead == nil { follow(instance, found) }
    let place = Int(found)
    expire(place)
    // Read in place: a copy of the subject would count the owners of all that it has.
    guard sources.subjects[place].isFresh else {
      let isOpen = ahead?.forgetsReadings == true && second <= now
      return .unknown(until: isOpen ? Seconds.add(second, 1) : argumentsUntil)
    }
    if let schedule = sources.subjects[place].schedule {
      return scheduled(schedule, of: graph.requests[request].source, field, at: second)
    }
    guard field >= 0, field < sources.subjects[place].fields.count else { return .unknown }
    if ahead?.forgetsReadings == true {
      guard second <= now else { return .unknown }
      return sources.subjects[place].fields[field].bounded(by: Seconds.add(second, 1))
    }
    return sources.subjects[place].fields[field].bounded(by: argumentsUntil)
  }

  /// The subject of a request; nil where one of its arguments is unknown
  private mutating func subject(
    _ instance: Int32, _ request: Int, _ ahead: inout Ahead?
  ) -> (subject: Int32?, until: Int64) {
    if graph.requests[request].arguments.isEmpty, let known = sources.subjectOfLeaf[instance] {
      return (known, Seconds.never)
    }
    let request = graph.requests[request]
    var arguments: [Value?] = []
    var until = Seconds.never
    var index = 0
    for argument in request.arguments {
      guard argument != nil else {
        arguments.append(nil)
        continue
      }
      let reading = operand(index, instance, &ahead)
      index += 1
      until = min(until, reading.until)
      guard let value = pool.value(reading) else { return (nil, reading.until) }
      arguments.append(value)
    }
    return (subjectIndex(request.source, arguments), until)
  }

  /// The index of a subject, with as many fields as its source has
  mutating func subjectIndex(_ source: SourceID, _ arguments: [Value?]) -> Int32 {
    let index = Int(source.index)
    let count = graph.sources.indices.contains(index) ? graph.sources[index].fields.count : 0
    return sources.subject(source, arguments, fields: count)
  }

  /// Makes a leaf follow a subject from now on
  private mutating func follow(_ instance: Int32, _ subject: Int32) {
    guard sources.subjectOfLeaf[instance] != subject else { return }
    if let before = sources.subjectOfLeaf[instance] {
      sources.subjects[Int(before)].leaves.removeAll { $0 == instance }
    }
    sources.subjectOfLeaf[instance] = subject
    sources.subjects[Int(subject)].leaves.append(instance)
    if sources.subjects[Int(subject)].leaves.count == 1 { awaitExpiry(of: Int(subject)) }
  }

  /// `busy` and `free` of a calendar known ahead
  ///
  /// With an event from 12:30 to 14:10 and none after it, `free` is at 12:00 1800 s, falling, until 12:30; at 12:30 it
  /// is 0 until 14:10; from there on it is 315 360 000 s, which is 3650 days, as long as nothing is known to end it.
  private func scheduled(
    _ schedule: Schedule, of source: SourceID, _ field: Int, at second: Int64
  ) -> Reading {
    guard let calendar = graph.wellKnown.calendar, calendar.source == source else {
      return .unknown
    }
    let stretch = schedule.stretch(Instant(seconds: second))
    let end = max(stretch.to.seconds, Seconds.add(second, 1))
    if field == calendar.busy { return .truth(stretch.isBusy, until: end) }
    guard field == calendar.free else { return .unknown }
    if stretch.isBusy { return .scalar(0, until: end) }
    let left = Seconds.subtract(end, second)
    if left > Self.longestFree {
      return .scalar(Double(Self.longestFree), until: Seconds.move(end, by: -Self.longestFree))
    }
    return .drifting(Double(left), perSecond: -1, until: end)
  }

  /// The greatest value of `free`: 3650 days
  private static let longestFree: Int64 = 3650 * 86_400

  // MARK: Rows

  /// A field of a row, or, where the row has left its table, the last value of the field
  ///
  /// Only its own Opp reads it then, for a text about the row as it was: every list is without the row.
  mutating func rowField(_ row: Int32, _ field: Int) -> Reading {
    guard row >= 0 else { return .unknown }
    let state = rows[Int(row)]
    guard tables[Int(state.table)].isKnown, state.fields.indices.contains(field)
    else { return .unknown }
    return state.fields[field]
  }

  /// The row itself, whether or not it is in its table
  func rowIdentity(_ row: Int32) -> Reading {
    row >= 0 ? .object(rows[Int(row)].object) : .unknown
  }

  /// Whether a row is in its table; unknown where the table is
  mutating func rowPresence(_ row: Int32, _ template: Int) -> Reading {
    guard row >= 0, tables[Int(rows[Int(row)].table)].isKnown else { return .unknown }
    return .truth(rows[Int(row)].isPresent)
  }

  /// A field of the row that a reading is; unknown once the row has left its table
  mutating func rowPart(_ reading: Reading, _ field: Int) -> Reading {
    guard case .row(let id)? = pool.object(reading),
      tables.indices.contains(Int(id.table.index)),
      let row = tables[Int(id.table.index)].rowOfKey[id.key], rows[Int(row)].isPresent
    else { return .unknown(until: reading.until) }
    return rowField(row, field).bounded(by: reading.until)
  }
}
