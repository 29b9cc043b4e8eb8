import OppModel

/// The plan of a seed: a household with a few Opps, two days of trouble of some kinds, then more than a day of peace
///
/// All kinds of trouble at once would hide most of their effects, so that each seed has some of them, or one of them again and again
/// (``Focus``). Two kinds come beside all others: a notifier that fails again and again, and a store that another process holds.
extension Plan {
  package init(seed: UInt64) {
    let chance = Chance(seed: seed)
    let days = ["2026-03-28", "2026-06-21", "2026-10-24", "2026-12-30"]
    let day = Instant(rfc3339: chance.pick(days, "day") + "T00:00:00Z") ?? Instant(seconds: 0)
    let from = day.advanced(by: Int64(chance.number(in: 0...86_399, "from")))
    let trouble = Int64(chance.number(in: 6...36, "trouble")) * 3600
    self.init(
      name: "seed \(seed)", seed: seed, from: from,
      to: from.advanced(by: trouble + Self.peace), rules: [])
    zone = chance.pick(["UTC", "UTC", "Europe/Berlin", "America/New_York"], "zone")
    latency = chance.pick([0, 900, 5_000, 20_000], "longest latency")
    let focus = Focus(chance)
    let fickle = FickleNotifier(chance)
    rules = RandomHousehold(chance, focus, fickle, zone: zone).lines
    events =
      RandomTrouble(chance, focus, fickle, from: from, length: trouble, opps: opps).events
  }

  /// The seconds of peace: longer than every pause
  private static let peace: Int64 = 26 * 3600
}

/// The rules of a seed
private struct RandomHousehold {
  private let chance: Chance
  private let focus: Focus?
  private(set) var lines: [String] = []

  init(_ chance: Chance, _ focus: Focus?, _ fickle: FickleNotifier?, zone: String) {
    self.chance = chance
    self.focus = focus
    lines.append("set zone \"\(zone)\"")
    if chance.oneIn(3, "quiet") {
      let begin = chance.number(in: 0...22, "quiet begin")
      lines.append("set quiet when time in \(begin):00..\(begin + 1):30")
    }
    lines.append("connect notifications to webhook(\"http://hook.example/all\")")
    if fickle != nil || chance.oneIn(2, "Ann") {
      lines.append("connect notifications(\"Ann\") to webhook(\"http://hook.example/ann\")")
    }
    if focus?.needsRoom == true || chance.oneIn(2, "room") {
      lines.append("source room fresh for 15min { n: Number }")
      lines.append("connect room to json(\"http://room.example/\")")
      let isByEvent = chance.oneIn(2, "room at events")
      if isByEvent { lines.append(conditioned()) }
      if !isByEvent || focus?.needsRoom == true || chance.oneIn(2, "room at any time") {
        lines.append("opp \"R1\" when room.n > 20 \(text(0))")
        if chance.oneIn(3, "room twice") {
          lines.append("opp \"R2\" when room.n > 20 notify \"x\"")
        }
      }
    }
    if focus == .services || chance.oneIn(4, "plugs") { lines += Self.plugs }
    if let fickle { lines.append(fickle.opp) }
    for index in 1...chance.number(in: 2...5, "Opps") { lines.append(opp(index)) }
  }

  private func opp(_ index: Int) -> String {
    if index > 1, chance.oneIn(5, "clock", index) {
      let begin = chance.number(in: 0...22, "clock begin", index)
      let held = chance.oneIn(3, "clock held", index) ? " for 10min" : ""
      let again = chance.oneIn(3, "clock again", index) ? " again every 15min" : ""
      return
        "opp \"W\(index)\" when time in \(begin):10..\(begin + 1):05\(held) \(text(index))\(again)"
    }
    let event =
      chance.oneIn(3, "at", index)
      ? "\(chance.number(in: 0...23, "hour", index)):\(chance.number(in: 10...59, "minute", index))"
      : "every \(chance.pick(["10min", "20min", "30min", "1h", "2h"], "every", index))"
    var line = "opp \"E\(index)\" on \(event) \(text(index))"
    if focus == .limits || chance.oneIn(3, "limit", index) {
      line += " " + chance.pick(Plan.limits, "limits", index)
    }
    if chance.oneIn(4, "expires", index) {
      line += chance.pick([" expires 5min", " expires 40min"], "expiry", index)
    }
    return line
  }

  /// A service with more requests at a second than its quota has for a minute
  private static let plugs =
    [
      "source plug(k: Number) fresh for 15min { n: Number }",
      "connect plug to json(\"http://plug.example/\")",
    ] + (1...3).map { "opp \"P\($0)\" when plug(\($0)).n > 20" }

