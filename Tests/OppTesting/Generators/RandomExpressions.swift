/// Random well typed expressions as text
///
/// `depth` is how many operators may lie one in another; `steady` asks for a value that does not drift,
/// where the language wants one.
struct RandomExpressions {
  var random: SplitMix64

  /// The name of the row of `for each`, inside one
  var row: String?

  /// The names of the Opps whose firings may be read
  var opps: [String] = []

  /// `true` if times of day are often the first or the last of an hour
  private let hasEdges: Bool

  init(seed: UInt64) {
    hasEdges = seed >= LawSeeds.edges
    random = SplitMix64(seed: seed)
  }

  mutating func pick(_ texts: [String]) -> String { random.pick(texts) }

  /// A field of the row of `for each`, by its plain name or with the row before it
  mutating func field(_ name: String) -> String {
    guard let row else { return name }
    return pick(["\(row).\(name)", name])
  }

  // MARK: Conditions

  mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return simpleCondition() }
    switch random.number(in: 0...25) {
    case 25:
      return pick([
        "all(chores each \(rowCondition(1)))",
        "all(chores where \(rowCondition(1)) each \(rowCondition(1)))",
        "all([\(condition(depth - 1)), \(condition(depth - 1)), lit])",
        "all(\(gaps(depth - 1)) each length > 10min)",
      ])
    case 22:
      let length = "length \(pick(["<", ">="])) \(durationLiteral())"
      return "\(pick(["any", "none"]))(\(gaps(depth - 1)) where \(length))"
    case 23 where !opps.isEmpty:
      return "\(pick(["any", "none"]))(\(firings()) where \(firingCondition()))"
    case 24 where !opps.isEmpty:
      let counted = "count(\(firings()) where \(firingCondition()))"
      return "(\(counted) \(pick(["<", ">=", "=="])) \(random.number(in: 0...4)))"
    case 0: return "(not \(condition(depth - 1)))"
    case 1, 2: return "(\(condition(depth - 1)) and \(condition(depth - 1)))"
    case 3, 4: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
    case 5:
      let parts = (0..<3).map { _ in condition(depth - 1) }
      return "(if \(parts[0]) then \(parts[1]) else \(parts[2]))"
    case 6, 7: return "(\(condition(depth - 1)) for \(span()))"
    case 8, 9: return "(\(condition(depth - 1)) within last \(span()))"
    case 10: return "(\(foreseeable(depth - 1)) within next \(span()))"
    case 11: return "known(\(value(depth - 1)))"
    case 12: return "(\(condition(depth - 1)) otherwise \(condition(depth - 1)))"
    case 13: return "\(pick(["any", "none"]))(chores where \(rowCondition(depth)))"
    case 14: return "(\(counted(depth - 1)))"
    case 15: return "(\(condition(depth - 1)) until \(condition(depth - 1)))"
    case 16: return "ago(\(condition(depth - 1)), \(span()))"
    case 17: return "(\(condition(depth - 1)) within last \(reach()))"
    default: return comparison(depth)
    }
  }

  /// A count of conditions, or of rows for which one holds
  private mutating func counted(_ depth: Int) -> String {
    let bound = "\(pick(["at least", "at most", "exactly"])) \(random.number(in: 0...4))"
    if random.oneIn(4) { return "\(bound) of chores.done" }
    let parts = (0..<random.number(in: 1...5)).map { _ in condition(depth) }
    return "\(bound) of [\(parts.joined(separator: ", "))]"
  }

  private mutating func simpleCondition() -> String {
    var simple = [
      "lit", "busy", "daylight", "raining", "meter.heating", "meter(\"attic\").heating",
      "mode == bike", "mode in [foot, car]", "mode >= bike", "mode in foot..bike", "mode < car",
      "max(mode, last 5min) == car", "max(mode, bike) > bike",
      "sun.elevation > 10deg", "sun.azimuth in 90deg..200deg", "sky in [clear, clouds]",
      "sky != rain",
      "label contains \"a\"", "label starts with \"al\"", "label ends with upper(\"a\")",
      "label == \"alpha\"", "any(chores.done)", "weekday in mon..thu",
      "weekday in sat..mon", "bearing in 315deg..45deg", "bearing in 30deg..195deg",
      "bearing != 90deg", "ago(label, \(span())) == label", "ago(sky, \(span())) == rain",
      "ago(upper(label), \(span())) contains \"A\"", "month in nov..feb",
      "today in 2026-03-29..2026-10-25",
    ]
    if row != nil {
      simple += [field("done"), "\(field("effort")) > 3", "\(field("owner")) == \"ann\""]
    }
    return "(\(pick(simple)))"
  }

  /// Firings of one Opp, or of all
  private mutating func firings() -> String {
    random.oneIn(3) ? "firings" : "firings(\"\(random.pick(opps))\")"
  }

  /// A condition on a firing
  private mutating func firingCondition() -> String {
    pick([
      "answer == unanswered", "answer == done", "answer != snoozed", "at >= today + 0:00",
      "now - at < 7min", "row == \"a\"", "answer in [done, dismissed] and now - answered < 10min",
      "text contains \"1\"",
    ])
  }

  /// The times that rows leave free
  mutating func gaps(_ depth: Int) -> String {
    let from = pick(["today + \(timeLiteral())", "moment", instant(depth, steady: true)])
    let to = pick(["moment + 3h", "tomorrow + \(timeLiteral())", "(today + \(timeLiteral()))"])
    let lists = (0..<random.number(in: 1...3)).map { _ in
      pick([
        "visits", "visits where planned", "agenda where busy", "forecast where raining",
        "visits where ends > begins and lit",
      ])
    }
    let daily = random.oneIn(3) ? ", daily: \(timeLiteral())..\(timeLiteral())" : ""
    return "gaps(\(from)..\(to), \(lists.joined(separator: ", "))\(daily))"
  }

  /// A condition over what is known ahead
  private mutating func foreseeable(_ depth: Int) -> String {
    let simple = [
      "busy", "(not busy)", "(free >= 10min)", "(free < 45min)", "sun(@52.52,13.40).daylight",
      "(time in \(timeLiteral())..\(timeLiteral()))", "(weekday == sun)",
      "(busy for 5min)", "(busy within last 3min)", "(time >= sun(@52.52,13.40).sunset)",
      "(sun(@52.52,13.40).elevation >= \(random.number(in: -6...12) * 5)deg)",
      "(sun(@-23.1,13.40).azimuth in \(random.number(in: 0...23) * 15)deg..\(random.number(in: 0...23) * 15)deg)",
    ]
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...4) {
    case 0: return "(\(foreseeable(depth - 1)) and \(foreseeable(depth - 1)))"
    case 1: return "(\(foreseeable(depth - 1)) or \(foreseeable(depth - 1)))"
    case 2: return "(\(foreseeable(depth - 1)) for \(span()))"
    default: return pick(simple)
    }
  }

  private mutating func comparison(_ depth: Int) -> String {
    let sign = pick(["<", "<=", ">", ">=", "<", "<=", ">", ">=", "==", "!="])
    switch random.number(in: 0...23) {
    case 19: return "(\(ratio(depth - 1)) \(sign) \(pick(["25%", "57.3%", "-10%"])))"
    case 20: return "(\(ratio(depth - 1)) \(sign) \(percent(depth - 1)))"
    case 21: return "(\(ratio(depth - 1)) in \(pick(["20%", "share"]))..\(pick(["90%", "clouds"])))"
    case 22:
      return
        "(\(ratio(depth - 1)) \(pick(["in", "not in"])) [50%, \(percent(depth - 1)), \(ratio(0))])"
    case 23:
      return pick([
        "(share in (chores each effort / 4))", "(level / 4 in distinct(chores each effort * 10%))",
        "(share in [\(ratio(0)), \(ratio(0))])", "([25%, share] contains \(ratio(depth - 1)))",
      ])
    case 18:
      let list = "[\(number(depth - 1)), level, \(numberLiteral())]"
      return "\(pick(["any", "none"]))(\(list) as x where x \(sign) \(numberLiteral()))"
    case 16: return "(\(energy(depth - 1)) \(sign) \(pick(["20Wh", "0.1kWh", "0Wh"])))"
    case 17: return "(\(money(depth - 1)) \(sign) \(pick(["2.50EUR", "0EUR", "3.33EUR"])))"
    case 0: return "(\(number(depth - 1)) \(sign) \(numberLiteral()))"
    case 1: return "(\(number(depth - 1)) \(sign) \(number(depth - 1)))"
    case 2: return "(\(duration(depth - 1)) \(sign) \(durationLiteral()))"
    case 3: return "(\(duration(depth - 1)) \(sign) \(duration(depth - 1)))"
    case 4: return "(\(length(depth - 1)) \(sign) \(length(depth - 1)))"
    case 5: return "(\(speed(depth - 1)) \(sign) \(speed(depth - 1)))"
    case 6: return "(\(temperature(depth - 1)) \(sign) \(pick(["10C", "68F", "12.5C"])))"
    case 7: return "(\(temperatureDifference(depth - 1)) \(sign) \(pick(["0C", "2C", "3.5C"])))"
    case 8: return "(\(timeOfDay(depth - 1)) \(sign) \(timeOfDay(depth - 1)))"
    case 9: return "(\(instant(depth - 1)) \(sign) \(instant(depth - 1)))"
    case 10: return "(\(date(depth - 1)) \(sign) \(date(depth - 1)))"
    case 11:
      let ends = (0..<2).map { _ in timeOfDay(0, steady: true) }
      return "(\(timeOfDay(depth - 1)) in \(ends[0])..\(ends[1]))"
    case 12:
      let (low, high) = (random.number(in: -2...3), random.number(in: 4...9))
      return "(\(number(depth - 1)) in \(low)..\(high))"
    case 13:
      let ends = (0..<2).map { _ in instant(depth - 1, steady: true) }
      return "(\(instant(depth - 1)) in \(ends[0])..\(ends[1]))"
    case 14: return "(near \(place()) within \(pick(["0.15km", "1km", "2.5km"])))"
    default: return "(\(percent(depth - 1)) \(sign) \(pick(["25%", "50%", "80%"])))"
    }
  }

  /// A condition on the row inside `where`, which has no past
  mutating func rowCondition(_ depth: Int) -> String {
    let simple = [
      "done", "(not done)", "(effort > 2)", "(effort <= 4.5)", "(owner == \"ann\")",
      "(due - now < 10min)", "(due > now)", "(now in due - 5min..due + 5min)", "lit",
      "(effort < level)", "(due.time in \(timeLiteral())..\(timeLiteral()))",
      "(id in [\"a\", \"c\"])", "(lower(owner) contains \"n\")", "(owner ends with id)",
    ]
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...3) {
    case 0: return "(\(rowCondition(depth - 1)) and \(rowCondition(depth - 1)))"
    case 1: return "(\(rowCondition(depth - 1)) or \(rowCondition(depth - 1)))"
    default: return pick(simple)
    }
  }

  // MARK: Literals

  /// A duration, or two of them
  mutating func reach() -> String {
    random.oneIn(3) ? pick(["5s..10s", "1min..90s", "2min..20min", "10min..25min"]) : span()
  }

  mutating func span() -> String { pick(["5s", "1min", "90s", "4min", "10min", "25min", "1h"]) }

  mutating func timeLiteral() -> String {
    let isEdge = hasEdges && random.oneIn(2)
    let minute = String(isEdge ? random.pick([0, 59]) : random.number(in: 0...59))
    return "\(random.number(in: 0...23)):\(minute.count == 1 ? "0" : "")\(minute)"
  }

  mutating func numberLiteral() -> String {
    pick(["0", "1", "2.5", "4", "7", "0.1"])
  }

  mutating func durationLiteral() -> String {
    pick(["0s", "30s", "5min", "20min", "1h", "90min", "1d"])
  }

  mutating func place() -> String {
    pick([
      "@52.52,13.40", "@52.53,13.41", "\"Depot Street\"", "depot", "any \"shop\"", "shop",
      "\"No Such Road\"",
    ])
  }
}
