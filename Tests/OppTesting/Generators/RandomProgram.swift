/// A random rule set in the text of the language, and random expressions in its scope
///
/// It is well typed by construction. The checker may still refuse one for a contradiction that happens
/// to be in it; then the next seed is as good.
package struct RandomProgram {
  package let seed: UInt64

  /// What a person would have in a file
  package let text: String

  /// Conditions in the scope of the rule set
  package let conditions: [String]

  /// Expressions of every type in the scope of the rule set
  package let values: [String]

  package init(seed: UInt64) {
    self.seed = seed
    var writer = RandomExpressions(seed: seed)
    var rules: [String] = []
    let names = ["alpha", "beta", "gamma"].prefix(writer.random.number(in: 1...3))
    writer.opps = Array(names)
    for name in names {
      rules.append(RandomProgram.rule(name, &writer))
    }
    var settings: [String] = []
    if writer.random.oneIn(4) {
      // From one minute to the same one would be a whole day.
      let hours = "\(writer.timeLiteral())..\(writer.timeLiteral()):30"
      let condition = writer.pick([
        hours, "when lit", "when sensor.level > 2 or time in \(hours)",
        "when not lit and heat < 20C",
        "when near depot or busy", "when any(chores where not done)", "when free < 30min or lit",
        "when not known(level)",
      ])
      settings.append("set quiet \(condition)\n")
    }
    text = RandomProgram.declarations + settings.joined() + rules.joined(separator: "\n")
    conditions = (0..<4).map { _ in writer.condition(3) }
    values = (0..<4).map { _ in writer.value(2) }
  }

  /// What every program declares: sources and tables with a field of every type
  package static let declarations = """
    enum Mode { walk | foot < bike < car }
    source sensor fresh for 4min {
      level: Number
      share: Percent
      heat: Temperature
      reach: Length
      pace: Speed
      press: Pressure
      pause: Duration
      lit: Bool
      spot: Position
      mode: Mode
      label: Text
      day: Date
      alarm: TimeOfDay
      moment: Instant
      draw: Power
      fee: EUR
      bearing: Angle
    }
    source meter(room: Text = "hall") { power: Number, heating: Bool }
    table chores by id { id: Text, owner: Text, due: Instant, effort: Number, done: Bool }
    table diary by at { at: Instant, what: Text, amount: Number }
    table visits by id { id: Text, begins, ends: Instant, planned: Bool }
    place depot = "Depot Street" within 300m
    place shop = any "shop"

    """

  private static func rule(_ name: String, _ writer: inout RandomExpressions) -> String {
    var clauses: [String] = []
    let isForEach = writer.random.oneIn(4)
    if isForEach {
      writer.row = "chore"
      clauses.append(
        writer.random.oneIn(2)
          ? "for each chore in chores"
          : "for each chore in chores where \(writer.rowCondition(2))")
    }
    defer { writer.row = nil }
    let hasEvents = writer.random.oneIn(2)
    if hasEvents {
      let events = (0..<writer.random.number(in: 1...2)).map { _ in event(isForEach, &writer) }
      clauses.append("on \(events.joined(separator: " or "))")
    }
    if !hasEvents || writer.random.oneIn(2) { clauses.append("when \(writer.condition(3))") }
    if writer.random.oneIn(8) { clauses.append("near \(writer.place()) within 2km") }
    if writer.random.oneIn(2) {
      let formatted = writer.pick([
        "{\(writer.number(1)):.\(writer.pick(["0", "1", "3"]))}", "{\(writer.length(1)):.1 mi}",
        "{\(writer.temperature(1)):F}", "{\(writer.duration(1)):.2 h}", "{true}",
      ])
      clauses.append(
        "notify \"{\(writer.value(1))} and {\(writer.value(1))}, \(formatted)\"")
    }
    let records = writer.random.oneIn(4)
    if records {
      let number = writer.number(1, steady: false)
      clauses.append(
        isForEach && writer.random.oneIn(2)
          ? "record chores { id: \(writer.field("id")), \(writer.pick(["done: true", "done: not done", "effort: \(number)"])) }"
          : "record diary { at: now, what: \"\(name)\", amount: \(number) }")
    }
    // Whoever reads firings writes what it reads.
    let readsFirings = clauses.contains { $0.contains("firings") }
    if records || readsFirings || writer.random.oneIn(3) {
      clauses.append(limit(&writer) + (isForEach && writer.random.oneIn(3) ? " in all" : ""))
    }
    if writer.random.oneIn(3) {
      let end = writer.random.oneIn(2) ? " for \(writer.pick(["90s", "14min", "2h"]))" : ""
      clauses.append("again every \(writer.pick(["45s", "2min", "7min", "1h"]))\(end)")
    }
    if writer.random.oneIn(8) { clauses.append("snooze \(writer.pick(["45s", "3min", "20min"]))") }
    if writer.random.oneIn(6) { clauses.append("expires \(writer.pick(["1s", "90s", "25min"]))") }
    if writer.random.oneIn(8) {
      clauses.append("colour (if \(writer.condition(1)) then red else #00FF00)")
    }
    if writer.random.oneIn(6) { clauses.append("urgent") }
    if writer.random.oneIn(12) { clauses.append("disabled") }
    return "opp \"\(name)\"\n  " + clauses.joined(separator: "\n  ") + "\n"
  }

  private static func event(_ isForEach: Bool, _ writer: inout RandomExpressions) -> String {
    switch writer.random.number(in: 0...(isForEach ? 10 : 8)) {
    case 0, 1: "(\(writer.condition(2)))"
    case 2: writer.timeLiteral()
    case 3: writer.pick(["sunset", "sunrise - 30min", "solar_noon + 90s", "dusk"])
    case 4 where writer.random.oneIn(2):
      "every \(writer.pick(["7min", "11h", "1d", "25h", "2d"])) from "
        + writer.instant(1, steady: true)
    case 4: "every \(writer.pick(["1min", "7min", "90s", "2h", "11h"]))"
    case 5: writer.pick(["entering", "leaving"]) + " " + writer.place()
    case 6: "\(writer.pick(["mode", "level", "sky", "lit", "label", "weekday"])) changes"
    case 7: "moment"
    case 8: "alarm"
    case 9: "row added"
    default: writer.pick(["row removed", "chore.due", "(due - 90s)", "done", "effort changes"])
    }
  }

  private static func limit(_ writer: inout RandomExpressions) -> String {
    let count = writer.random.oneIn(2) ? "once" : "\(writer.random.number(in: 1...4))"
    let period = writer.pick(["hour", "day", "week", "month", "10min", "45s", "1h"])
    return writer.random.oneIn(6) ? "at most once" : "at most \(count) per \(period)"
  }
}