  /// An Opp that reads the room at its events
  private func conditioned() -> String {
    let period = chance.pick(["10min", "20min", "30min", "1h"], "room every")
    let limit = chance.pick(["", "", " at most 2 per hour", " at most 5 per day"], "room limit")
    let condition = chance.pick(["room.n > 20", "(room.n otherwise 30) > 20"], "room condition")
    return "opp \"A1\" on every \(period) when \(condition) notify \"at {time.second}\"\(limit)"
  }

  private func text(_ index: Int) -> String {
    if chance.oneIn(8, "silent", index) { return "" }
    return "notify \"x\""
      + chance.pick(["", "", " to \"Ann\"", " to [\"Ann\", \"Bo\"]"], "to", index)
  }
}

/// The events of a seed
private struct RandomTrouble {
  private let chance: Chance
  private let from: Instant
  private let length: Int64
  private let opps: [String]
  private(set) var events: [Plan.Event] = []

  init(
    _ chance: Chance, _ focus: Focus?, _ fickle: FickleNotifier?, from: Instant, length: Int64,
    opps: [String]
  ) {
    self.chance = chance
    self.from = from
    self.length = length
    self.opps = opps
    readings()
    if let fickle { events += fickle.events(from: from) }
    if chance.oneIn(4, "locks") { locks() }
    // A seed with a focus has one of ten other kinds, or none.
    let kind = focus.map { _ in chance.number(in: 0...9, "beside the focus") }
    if kind.map({ $0 == 0 }) ?? chance.oneIn(2, "people") { people() }
    if kind.map({ $0 == 1 }) ?? chance.oneIn(2, "edits") { edits() }
    if kind.map({ $0 == 2 }) ?? chance.oneIn(2, "notifiers") { notifiers() }
    if kind.map({ $0 == 3 }) ?? chance.oneIn(3, "services") { services() }
    if kind.map({ $0 == 4 }) ?? chance.oneIn(2, "processes") { processes() }
    if kind.map({ $0 == 5 }) ?? chance.oneIn(3, "machine") { machine() }
    if kind.map({ $0 == 6 }) ?? chance.oneIn(3, "disk") { disk() }
    if let focus {
      events += FocusedTrouble(focus, chance, from: from, length: length, opps: opps).events
    }
    events.sort { ($0.at, $0.action.line) < ($1.at, $1.action.line) }
  }

  private mutating func add(_ name: String, _ index: Int, _ action: Action, after: Int64 = 0) {
    let second = Int64(chance.number(in: 60...Int(length), "time of \(name)", index))
    events.append(Plan.Event(at: from.advanced(by: second + after), action))
  }

  /// Ends the process now and then in the time of another trouble, or asks it to try again
  private mutating func restart(within seconds: Int, of name: String, _ index: Int) {
    let place = chance.number(in: 1...seconds, "restart in \(name)", index)
    let down = Int64(chance.pick([5, 60, seconds], "down in \(name)", index))
    switch chance.number(in: 0...5, "restart kind in \(name)", index) {
    case 0: add(name, index, .stopped(down: down), after: Int64(place))
    case 1: add(name, index, .killed(after: 1, down: down), after: Int64(place))
    case 2: add(name, index, .hangup, after: Int64(place))
    case _: break
    }
  }

  private mutating func readings() {
    for index in 0..<20 {
      add("reading", index, .reading("room", chance.number(in: 10...30, "reading", index)))
    }
  }

  private mutating func people() {
    let events = opps.filter { $0.hasPrefix("E") }
    for index in 0..<chance.number(in: 1...5, "people count") {
      let kind = chance.number(in: 0...6, "person kind", index)
      let opp = events.isEmpty ? "" : chance.pick(events, "person Opp", index)
      let later = Int64(chance.number(in: 60...7200, "enabled after", index))
      let minutes = chance.number(in: 1...90, "snooze", index)
      switch kind {
      case 0: person(index, ["refresh", "room"])
      case 1: person(index, ["list"])
      case _ where opp.isEmpty: continue
      case 2:
        person(index, ["disable", opp])
        person(index, ["enable", opp], after: later)
      case 3: person(index, ["snooze", opp, "for", "\(minutes)min"])
      case 4, 5:
        // Mostly before the snooze ends.
        person(index, ["snooze", opp, "for", "\(minutes + 60)min"])
        person(index, ["enable", opp], after: later)
      case _: person(index, ["done", opp])
      }
    }
  }

