internal import OppEngine
internal import OppModel

/// Writes the arrivals of a random recording
struct RandomArrivals {
  let graph: ConditionGraph
  let from: Instant
  let length: Int64
  var random: SplitMix64
  private var arrivals: [ReferenceArrival] = []

  init(graph: ConditionGraph, from: Instant, length: Int64, random: SplitMix64) {
    self.graph = graph
    self.from = from
    self.length = length
    self.random = random
  }

  /// In the order of time; of one second, in the order in which they were written
  func sorted() -> [ReferenceArrival] {
    arrivals.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
  }

  private mutating func add(_ arrival: Arrival, at second: Int64) {
    arrivals.append(ReferenceArrival(at: from.advanced(by: second), arrival: arrival))
  }

  // MARK: Readings

  /// Readings of every source that the graph asks for, with the arguments that it asks
  mutating func writeReadings() {
    var subjects: Set<Request> = []
    for request in graph.requests {
      let name = graph.sources[Int(request.source.index)].name
      if ["clock", "sun", "calendar"].contains(name) { continue }
      if subjects.insert(request).inserted { writeReadings(of: request) }
    }
  }

  private mutating func writeReadings(of request: Request) {
    let source = graph.sources[Int(request.source.index)]
    var arguments: [Value?] = []
    for argument in request.arguments {
      if let argument {
        // What depends on the second has no reading here, and is unknown.
        guard case .constant(let value) = graph[argument].operation else { return }
        arguments.append(value)
      } else {
        arguments.append(nil)
      }
    }
    let neverRead = source.fields.map { _ in random.oneIn(30) }
    let usual = random.pick([15, 60, 200, 400])
    var last: [FieldReading] = source.fields.map { _ in .missing }
    var second = Int64(random.number(in: 0...usual))
    while second < length {
      for index in source.fields.indices {
        if neverRead[index] {
          last[index] = .neverRead
        } else if random.oneIn(10) {
          last[index] = .missing
        } else if last[index] == .missing || random.oneIn(2) {
          last[index] = .known(value(source.fields[index].type))
        }
      }
      add(
        .reading(
          SourceReading(
            source: request.source, arguments: arguments, instant: from.advanced(by: second),
            fields: last, freshness: random.oneIn(20) ? 30 : nil, isLasting: false)), at: second)
      let gap = random.oneIn(12) ? usual * 6 : usual
      second += Int64(random.number(in: 1...gap * max(1, Int(length) / 20_000)))
    }
  }

  /// A value that conditions are likely to tell apart
  mutating func value(_ type: ValueType) -> Value {
    let soon = Int64(random.number(in: -1800...Int(length) + 1800))
    switch type {
    case .bool: return .truth(random.oneIn(2))
    case .number: return .scalar(Double(random.number(in: -4...18)) / 2)
    case .percent: return .scalar(Double(random.number(in: 0...10)) * 10)
    case .text: return .text(random.pick(["alpha", "Beta", "gamma ray", "", "ann", "ben"]))
    case .duration: return .scalar(Double(random.number(in: 0...40) * 30))
    case .length: return .scalar(Double(random.number(in: 0...15) * 100))
    case .speed: return .scalar(Double(random.number(in: 0...20)) / 3.6)
    case .temperature: return .scalar(Double(random.number(in: 60...300)) / 10)
    case .temperatureDifference: return .scalar(Double(random.number(in: -50...50)) / 10)
    case .pressure: return .scalar(Double(random.number(in: 990...1030)))
    case .angle: return .scalar(Double(random.number(in: 0...23)) * 15)
    case .elevation: return .scalar(Double(random.number(in: -18...18)) * 5)
    case .measure: return .scalar(Double(random.number(in: -4...40)) * 50)
    case .money: return .scalar(Double(random.number(in: -50...1000)))
    case .timeOfDay:
      return .scalar(Double((from.seconds + soon) % 86_400 / 60 * 60))
    case .date: return .scalar(Double(from.seconds / 86_400 + Int64(random.number(in: -1...1))))
    case .instant: return .scalar(Double(from.seconds + soon))
    case .weekday: return .scalar(Double(random.number(in: 0...6)))
    case .month: return .scalar(Double(random.number(in: 1...12)))
    case .position, .place: return .position(position())
    case .colour: return .scalar(0xFF0000)
    case .enumeration(let id):
      let cases = graph.enumerations[Int(id.index)].cases.count
      return .scalar(Double(random.number(in: 0...min(cases - 1, 4))))
    case .row, .list: return .list([])
    }
  }

  /// Somewhere within three kilometres
  private mutating func position() -> Position {
    Position(
      latitude: 52.52 + Double(random.number(in: -10...10)) / 1000,
      longitude: 13.40 + Double(random.number(in: -10...10)) / 1000)
      ?? Position(latitude: 0, longitude: 0)!
  }

  // MARK: The calendar, tables and places

