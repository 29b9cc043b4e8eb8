import OppModel

/// The kinds of trouble of a run: whether they happened, and whether they mattered
///
/// A generator that has become too tame is seen here: each kind must happen in a minute of seeds.
package enum Happening: String, CaseIterable, Sendable {
  // Injected
  case processKilled, processStopped, machineSlept, storeLockedBriefly, storeLockedLong
  case fileEmpty, fileHalf, fileBroken, fileGone, fileLimits
  case notifierFailing, notifierRefusing, notifierLosing, notifierSlow, notifierLimiting,
    notifierPicky, notifierKilling
  case serviceFailing, serviceSlow, serviceLimiting
  case commandOfPerson, commandLate, hangup, powerCut, diskFailing, diskFull

  // Mattered
  case killedInDelivery, killedWithRequest, killedAfterCommand, deliveredAfterRestart,
    attemptRepeated, notifierReported
  case notifierRecovered, serviceReported, storeReported, firingHeld, firingExpired, firingMissed
  case firingFailed, rulesReloaded, rulesKept, diskFailed, commandWithoutProcess, restartAfterSnooze
}

package enum Coverage {
  /// Returns how often each kind happened in a run, for the kinds that did
  package static func counts(
    of outcome: SimulatedLife.Outcome, _ plan: Plan
  ) -> [(name: String, count: Int)] {
    var counts: [Happening: Int] = [:]
    for line in outcome.trace {
      let text = line.dropFirst(20)
      for happening in injected(text) + mattered(text) { counts[happening, default: 0] += 1 }
    }
    for firing in outcome.firings {
      if firing.hasSuffix(" expired") { counts[.firingExpired, default: 0] += 1 }
      if firing.hasSuffix(" missed") { counts[.firingMissed, default: 0] += 1 }
      if firing.hasSuffix(" failed") { counts[.firingFailed, default: 0] += 1 }
    }
    count(trace: outcome.trace, in: &counts)
    counts[.firingHeld] = held(in: outcome.trace, plan)
    return Happening.allCases.compactMap { happening in
      counts[happening].map { (happening.rawValue, $0) }
    }
  }

  private static let kinds: [(start: String, happening: Happening)] = [
    ("process is killed", .processKilled), ("process stopped", .processStopped),
    ("machine sleeps", .machineSlept), ("file empty", .fileEmpty), ("file half", .fileHalf),
    ("file broken", .fileBroken), ("file gone", .fileGone),
    ("file limits", .fileLimits), ("person ", .commandOfPerson),
    ("late ", .commandLate), ("power cut", .powerCut), ("disk failing", .diskFailing),
    ("disk full", .diskFull), ("signal hangup", .hangup),
  ]

  /// The seconds for which SQLite waits for another process
  private static let briefly = 5

  private static func injected(_ text: Substring) -> [Happening] {
    if let kind = kinds.first(where: { text == $0.start }) { return [kind.happening] }
    if let kind = kinds.first(where: { text.hasPrefix($0.start + " ") || text.hasPrefix($0.start) })
    {
      return [kind.happening]
    }
    let words = text.split(separator: " ")
    if text.hasPrefix("store locked "), let seconds = words.last.flatMap({ Int($0) }) {
      return [seconds > briefly ? .storeLockedLong : .storeLockedBriefly]
    }
    guard words.count == 4, words[0] == "notifier" || words[0] == "service" else { return [] }
    let name = "\(words[0])\(words[2].prefix(1).uppercased())\(words[2].dropFirst())"
    return Happening(rawValue: name).map { [$0] } ?? []
  }

  private static func mattered(_ text: Substring) -> [Happening] {
    if text.hasPrefix("disk fails in its call") { return [.diskFailed] }
    guard text.hasPrefix("says ") else { return [] }
    if text.contains("works again") { return [.notifierRecovered] }
    if text.contains("to be delivered") { return [.notifierReported] }
    if text.contains("waits for it") { return [.serviceReported] }
    if text.contains("is held by") || text.contains("tried again until") { return [.storeReported] }
    if text.contains("the rules have changed") { return [.rulesReloaded] }
    if text.contains("the old ones stay") { return [.rulesKept] }
    return []
  }

  /// The number of firings of a quiet time that are first sent after it; `nil` for none
  private static func held(in trace: [String], _ plan: Plan) -> Int? {
    guard let quiet = QuietTime(plan) else { return nil }
    var sent: Set<Substring> = []
    var count = 0
    for line in trace {
      let words = line.dropFirst(20).split(separator: " ")
      guard words.first == "sends", sent.insert(words[1]).inserted else { continue }
      if let at = Instant(rfc3339: String(words[1].prefix(20))), quiet.contains(at) { count += 1 }
    }
    return count > 0 ? count : nil
  }

  /// The second of a line of a trace, in some year
  private static func second(of line: String) -> Instant? {
    Instant(rfc3339: "2026-\(line.prefix(14))Z")
  }

  /// Counts what takes more than one line to see
  private static func count(trace: [String], in counts: inout [Happening: Int]) {
    var inFlight: Set<Substring> = []
    var requests = 0
    var tried: Set<Substring> = []
    var fromBefore: Set<Substring> = []
    var commanded: Instant?
    var isRunning = false
    var snoozed: Set<Substring> = []
    for line in trace {
      let text = line.dropFirst(20)
      let words = text.split(separator: " ")
      if text.hasPrefix("sends ") {
        if !tried.insert(words[1]).inserted { counts[.attemptRepeated, default: 0] += 1 }
        if fromBefore.contains(words[1]) { counts[.deliveredAfterRestart, default: 0] += 1 }
        inFlight.insert(words[1])
      } else if text.hasPrefix("outcome of ") {
        inFlight.remove(words[2].dropLast())
      } else if text.hasPrefix("requests ") {
        requests += 1
      } else if text.hasPrefix("response") {
        requests = max(requests - 1, 0)
      } else if text.hasPrefix("person ") || text.hasPrefix("late ") {
        commanded = second(of: line)
        if !isRunning { counts[.commandWithoutProcess, default: 0] += 1 }
        if words.count > 2, words[1] == "snooze" { snoozed.insert(words[2]) }
        if words.count > 2, words[1] == "enable" { snoozed.remove(words[2]) }
      } else if text == "process is killed" {
        if let commanded, let killed = second(of: line), killed.seconds(since: commanded) <= 2 {
          counts[.killedAfterCommand, default: 0] += 1
        }
        if !inFlight.isEmpty { counts[.killedInDelivery, default: 0] += 1 }
        if requests > 0 { counts[.killedWithRequest, default: 0] += 1 }
      } else if text == "process ended" {
        isRunning = false
      } else if text == "process starts" {
        isRunning = true
        if !snoozed.isEmpty { counts[.restartAfterSnooze, default: 0] += 1 }
        fromBefore = inFlight
        inFlight = []
        requests = 0
      }
    }
  }
}