  /// A command, with a kill at its second now and then
  ///
  /// Many come right after the full ten minutes at which Opps fire.
  private mutating func person(_ index: Int, _ words: [String], after: Int64 = 0) {
    let second = Int64(chance.number(in: 60...Int(length), "time of person", index))
    var at = from.advanced(by: second + after)
    let name = words[0]
    if chance.oneIn(2, "\(name) after the event", index) {
      at = at.advanced(
        by: Int64(chance.number(in: 0...2, "\(name) second", index)) - at.seconds % 600)
    }
    let lateness = Int64(chance.number(in: 1...3, "\(name) lateness", index))
    let isLate = chance.oneIn(3, "\(name) late", index)
    events.append(Plan.Event(at: at, isLate ? .late(words, seconds: lateness) : .person(words)))
    if chance.oneIn(2, "killed after \(name)", index) {
      let count = chance.number(in: 0...30, "effects after \(name)", index)
      events.append(Plan.Event(at: at, .killed(after: count, down: 10)))
    }
  }

  private mutating func edits() {
    for index in 0..<chance.number(in: 1...4, "edit count") {
      let states: [Action.FileState] = [.empty, .half, .broken, .gone, .limits]
      let state = chance.pick(states, "edit", index)
      add("edit", index, .file(state))
      let isLong =
        state == .broken || state == .limits
        || state == .gone && chance.oneIn(2, "gone for long", index)
      let after = chance.number(in: 1...(isLong ? 600 : 4), "whole after", index)
      add("edit", index, .file(.whole), after: Int64(after))
    }
  }

  private mutating func notifiers() {
    for index in 0..<chance.number(in: 1...6, "notifier count") {
      let mood = chance.pick(Action.NotifierMood.allCases, "notifier mood", index)
      let seconds = chance.pick([60, 600, 5_000, 20_000], "notifier length", index)
      let name = chance.pick(["all", "Ann"], "notifier", index)
      add("notifier", index, .notifier(name, mood, seconds: Int64(seconds)))
      restart(within: seconds, of: "notifier", index)
    }
  }

  private mutating func services() {
    for index in 0..<chance.number(in: 1...4, "service count") {
      let mood = chance.pick(Action.ServiceMood.allCases, "service mood", index)
      let seconds = chance.pick([60, 600, 5_000], "service length", index)
      add("service", index, .service("room", mood, seconds: Int64(seconds)))
      restart(within: seconds, of: "service", index)
    }
  }

  private mutating func processes() {
    for index in 0..<chance.number(in: 1...8, "process count") {
      let down = Int64(chance.pick([1, 10, 300, 4_000], "down", index))
      let after = chance.number(in: 0...60, "killed after", index)
      let action: Action =
        chance.oneIn(4, "stopped", index) ? .stopped(down: down) : .killed(after: after, down: down)
      add("process", index, action)
    }
  }

  private mutating func machine() {
    for index in 0..<chance.number(in: 1...4, "machine count") {
      switch chance.number(in: 0...2, "machine", index) {
      case 0: add("machine", index, .sleeps(Int64(chance.pick([30, 600, 9_000], "sleep", index))))
      case 1: add("machine", index, .locked(Int64(chance.pick([3, 40, 400], "lock", index))))
      case _: add("machine", index, .hangup)
      }
    }
  }

  /// Another process holds the store in seconds at which Opps fire, mostly for longer than SQLite waits
  private mutating func locks() {
    for index in 0..<chance.number(in: 1...3, "lock count") {
      let second = chance.number(in: 700...Int(length), "time of lock", index)
      let at = from.advanced(by: Int64(second))
      let early = Int64(chance.number(in: 1...8, "lock before", index))
      let seconds = Int64(chance.pick([3, 20, 60, 300], "lock length", index))
      // Opps fire at full ten minutes.
      events.append(
        Plan.Event(at: at.advanced(by: -(at.seconds % 600) - early), .locked(seconds)))
    }
  }

  private mutating func disk() {
    for index in 0..<chance.number(in: 1...4, "disk count") {
      let call = chance.number(in: 0...200, "disk call", index)
      switch chance.number(in: 0...3, "disk", index) {
      case 0: add("disk", index, .disk(.failing(call: call)))
      case 1: add("disk", index, .disk(.full(call: call)))
      case _:
        let loss = chance.pick(SimulatedDisk.Loss.allCases, "disk loss", index)
        let down = Int64(chance.pick([1, 60, 2_000], "disk down", index))
        add("disk", index, .cut(PowerCut(at: .call, call, losing: loss, down: down)))
      }
    }
  }
}
