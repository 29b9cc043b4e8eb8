import OppTesting

/// Writes random conditions of all operators, of few quantities and numbers, so that many exclude others
struct RandomConditions {
  var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A conjunction of parts
  mutating func conjunction() -> String {
    (0..<random.number(in: 2...4)).map { _ in "(\(condition(random.number(in: 0...2))))" }
      .joined(separator: " and ")
  }

  private mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return simple() }
    switch random.number(in: 0...11) {
    case 0, 1: return "(\(condition(depth - 1))) and (\(condition(depth - 1)))"
    case 2, 3: return "(\(condition(depth - 1))) or (\(condition(depth - 1)))"
    case 4: return "not (\(condition(depth - 1)))"
    case 5: return "if \(simple()) then \(simple()) else (\(simple()))"
    case 6: return "(\(condition(depth - 1))) otherwise (\(simple()))"
    case 7: return "(\(steady())) for \(span())"
    case 8: return "(\(steady())) within last \(span())"
    case 9: return "known(\(random.pick(["temp", "sky", "raining"])))"
    case 10: return rows()
    default: return simple()
    }
  }

  private mutating func relation() -> String { random.pick(["<", "<=", ">", ">=", "==", "!="]) }
  private mutating func order() -> String { random.pick(["<", "<=", ">", ">="]) }
  private mutating func degrees() -> String { "\(random.pick([0, 10, 20, 30]))C" }
  private mutating func span() -> String { random.pick(["1h", "2h", "30min"]) }

  /// A condition that windows may stand over
  private mutating func steady() -> String {
    switch random.number(in: 0...3) {
    case 0: "temp \(relation()) \(degrees())"
    case 1: "raining"
    case 2: "sky \(random.pick(["==", "!="])) \(random.pick(["rain", "snow"]))"
    default: window()
    }
  }

  private mutating func simple() -> String {
    switch random.number(in: 0...15) {
    case 0, 1: "temp \(relation()) \(degrees())"
    case 2: "temp - feels_like \(relation()) \(random.pick([0, 5, 10]))C"
    case 3: "temp \(relation()) feels_like"
    case 4: "\(random.pick(["raining", "snowing", "busy", "daylight"]))"
    case 5: "sky in [\(random.pick(["rain, snow", "clear, clouds", "rain, fog"]))]"
    case 6, 7: window()
    case 8, 9: date()
    case 10: "free \(order()) \(random.pick([0, 1, 2]))h"
    case 11: "abs(temp - feels_like) \(order()) \(random.pick([0, 5, 10]))C"
    case 12:
      "\(random.pick(["max", "min", "average"]))(temp, last \(span())) \(order()) \(degrees())"
    case 13: "distance(\(random.pick(Self.pins))) \(order()) \(random.pick([100, 1000, 2000]))m"
    case 14: "(gust otherwise wind) \(order()) \(random.pick([0, 5, 10]))m/s"
    default: "(if raining then temp else feels_like) \(relation()) \(degrees())"
    }
  }

  static let pins = ["@51.5,-0.12", "@51.51,-0.12", "@52.5,13.4"]

  private mutating func window() -> String {
    switch random.number(in: 0...5) {
    case 0: "time in \(random.number(in: 0...23)):00..\(random.number(in: 0...23)):30"
    case 1: "time \(order()) \(random.number(in: 0...23)):\(random.pick(["00", "00:01", "59:59"]))"
    case 2: "time.hour \(relation()) \(random.number(in: 0...23))"
    case 3: "time.minute \(relation()) \(random.pick([0, 30, 59]))"
    case 4: "time - 2h in \(random.number(in: 0...23)):00..\(random.number(in: 0...23)):00"
    default: "time \(order()) sun(place: @51.5,-0.12).\(random.pick(["sunrise", "sunset", "dusk"]))"
    }
  }

  private mutating func date() -> String {
    switch random.number(in: 0...7) {
    case 0: "weekday \(random.pick(["==", "!="])) \(random.pick(["mon", "sat", "sun"]))"
    case 1: "weekday in \(random.pick(["mon..fri", "sat..sun", "fri..tue"]))"
    case 2: "month in \(random.pick(["jan..mar", "nov..feb", "jun..aug"]))"
    case 3: "today.day \(relation()) \(random.pick([1, 15, 29, 30, 31]))"
    case 4:
      "today \(relation()) 2026-\(random.pick(["03-28", "03-29", "10-25", "02-28", "03-01", "12-31"]))"
    case 5:
      "now \(order()) 2026-03-29T\(random.pick(["00:00", "01:30", "03:00", "12:00", "23:59:59"]))"
    case 6: "today + \(random.pick([1, 8, 20])):00 \(order()) now"
    default: "today.year \(relation()) \(random.pick([2025, 2026, 2027]))"
    }
  }

  private mutating func rows() -> String {
    let predicate = random.pick([
      "busy", "not busy", "ends > now", "begins > now + 1h", "title == \"a\"", "title != \"a\"",
      "busy and ends > now", "ends - begins >= 1h",
    ])
    return switch random.number(in: 0...2) {
    case 0: "any(agenda where \(predicate))"
    case 1: "none(agenda where \(predicate))"
    default: "count(agenda where \(predicate)) \(order()) \(random.pick([0, 1, 2]))"
    }
  }
}