  /// Random busy stretches, known ahead; maybe replaced by others later
  mutating func writeCalendar() {
    if random.oneIn(8) { return }
    add(.schedule(schedule()), at: random.oneIn(6) ? length / 3 : 0)
    if random.oneIn(6) { add(.schedule(schedule()), at: length / 2) }
  }

  private mutating func schedule() -> Schedule {
    var turns: [Int64] = []
    var second = from.seconds - Int64(random.number(in: 0...7200))
    let far = from.seconds + length + 7200
    while second < far {
      second += Int64(random.number(in: 1...Int(length / 3 + 600)))
      turns.append(second)
    }
    if turns.count % 2 == 1 { turns.removeLast() }
    let sorted = turns
    return Schedule { instant in
      // Busy from every turn of even index to the next one.
      let next = sorted.firstIndex { $0 > instant.seconds } ?? sorted.count
      return Schedule.Stretch(
        isBusy: next % 2 == 1,
        from: next == 0 ? .distantPast : Instant(seconds: sorted[next - 1]),
        to: next == sorted.count ? .distantFuture : Instant(seconds: sorted[next]))
    }
  }

  /// Rows of every table, also of some that rules record into: some at the beginning, then changes
  mutating func writeTables() {
    let recorded = Set(graph.rules.compactMap { $0.record?.table })
    for index in graph.tables.indices {
      let id = TableID(index: Int32(index))
      let table = graph.tables[index]
      if table.isComputed || table.firings != nil { continue }
      if random.oneIn(recorded.contains(id) ? 2 : 8) { continue }
      var keys: [[Value?]] = []
      for name in ["a", "b", "c", "d"] {
        keys.append(row(table, name))
      }
      var second = random.oneIn(5) ? length / 4 : 0
      add(rows(id, keys.filter { _ in random.oneIn(2) }, []), at: second)
      for _ in 0..<random.number(in: 0...8) {
        second += Int64(random.number(in: 1...Int(length / 4)))
        if second >= length { break }
        let some = random.pick(keys)
        let key = table.key.compactMap { some[$0] }
        if random.oneIn(3) {
          add(rows(id, [], [key]), at: second)
        } else {
          var changed = row(table, "x")
          for index in table.key { changed[index] = some[index] }
          add(rows(id, [changed], []), at: second)
        }
      }
    }
  }

  private func rows(_ table: TableID, _ rows: [[Value?]], _ removed: [[Value]]) -> Arrival {
    .rows(TableChange(table: table, rows: rows, removedKeys: removed))
  }

  private mutating func row(_ table: Table, _ name: String) -> [Value?] {
    table.fields.indices.map { index in
      let isKey = table.key.contains(index)
      let type = table.fields[index].type
      if isKey && type == .text { return .text(name) }
      return !isKey && random.oneIn(10) ? nil : value(type)
    }
  }

  /// Answers to Opps, and to some of their rows, at times that firings are likely to be of
  mutating func writeAnswers() {
    guard !graph.rules.isEmpty, random.oneIn(2) else { return }
    for _ in 0..<random.number(in: 1...8) {
      let answer = random.pick([Answer.snoozed, .snoozed, .dismissed, .done])
      let second = Int64(random.number(in: 0...Int(length) - 1))
      let end = from.advanced(by: second + Int64(random.pick([0, 1, 45, 420])))
      let until = random.oneIn(3) ? end : nil
      add(
        .answer(
          GivenAnswer(
            opp: random.pick(graph.rules.map(\.name)),
            row: random.oneIn(4) ? random.pick(["a", "b", "c"]) : nil, answer: answer,
            until: answer == .snoozed ? until : nil)), at: second)
    }
  }

  mutating func writePlaces() {
    if !random.oneIn(6) { add(.address(text: "Depot Street", position: position()), at: 0) }
    if random.oneIn(2) { add(.address(text: "No Such Road", position: nil), at: 0) }
    if random.oneIn(6) { return }
    var places: [KnownPlace] = []
    for name in ["One", "Two", "Three"] {
      places.append(KnownPlace(name: name, category: "shop", position: position()))
    }
    add(.places(places), at: 0)
    // As one walks on, a service finds others, or none.
    for _ in 0..<2 where random.oneIn(3) {
      let found =
        random.oneIn(3) ? [] : [KnownPlace(name: "Four", category: "shop", position: position())]
      add(
        .places(found, category: random.oneIn(4) ? "museum" : "shop"),
        at: Int64(random.number(in: 0...Int(length) - 1)))
    }
  }

  /// Now and then something cannot be read any more
  mutating func writeFailures() {
    for name in ["sensor", "meter", "weather", "location", "calendar", "chores"]
    where random.oneIn(10) {
      add(
        .unavailable(name: name, reason: "the service answered 500"),
        at: Int64(random.number(in: 0...Int(length) - 1)))
    }
  }
}
