/// Expressions that are not conditions, by type
extension RandomExpressions {
  /// An expression of any type
  mutating func value(_ depth: Int) -> String {
    switch random.number(in: 0...13) {
    case 12: energy(depth)
    case 13: money(depth)
    case 0, 1: number(depth)
    case 2: duration(depth)
    case 3: length(depth)
    case 4: speed(depth)
    case 5: temperature(depth)
    case 6: timeOfDay(depth)
    case 7: date(depth)
    case 8: instant(depth)
    case 9:
      pick([
        "label", "mode", "sky", "weekday", "month", "lower(label)", "depot.name", "bearing",
        "ago(label, \(span()))", "ago(mode, \(span()))",
      ])
    case 10: percent(depth)
    default: temperatureDifference(depth)
    }
  }

  mutating func number(_ depth: Int, steady: Bool = false) -> String {
    var simple = [
      "level", "level", "meter.power", "meter(\"attic\").power", numberLiteral(), "today.day",
      "today.week", "mod(today.week, 2)",
      "count(chores)", "length(label)", "3",
    ]
    if row != nil { simple.append(field("effort")) }
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...25) {
    case 25: return "count(\(gaps(depth - 1)))"
    case 22:
      let list = "[\(number(depth - 1)), level, \(numberLiteral())]"
      return "sum(\(list) as x where x > \(numberLiteral()) each x * 2)"
    case 23:
      let list = "first(distinct(\(ordered()) each effort), 3)"
      return pick([
        "count(\(list) as x where x > level)", "first(\(list) as x by x descending)",
        "sum([3, 1, 2] as x each count(chores where effort < x))",
      ])
    case 21:
      return "mod(\(number(depth - 1, steady: steady)), \(pick(["2", "7", "-3", "0.5", "level"])))"
    case 20: return "ago(\(number(depth - 1, steady: true)), \(span()))"
    case 16: return window("times", condition(depth - 1))
    case 17: return window("increase", number(depth - 1, steady: true))
    case 0:
      return "(\(number(depth - 1, steady: steady))"
        + " + \(number(depth - 1, steady: steady)))"
    case 1:
      return "(\(number(depth - 1, steady: steady))"
        + " - \(number(depth - 1, steady: steady)))"
    case 2: return "(\(number(depth - 1, steady: steady)) * \(pick(["2", "0.5", "-3"])))"
    case 3: return "(\(number(depth - 1, steady: steady)) / \(pick(["2", "level"])))"
    case 4:
      return
        "\(pick(["abs", "round", "floor", "ceil", "sqrt", "exp", "ln"]))(\(number(depth - 1, steady: steady)))"
    case 5: return "(\(number(depth - 1, steady: steady)) otherwise \(numberLiteral()))"
    case 6: return window(pick(["min", "max"]), number(depth - 1, steady: true))
    case 7:
      if steady { return "level" }
      return window(pick(["average", "change"]), number(depth - 1, steady: true))
    case 8: return "count(chores where \(rowCondition(1)))"
    case 9:
      return "\(pick(["sum", "min", "max", "average"]))(chores.effort)"
    case 10:
      return "\(pick(["sum", "max", "average"]))((chores where \(rowCondition(1))).effort)"
    case 11: return "first(chores where \(rowCondition(1))).effort"
    case 12:
      let numbers = (0..<2).map { _ in number(depth - 1, steady: steady) }
      return "(if \(condition(depth - 1)) then \(numbers[0]) else \(numbers[1]))"
    case 13: return "(\(length(0, steady: steady)) / 0.25km)"
    case 14: return "\(pick(["sum", "max", "count"]))(\(ordered()) each effort * 2)"
    case 15:
      let few = "first(\(ordered()), \(pick(["1", "2", "3"])))"
      return pick([
        "first(\(ordered())).effort", "sum(\(few) each effort)", "count(\(few))",
        "count(distinct(\(ordered()) each owner))",
        "length(first(distinct(\(ordered()) each owner)))",
        "sum(distinct(chores each effort) as e where e > 2 as e each e)",
      ])
    case 18:
      let others = [number(depth - 1, steady: steady), numberLiteral()]
      return "\(pick(["min", "max"]))(level, \(others.joined(separator: ", ")))"
    default: return "sum(diary.amount)"
    }
  }

  /// Chores in an order
  private mutating func ordered() -> String {
    let keys = ["effort", "due", "owner", "done", "id", "effort * level"]
    var list = random.oneIn(2) ? "chores" : "chores where \(rowCondition(1))"
    for _ in 0..<random.number(in: 0...2) {
      list += " by \(pick(keys))" + (random.oneIn(2) ? " descending" : "")
    }
    return list
  }

  mutating func duration(_ depth: Int, steady: Bool = false) -> String {
    var simple = ["pause", durationLiteral()]
    if !steady { simple += ["free", "free", "(now - moment)", "(moment - now)", "(time - alarm)"] }
    if row != nil, !steady { simple.append("(\(field("due")) - now)") }
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...13) {
    case 13: return "\(pick(["max", "sum"]))(\(gaps(depth - 1)) each length)"
    case 11:
      return
        "mod(\(duration(depth - 1, steady: steady)), \(pick(["1h", "7min", "-45s", "pause"] + (steady ? [] : ["free"]))))"
    case 9: return steady ? "ago(pause, \(span()))" : "age(\(pick(aged)))"
    case 0:
      return "(\(duration(depth - 1, steady: steady))"
        + " + \(duration(depth - 1, steady: steady)))"
    case 1:
      return "(\(duration(depth - 1, steady: steady))"
        + " - \(duration(depth - 1, steady: steady)))"
    case 2: return "(\(duration(depth - 1, steady: steady)) * \(pick(["2", "0.5", "1.5", "30%"])))"
    case 3: return "abs(\(duration(depth - 1, steady: steady)))"
    case 4: return steady ? "pause" : "total(\(condition(depth - 1)), last \(span()))"
    case 5: return steady ? "pause" : "total(\(condition(depth - 1)), since \(since()))"
    case 6: return window("max", duration(depth - 1, steady: true))
    case 7: return steady ? "pause" : "change(\(duration(depth - 1)), last \(span()))"
    case 10: return steady ? "pause" : "change(\(duration(depth - 1)), since \(since()))"
    default: return "(\(duration(depth - 1, steady: steady)) otherwise \(durationLiteral()))"
    }
  }

  /// Fields of sources that may have an age
  private var aged: [String] {
    [
      "level", "label", "pause", "meter.power", "meter(\"attic\").heating", "free", "raining",
      "position",
    ]
  }

  mutating func length(_ depth: Int, steady: Bool = false) -> String {
    let simple = ["reach", "reach", "0.5km", "1.2km", "distance(\(place()))"]
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...7) {
    case 6: return "distance(ago(position, \(span())), \(place()))"
    case 0: return "travelled(last \(reach()))"
    case 1: return "travelled(since began(\(condition(depth - 1))))"
    case 2: return steady ? "reach" : "total(\(speed(0, steady: true)), last \(span()))"
    case 3: return "(\(speed(depth - 1, steady: true)) * \(pick(["10min", "pause"])))"
    case 4: return steady ? "reach" : window("average", "reach")
    case 5:
      return "(\(length(depth - 1, steady: steady))"
        + " + \(length(depth - 1, steady: steady)))"
    default: return steady ? "reach" : "distance(average(position, last \(span())), \(place()))"
    }
  }

  mutating func speed(_ depth: Int, steady: Bool = false) -> String {
    let simple = ["pace", "speed", "rain", "5km/h", "2mm/h"]
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...3) {
    case 0: return steady ? "pace" : window("average", speed(0, steady: true))
    case 1: return window(pick(["min", "max"]), speed(0, steady: true))
    case 2: return "(\(length(0, steady: true)) / 5min)"
    default: return pick(simple)
    }
  }

  mutating func temperature(_ depth: Int) -> String {
    switch depth > 0 ? random.number(in: 0...5) : 5 {
    case 0: window("average", pick(["heat", "temp"]))
    case 1: window(pick(["min", "max"]), pick(["heat", "temp"]))
    case 2: "(heat + 5C)"
    case 3: "(heat otherwise temp)"
    default: pick(["heat", "temp"])
    }
  }

  mutating func temperatureDifference(_ depth: Int) -> String {
    switch depth > 0 ? random.number(in: 0...3) : 3 {
    case 0: window("change", pick(["heat", "temp"]))
    case 1: "abs(heat - temp)"
    default: pick(["(heat - temp)", "(temp - heat)"])
    }
  }

  mutating func timeOfDay(_ depth: Int, steady: Bool = false) -> String {
    let simple =
      ["alarm", timeLiteral(), "sunset", "sunrise", "dusk"]
      + (steady ? [] : ["time", "time", "time"])
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...3) {
    case 0:
      let shift = pick(["+", "-"]) + " " + pick(["90min", "30s", "pause"])
      return "(\(timeOfDay(depth - 1, steady: steady)) \(shift))"
    case 1: return steady ? "moment.time" : pick(["now.time", "(now + 20min).time", "moment.time"])
    default: return pick(simple)
    }
  }

  mutating func date(_ depth: Int) -> String {
    switch depth > 0 ? random.number(in: 0...4) : 3 {
    case 4:
      date(depth - 1) + pick([".week_start", ".month_start", ".month_end", ".year_start"])
    case 0: "(today + \(random.number(in: 0...3))d)"
    case 1: "moment.date"
    case 2: "(now + 3h).date"
    default: pick(["today", "day", "2026-03-29", "2026-10-25"])
    }
  }

  mutating func instant(_ depth: Int, steady: Bool = false) -> String {
    let simple =
      ["moment", "(today + \(timeLiteral()))"] + (steady ? [] : ["now", "now", "(now + free)"])
    guard depth > 0 else { return pick(simple) }
    switch random.number(in: 0...4) {
    case 4:
      let order = pick(["", " by length", " by length descending"])
      return "first(\(gaps(depth - 1))\(order)).\(pick(["begins", "ends"]))"
    case 0:
      return "(\(instant(depth - 1, steady: steady)) + \(pick(["5min", "pause", "-30s"])))"
    case 1: return "began(\(condition(depth - 1)))"
    default: return pick(simple)
    }
  }

  /// Products and totals of a power, and energies by times and powers
  mutating func energy(_ depth: Int) -> String {
    switch depth > 0 ? random.number(in: 0...4) : 4 {
    case 0: "total(draw, last \(span()))"
    case 1: "(draw * \(duration(depth - 1)))"
    case 2: "(\(duration(depth - 1, steady: true)) * draw + 5Wh)"
    case 3: "(20Wh / \(pick(["10min", "pause"])) * 5min)"
    default: pick(["(draw * 10min)", "(100Wh / 2kW * draw)", "0.05kWh"])
    }
  }

  /// Amounts, each rounded to cents
  mutating func money(_ depth: Int) -> String {
    switch depth > 0 ? random.number(in: 0...6) : 6 {
    case 0: window("average", "fee")
    case 1: window(pick(["min", "max"]), "fee")
    case 2: "(fee * \(number(depth - 1, steady: true)))"
    case 3: "(fee / 3 + \(money(depth - 1)))"
    case 4: "(\(money(depth - 1)) * 19%)"
    case 5: "average([fee, 1EUR, \(money(depth - 1))])"
    default: pick(["fee", "(-fee)", "4.05EUR", "abs(fee)", "(fee * 0.5)"])
    }
  }

  /// Percentages, some of them made of numbers
  mutating func percent(_ depth: Int, steady: Bool = false) -> String {
    switch depth > 0 ? random.number(in: 0...7) : 7 {
    case 0: return "(\(ratio(depth - 1, steady: steady)) otherwise 50%)"
    case 1:
      let branches = [
        ratio(depth - 1, steady: steady), percent(depth - 1, steady: steady),
      ]
      let first = random.number(in: 0...1)
      return "(if \(condition(depth - 1)) then \(branches[first]) else \(branches[1 - first]))"
    case 2:
      let elements = "\(ratio(depth - 1, steady: steady)), \(percent(depth - 1, steady: steady))"
      return "\(pick(["max", "min", "sum", "first"]))([\(elements)])"
    case 3: return window(pick(["min", "max", "average"]), percent(depth - 1, steady: true))
    case 4: return "round(\(percent(depth - 1, steady: steady)))"
    case 5: return "(\(percent(depth - 1, steady: true)) * share)"
    case 6: return "(\(percent(depth - 1, steady: steady)) / 3 + 12.5%)"
    default: return pick(["share", "humidity", "(share * 200%)", "clouds"])
    }
  }

  /// Numbers that are computed, so that they may stand beside percentages
  mutating func ratio(_ depth: Int, steady: Bool = false) -> String {
    switch depth > 0 ? random.number(in: 0...4) : 5 {
    case 0: "((\(number(depth - 1, steady: steady)) + level) / 4)"
    case 1: "(\(percent(depth - 1, steady: steady)) / 40%)"
    case 2: "(level / \(pick(["40%", "share"])))"
    case 3: "(\(percent(depth - 1, steady: true)) * level)"
    case 4: "(level * \(pick(["10%", "share"])))"
    default: pick(["(level / 4)", "(share * 0.5)", "(level * 10%)", "(1 - level / 7)"])
    }
  }

  /// Where a window may begin: an Instant that does not drift
  private mutating func since() -> String {
    pick(["moment", "today + \(timeLiteral())", "began(\(condition(0)))"])
  }

  private mutating func window(_ function: String, _ operand: String) -> String {
    random.oneIn(4)
      ? "\(function)(\(operand), since \(since()))" : "\(function)(\(operand), last \(reach()))"
  }
}
