package import OppModel

/// A random rule set in words, with a recording that a rehearsal can follow: readings come when the ones
/// before them no longer count
///
/// A replay is handed every reading at its second. A rehearsal fetches one when it matters, and finds the one
/// in force; so both see the same, as long as there is one reading for each stretch of freshness.
package struct RandomRules {
  package let seed: UInt64
  package private(set) var text = ""

  /// One line a second at which something becomes known, such as `00:10 n0=40 b0=true`
  package private(set) var lines = ""

  /// The number of seconds that a recording of one part of a day takes
  package static let length = 6 * 3600

  /// The number of seconds that the recording takes
  private let length: Int

  /// Whether `average` is among the conditions: over an hour it comes to something else where a response is
  /// late
  private let hasAverages: Bool
  private var random: SplitMix64
  private var freshness: [Int] = []

  /// - Parameter days: the number of whole days that the recording takes, or 0 for the part of one.
  package init(seed: UInt64, hasAverages: Bool = true, days: Int = 0) {
    self.seed = seed
    length = days > 0 ? days * 86_400 : Self.length
    self.hasAverages = hasAverages
    random = SplitMix64(seed: seed &* 0x9E37 &+ 17)
    for _ in 0..<4 { freshness.append(random.pick([5, 10, 15, 30, 60])) }
    text = rules()
    lines = recording()
  }

  // MARK: Rules

  private mutating func rules() -> String {
    var text = ""
    for (index, minutes) in freshness.enumerated() {
      let cost = random.number(in: 1...6)
      text +=
        "source s\(index) fresh for \(minutes)min cost \(cost) { n\(index): Number  b\(index): Bool }\n"
    }
    text += "table tasks by id { id: Text  level: Number }\n"
    for index in 0..<random.number(in: 1...4) { text += opp("Opp \(index)") }
    // Of numbers of its own, so that the rest is the same with it.
    var own = SplitMix64(seed: seed &+ 71)
    if own.oneIn(3) {
      let condition = own.pick([
        "b0", "(n1 > 40 and not b2)", "(time in 1:00..2:30 or b3)", "not known(n2)",
        "any(tasks where level > n0 / 10)", "(b1 and time in 0:30..5:00)",
      ])
      text += "set quiet when \(condition)\n"
    }
    // The rows of firings have their seconds for keys, which are others where a response is late.
    if hasAverages, own.oneIn(3) {
      text += "opp \"End\" for each f in firings(\"Opp 0\") on f.ended\n"
    }
    return text
  }

  private mutating func opp(_ name: String) -> String {
    let isEachRow = random.oneIn(3)
    var text = "opp \"\(name)\""
    if isEachRow {
      text += " for each t in tasks"
      if random.oneIn(3) { text += " where t.level > \(random.number(in: 1...6))" }
    }
    let event = random.number(in: 0...(isEachRow ? 8 : 5))
    switch event {
    case 0: text += " on \(clock())"
    case 1: text += " on every \(random.pick(["10min", "25min", "1h"]))"
    case 2: text += " on \(leaf(isEachRow: false))"
    case 6: text += " on row added"
    case 7, 8: text += " on row removed"
    default: break
    }
    let hasEvent = event <= 2 || event >= 6
    if !hasEvent || !random.oneIn(4) { text += " when \(condition(2, isEachRow: isEachRow))" }
    if random.oneIn(3) {
      text += " notify \"{n\(random.number(in: 0...3))}\""
    }
    if random.oneIn(3) {
      let period = random.pick(["once per 1h", "once per 30min", "2 per hour", "once per day"])
      text += " at most \(period)"
    } else if !hasEvent, random.oneIn(6) {
      text += " again every \(random.pick(["10min", "45min"]))"
    }
    return text + "\n"
  }

  private mutating func clock() -> String {
    let minutes = random.number(in: 1...350)
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private mutating func condition(_ depth: Int, isEachRow: Bool) -> String {
    guard depth > 0 else { return leaf(isEachRow: isEachRow) }
    func part(_ rules: inout RandomRules) -> String {
      rules.condition(depth - 1, isEachRow: isEachRow)
    }
    switch random.number(in: 0...8) {
    case 0, 1, 2: return "(\(part(&self)) and \(part(&self)))"
    case 3, 4: return "(\(part(&self)) or \(part(&self)))"
    case 5: return "(not \(part(&self)))"
    case 6: return "(\(part(&self)) for \(random.pick(["1min", "5min", "20min"])))"
    case 7: return "(\(part(&self)) within last \(random.pick(["5min", "40min"])))"
    default: return leaf(isEachRow: isEachRow)
    }
  }

  private mutating func leaf(isEachRow: Bool) -> String {
    let source = random.number(in: 0...3)
    let limit = random.number(in: 1...9) * 10
    switch random.number(in: 0...(isEachRow ? 11 : 9)) {
    case 0, 1: return "b\(source)"
    case 2, 3: return "(n\(source) > \(limit))"
    case 4: return "((n\(source) otherwise \(random.number(in: 0...9) * 10)) > \(limit))"
    case 5: return "known(n\(source))"
    case 6 where hasAverages:
      return "(average(n\(source), last \(random.pick(["10min", "1h"]))) > \(limit))"
    case 7: return "(time in \(clock())..\(clock()))"
    case 8: return "(count(tasks where level > n\(source) / 10) > \(random.number(in: 0...2)))"
    case 9: return "(if known(n\(source)) then n\(source) > \(limit) else b\((source + 1) % 4))"
    default: return "(t.level > n\(source) / 10)"
    }
  }

  // MARK: What becomes known

  private mutating func recording() -> String {
    var lines: [(minute: Int, text: String)] = [(0, "tasks")]
    for (index, minutes) in freshness.enumerated() {
      var level = random.number(in: 0...100)
      for minute in stride(from: 0, to: length / 60, by: minutes) {
        level = min(100, max(0, level + random.number(in: -35...35)))
        // Now and then a service lacks a field, or has nothing to say.
        let number = random.oneIn(10) ? "?" : "\(level)"
        let truth = random.oneIn(10) ? "?" : "\(random.oneIn(2))"
        lines.append((minute, "n\(index)=\(number) b\(index)=\(truth)"))
      }
    }
    for id in ["a", "b", "c"] {
      var isThere = false
      var minute = 0
      while true {
        minute += random.number(in: 5...120)
        guard minute < length / 60 else { break }
        isThere = !isThere || random.oneIn(3)
        let level = random.number(in: 0...9)
        lines.append((minute, isThere ? "tasks + id=\(id) level=\(level)" : "tasks - \(id)"))
      }
    }
    let ordered = lines.enumerated().sorted {
      ($0.element.minute, $0.offset) < ($1.element.minute, $1.offset)
    }
    return ordered.map { item in "\(time(item.element.minute)) \(item.element.text)" }
      .joined(separator: "\n")
  }

  /// The first day of the recording
  package static let day = CivilDate(days: 20_625)

  /// `00:10` on the first day, `2026-06-22T00:10` on another
  private func time(_ minute: Int) -> String {
    let (days, minute) = minute.quotientAndRemainder(dividingBy: 1440)
    let day = days > 0 ? CivilDate(days: Self.day.days + Int64(days)).iso8601 + "T" : ""
    return day + "\(two(minute / 60)):\(two(minute % 60))"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
