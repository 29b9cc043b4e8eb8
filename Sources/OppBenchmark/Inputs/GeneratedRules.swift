/// Varied rule sets of any size, the same each time
///
/// From seed 1, after twenty places and twenty `let`:
///
/// ```opp
/// opp "Opp 0"
///   when distance(spot15) < 318m and sky in [clear, fog]
///     and not busy
///   notify "218: {temp}, free for {free}"
///   at most once per week
///
/// opp "Opp 1"
///   on raining
///   when wind < 28km/h and max(temp, last 11h) > 26C
///     and total(rain, last 8h) < 13mm
///   notify "403: {temp}, free for {free}"
/// ```
struct GeneratedRules {
  /// The generator: each random number is drawn in the order of the text, so more Opps leave the first ones as they are
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// `count` Opps of about five lines each, over the prelude's weather, calendar, location and clock
  mutating func text(count: Int) -> String {
    var lines: [String] = []
    for index in 0..<20 {
      lines.append("place spot\(index) = @\(latitude()),\(longitude()) within \(100 + index * 20)m")
    }
    for index in 0..<20 {
      lines.append("let mild\(index) = temp >= \(index)C and temp < \(index + 12)C")
    }
    for index in 0..<count {
      lines.append("")
      lines.append("opp \"Opp \(index)\"")
      lines += clauses()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The clauses of one Opp: two or three conditions, and the others by chance
  private mutating func clauses() -> [String] {
    var lines: [String] = []
    if chance(4) { lines.append("  on \(event())") }
    var signals: Set<Int> = []
    lines.append("  when \(condition(&signals)) and \(condition(&signals))")
    if chance(2) { lines.append("    and \(condition(&signals))") }
    if chance(5) { lines.append("  near spot\(number(20))") }
    lines.append("  notify \"\(number(1000)): {temp}, free for {free}\"")
    if chance(2) { lines.append("  at most once per \(chance(2) ? "day" : "week")") }
    if chance(6) { lines.append("  urgent") }
    return lines
  }

  /// An event, each kind as likely as the others
  private mutating func event() -> String {
    switch number(5) {
    case 0: "\(7 + number(14)):\(10 + number(49))"
    case 1: "raining"
    case 2: "entering spot\(number(20))"
    case 3: "sunset - \(5 + number(90))min"
    default: "sky changes"
    }
  }

  /// A condition on a signal that is not among those used, lest two contradict each other
  private mutating func condition(_ used: inout Set<Int>) -> String {
    var kind = number(16)
    while !used.insert(signal(kind)).inserted { kind = number(16) }
    return condition(kind)
  }

  /// Kinds of conditions that compare the same reading have the same signal
  private func signal(_ kind: Int) -> Int {
    switch kind {
    case 0, 8, 9: 0
    case 1, 2: 1
    case 3, 13: 3
    default: kind
    }
  }

  /// A condition of a kind from 0 to 15
  private mutating func condition(_ kind: Int) -> String {
    switch kind {
    case 0: "temp \(chance(2) ? ">" : "<") \(number(35))C"
    case 1: "sky in [\(chance(2) ? "clear" : "clouds"), fog]"
    case 2: "sky == \(chance(2) ? "sunny" : "rain")"
    case 3: "time in \(number(12)):\(10 + number(49))..\(12 + number(11)):\(10 + number(49))"
    case 4: "weekday in \(chance(2) ? "weekdays" : "sat..sun")"
    case 5: "free >= \(10 + number(110))min"
    case 6: "not busy"
    case 7: "distance(spot\(number(20))) < \(300 + number(4000))m"
    case 8: "mild\(number(20))"
    case 9: "(temp > \(number(30))C for \(1 + number(5))h)"
    case 10: "(raining within last \(1 + number(8))h)"
    case 11: "total(rain, last \(2 + number(22))h) < \(1 + number(20))mm"
    case 12: "max(temp, last \(1 + number(12))h) > \(number(30))C"
    case 13: "time in sunrise + \(number(90))min..sunset"
    case 14: "humidity < \(30 + number(65))%"
    default: "wind < \(5 + number(40))km/h"
    }
  }

  /// A latitude in degrees as text: `36.60000` to `36.99999`, or `36.100000` to `36.119999`
  private mutating func latitude() -> String { "36.\(60_000 + number(60_000))" }
  /// A longitude in degrees as text, of six digits: `-79.780000` to `-79.829999`
  private mutating func longitude() -> String { "-79.\(780_000 + number(50_000))" }
  /// A random number from 0 up to a bound, itself excluded
  private mutating func number(_ below: Int) -> Int { Int(random.next() % UInt64(below)) }
  /// True in one of so many cases
  private mutating func chance(_ oneIn: Int) -> Bool { number(oneIn) == 0 }
}

/// Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014)
///
/// The constants are those of `mix64variant13`, as in Java's `SplittableRandom`.
private struct SplitMix64 {
  /// The state, which grows by the golden ratio's fraction of 2⁶⁴ with each number
  var state: UInt64

  /// The next number of 64 random bits
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
