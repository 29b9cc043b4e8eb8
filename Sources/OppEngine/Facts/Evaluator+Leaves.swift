internal import OppModel

/// The leaves: constants, the clock, the sun, and the readings of sources
extension Evaluator {
  /// A quantity of the sun at a place, unknown if the place is
  mutating func sun(_ field: SunField, over place: Reading) -> Reading {
    guard let position = pool.position(place) else { return .unknown(until: place.until) }
    return suns.reading(field, at: moment.second, position, zone).bounded(by: place.until)
  }

  // MARK: Sources

  /// A field of a source, for the arguments that its operands give
  ///
  /// The leaf follows the subject of its present arguments: `stock(want, "milk").count` reads `stock(Lidl, milk)` while
  /// `want` is Lidl. A stale subject is unknown until something arrives, which marks the leaf.
  mutating func sourceReading(_ instance: InstanceID, request: RequestID, field: Int) -> Reading {
    let second = moment.second
    guard graph.requests.has(request) else { return .unknown }
    if moment.isPresent, graph.requests[request].arguments.isEmpty,
      let subject = facts.sources.subjectOfLeaf[instance],
      let reading = facts.sources.subjects[subject].steadyReading(of: field, at: now)
    {
      return reading
    }
    let (found, argumentsUntil) = subject(of: request, readBy: instance)
    guard let found else { return .unknown(until: argumentsUntil) }
    if moment.isPresent { follow(found, by: instance) }
    expire(found)
    // Read in place: a copy of the subject would count the owners of all that it has.
    guard facts.sources.subjects[found].isFresh else {
      let isOpen = moment.forgetsReadings && second <= now
      return .unknown(until: isOpen ? Seconds.add(second, 1) : argumentsUntil)
    }
    if let schedule = facts.sources.subjects[found].schedule {
      return scheduled(schedule, of: graph.requests[request].source, field)
    }
    guard field >= 0, field < facts.sources.subjects[found].fields.count else {
      return .unknown
    }
    if moment.forgetsReadings {
      guard second <= now else { return .unknown }
      return facts.sources.subjects[found].fields[field].bounded(by: Seconds.add(second, 1))
    }
    return facts.sources.subjects[found].fields[field].bounded(by: argumentsUntil)
  }

  /// The subject of a request, or `nil` if one of its arguments is unknown
  private mutating func subject(of request: RequestID, readBy instance: InstanceID) -> (
    subject: SubjectID?, until: Int64
  ) {
    if graph.requests[request].arguments.isEmpty,
      let known = facts.sources.subjectOfLeaf[instance]
    {
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
      let reading = operand(index, of: instance)
      index += 1
      until = min(until, reading.until)
      guard let value = pool.value(reading) else { return (nil, reading.until) }
      arguments.append(value)
    }
    return (facts.subjectIndex(request.source, arguments, graph), until)
  }

  /// Makes a leaf follow a subject from now on
  private mutating func follow(_ subject: SubjectID, by instance: InstanceID) {
    guard facts.sources.subjectOfLeaf[instance] != subject else { return }
    if let before = facts.sources.subjectOfLeaf[instance] {
      facts.sources.subjects[before].leaves.removeAll { $0 == instance }
    }
    facts.sources.subjectOfLeaf[instance] = subject
    facts.sources.subjects[subject].leaves.append(instance)
    markAges(of: instance)
    if facts.sources.subjects[subject].leaves.count == 1 {
      awaitExpiry(of: subject)
    }
  }

  /// `busy` and `free` of a calendar known ahead
  ///
  /// With an event from 12:30 to 14:10 and none after it, `free` is at 12:00 1800 s, falling, until 12:30; at 12:30 it
  /// is 0 until 14:10; from there on it is 315 360 000 s, which is 3650 days, as long as nothing is known to end it.
  private mutating func scheduled(_ schedule: Schedule, of source: SourceID, _ field: Int)
    -> Reading
  {
    let second = moment.second
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
}

extension Evaluator {
  // MARK: Ages

  /// The time since the latest reading that had the field that the operand reads
  mutating func age(_ instance: InstanceID) -> Reading {
    let second = moment.second
    let (latest, argumentsUntil) = latest(instance)
    var until = argumentsUntil
    if moment.forgetsReadings {
      guard second <= now else { return .unknown }
      until = min(until, Seconds.add(second, 1))
    }
    guard let latest else { return .unknown(until: until) }
    return .drifting(Double(Seconds.subtract(second, latest)), perSecond: 1, until: until)
  }

  /// The age at a second for which a reading of it holds
  ///
  /// - Parameter reading: the age at the moment.
  mutating func age(_ instance: InstanceID, _ reading: Reading, at second: Int64) -> Double {
    guard moment.isPresent else {
      return reading.first + Double(Seconds.subtract(second, moment.second))
    }
    guard let latest = latest(instance).second else { return .nan }
    return Double(Seconds.subtract(second, latest))
  }

  /// The second of the latest reading that had the field that the operand reads, or `nil` if none had
  private mutating func latest(_ instance: InstanceID) -> (second: Int64?, until: Int64) {
    let leaf = instances.operand(0, of: instance)
    let template = instances.template[leaf]
    guard case .reading(let request, let field) = code[template].instruction,
      graph.requests.has(request)
    else { return (nil, Seconds.never) }
    let (subject, until) = subject(of: request, readBy: leaf)
    guard let subject else { return (nil, until) }
    return (facts.sources.subjects[subject].latest(of: Int(field)), until)
  }
}
