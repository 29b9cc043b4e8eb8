internal import OppModel

/// The leaves: constants, the clock, the sun, and the readings of sources
struct LeafEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// A quantity of the sun at a place, where that is known
  func sun(_ field: SunField, _ place: Reading, _ evaluator: inout Evaluator) -> Reading {
    guard let position = evaluator.pool.position(place) else { return .unknown(until: place.until) }
    return evaluator.suns.reading(field, at: second, position, evaluator.zone).bounded(
      by: place.until)
  }

  // MARK: Sources

  /// A field of a source, for the arguments that its operands give
  ///
  /// The leaf follows the subject of its present arguments: `stock(want, "milk").count` reads `stock(Lidl, milk)` while
  /// `want` is Lidl. A stale subject is unknown until something arrives, which marks the leaf.
  func sourceReading(
    request: RequestID, field: Int, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    guard evaluator.graph.requests.has(request) else { return .unknown }
    if ahead == nil, evaluator.graph.requests[request].arguments.isEmpty,
      let subject = evaluator.facts.sources.subjectOfLeaf[instance],
      let reading = evaluator.facts.sources.subjects[subject].steadyReading(
        of: field, at: evaluator.now)
    {
      return reading
    }
    let (found, argumentsUntil) = subject(request, &ahead, &evaluator)
    guard let found else { return .unknown(until: argumentsUntil) }
    if ahead == nil { follow(found, &evaluator) }
    evaluator.expire(found)
    // Read in place: a copy of the subject would count the owners of all that it has.
    guard evaluator.facts.sources.subjects[found].isFresh else {
      let isOpen = ahead?.forgetsReadings == true && second <= evaluator.now
      return .unknown(until: isOpen ? Seconds.add(second, 1) : argumentsUntil)
    }
    if let schedule = evaluator.facts.sources.subjects[found].schedule {
      return scheduled(schedule, of: evaluator.graph.requests[request].source, field, &evaluator)
    }
    guard field >= 0, field < evaluator.facts.sources.subjects[found].fields.count else {
      return .unknown
    }
    if ahead?.forgetsReadings == true {
      guard second <= evaluator.now else { return .unknown }
      return evaluator.facts.sources.subjects[found].fields[field].bounded(
        by: Seconds.add(second, 1))
    }
    return evaluator.facts.sources.subjects[found].fields[field].bounded(by: argumentsUntil)
  }

  /// The subject of a request; nil where one of its arguments is unknown
  fileprivate func subject(
    _ request: RequestID, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (subject: SubjectID?, until: Int64) {
    if evaluator.graph.requests[request].arguments.isEmpty,
      let known = evaluator.facts.sources.subjectOfLeaf[instance]
    {
      return (known, Seconds.never)
    }
    let request = evaluator.graph.requests[request]
    var arguments: [Value?] = []
    var until = Seconds.never
    var index = 0
    for argument in request.arguments {
      guard argument != nil else {
        arguments.append(nil)
        continue
      }
      let reading = evaluator.operand(index, instance, &ahead)
      index += 1
      until = min(until, reading.until)
      guard let value = evaluator.pool.value(reading) else { return (nil, reading.until) }
      arguments.append(value)
    }
    return (evaluator.facts.subjectIndex(request.source, arguments, evaluator.graph), until)
  }

  /// Makes a leaf follow a subject from now on
  private func follow(_ subject: SubjectID, _ evaluator: inout Evaluator) {
    guard evaluator.facts.sources.subjectOfLeaf[instance] != subject else { return }
    if let before = evaluator.facts.sources.subjectOfLeaf[instance] {
      evaluator.facts.sources.subjects[before].leaves.removeAll { $0 == instance }
    }
    evaluator.facts.sources.subjectOfLeaf[instance] = subject
    evaluator.facts.sources.subjects[subject].leaves.append(instance)
    ArrivalIntake().markAges(of: instance, &evaluator)
    if evaluator.facts.sources.subjects[subject].leaves.count == 1 {
      evaluator.awaitExpiry(of: subject)
    }
  }

  /// `busy` and `free` of a calendar known ahead
  ///
  /// With an event from 12:30 to 14:10 and none after it, `free` is at 12:00 1800 s, falling, until 12:30; at 12:30 it
  /// is 0 until 14:10; from there on it is 315 360 000 s, which is 3650 days, as long as nothing is known to end it.
  private func scheduled(
    _ schedule: Schedule, of source: SourceID, _ field: Int, _ evaluator: inout Evaluator
  ) -> Reading {
    guard let calendar = evaluator.graph.wellKnown.calendar, calendar.source == source else {
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

extension LeafEvaluation {
  // MARK: Ages

  /// The time since the latest reading that had the field that the operand reads
  func age(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let (latest, argumentsUntil) = latest(&ahead, &evaluator)
    var until = argumentsUntil
    if ahead?.forgetsReadings == true {
      guard second <= evaluator.now else { return .unknown }
      until = min(until, Seconds.add(second, 1))
    }
    guard let latest else { return .unknown(until: until) }
    return .drifting(Double(Seconds.subtract(second, latest)), perSecond: 1, until: until)
  }

  /// The age at a second for which a reading of it holds
  ///
  /// - Parameter reading: that of the second of `ahead`; the present one without it.
  func age(_ reading: Reading, _ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Double {
    if let start = ahead?.second { return reading.first + Double(Seconds.subtract(second, start)) }
    guard let latest = latest(&ahead, &evaluator).second else { return .nan }
    return Double(Seconds.subtract(second, latest))
  }

  /// The second of the latest reading that had the field that the operand reads; nil where none had
  private func latest(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (second: Int64?, until: Int64) {
    let leaf = evaluator.instances.operand(0, of: instance)
    let template = evaluator.instances.template[leaf]
    guard case .reading(let request, let field) = evaluator.code[template].instruction,
      evaluator.graph.requests.has(request)
    else { return (nil, Seconds.never) }
    let (subject, until) = LeafEvaluation(leaf, second).subject(request, &ahead, &evaluator)
    guard let subject else { return (nil, until) }
    return (evaluator.facts.sources.subjects[subject].latest(of: Int(field)), until)
  }
}
