import OppEngine
import OppModel
import OppTesting

/// Readings and rows near the numbers of conditions, within the laws of the prelude
struct RandomWorld {
  let graph: ConditionGraph
  var random: SplitMix64

  mutating func arrivals(at instant: Instant) -> [Arrival] {
    graph.requests.compactMap { reading(of: $0, at: instant) } + [agenda(at: instant)]
  }

  /// An instant near which the clock, the calendar or a date of the conditions turns
  mutating func instant() -> Instant {
    let days = [20_541, 20_540, 20_751, 20_512, 20_513, 20_515, 20_605, 20_454, 20_819, 20_820]
    let day = Int64(random.oneIn(3) ? random.number(in: 20_000...22_000) : random.pick(days))
    let minute = random.pick([0, 30, 59]) * 60
    let edge = random.pick([-1, 0, 1, 59])
    return Instant(
      seconds: day * 86_400 + Int64(random.number(in: 0...23) * 3600 + minute + edge))
  }

  private mutating func reading(of request: Request, at instant: Instant) -> Arrival? {
    let source = graph.sources[Int(request.source.index)]
    guard request.arguments.allSatisfy({ $0 == nil }) else { return nil }
    let isBusy = random.oneIn(2)
    let fields = source.fields.map { field -> FieldReading in
      if random.oneIn(9) { return .missing }
      switch (source.name, field.name) {
      case ("calendar", "busy"): return .known(.truth(isBusy))
      case ("calendar", "free"):
        return .known(.scalar(isBusy ? 0 : Double(random.pick([1, 1800, 3600, 7199, 7200, 7201]))))
      default: return value(of: field.type).map(FieldReading.known) ?? .missing
      }
    }
    return .reading(
      SourceReading(
        source: request.source, arguments: request.arguments.map { _ in nil }, instant: instant,
        fields: fields, freshness: nil, isLasting: true))
  }

  private mutating func value(of type: ValueType) -> Value? {
    switch type {
    case .bool: return .truth(random.oneIn(2))
    case .temperature:
      let base = random.pick([0.0, 5, 10, 15, 20, 25, 30, 40])
      return .scalar(base + random.pick([-0.5, 0, 0, 0, 0.5]))
    case .percent: return .scalar(random.pick([0, 50, 100]))
    case .speed: return .scalar(random.pick([0, 4.5, 5, 5.5, 10, 12]))
    case .enumeration: return .scalar(Double(random.pick([0, 1, 2, 5, 7])))
    case .position:
      return Position(
        latitude: random.pick([51.5, 51.5005, 51.505, 51.51, 52.5, 52.51]),
        longitude: random.pick([-0.12, 13.4, -0.11])
      ).map(Value.position)
    case .number, .length, .duration: return .scalar(random.pick([0, 1, 100, 1000]))
    case .pressure: return .scalar(1013)
    case .text, .timeOfDay, .date, .instant, .weekday, .month, .place, .colour, .row, .list,
      .temperatureDifference, .angle, .elevation, .measure, .money:
      return nil
    }
  }

  private mutating func agenda(at instant: Instant) -> Arrival {
    let index = graph.tableIndex(named: "agenda") ?? 0
    let rows = (0..<random.number(in: 0...2)).map { number -> [Value?] in
      let begins = instant.seconds + Int64(random.pick([-7200, -1, 0, 1, 3600, 3601, 9000]))
      let ends = begins + Int64(random.pick([0, 1, 3599, 3600, 7200]))
      return [
        .text("\(number)"), random.oneIn(5) ? nil : .text(random.pick(["a", "b"])),
        .scalar(Double(begins)), random.oneIn(6) ? nil : .scalar(Double(ends)), nil,
        random.oneIn(6) ? nil : .truth(random.oneIn(2)), .truth(false),
      ]
    }
    return .rows(
      TableChange(
        table: TableID(index: Int32(index)), rows: rows, removedKeys: [], isWhole: true))
  }
}
