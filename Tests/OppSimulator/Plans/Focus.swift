import OppModel

/// The trouble that a seed has again and again, and little else
///
/// Some faults need two or three things close to each other, such as a kill in the second of a command. Among all kinds of trouble
/// they hardly ever meet, so that half of the seeds have a focus.
enum Focus: String, CaseIterable {
  /// A person answers what waits for a notifier that does not take it
  case answers

  /// Opps that have not fired yet are snoozed, and the process ends in the snooze
  case snoozes

  /// Commands come at the seconds at which Opps fire, and kills with them
  case commands

  /// A refresh, and a kill before its request
  case refreshes

  /// A service fails, and hangups and restarts follow
  case services

  /// A notifier fails, and hangups and restarts follow
  case notifiers

  /// No process runs, or the machine sleeps, for hours, and people give commands in the meantime
  case absences

  /// Restarts, snoozes and edits of limits, while limits count
  case limits

  /// - Returns: `nil` for a seed with a mix of trouble.
  init?(_ chance: Chance) {
    guard chance.oneIn(2, "has a focus") else { return nil }
    self = chance.pick(Self.allCases, "focus")
  }

  /// `true` if a source must be there
  var needsRoom: Bool { self == .refreshes || self == .services }

  /// The seconds from one episode to the next
  fileprivate var distance: Int64 {
    switch self {
    case .answers, .snoozes, .services, .notifiers: 9_000
    case .commands, .refreshes, .limits: 4_000
    case .absences: 14_000
    }
  }
}

/// The episodes of a seed with a focus
struct FocusedTrouble {
  private let focus: Focus
  private let chance: Chance
  private let opps: [String]
  private(set) var events: [Plan.Event] = []

  init(_ focus: Focus, _ chance: Chance, from: Instant, length: Int64, opps: [String]) {
    self.focus = focus
    self.chance = chance
    self.opps = opps
    let count = Int(max(length / focus.distance, 1))
    for index in 0..<count {
      let begin = from.advanced(
        by: Int64(index) * focus.distance + Int64(number(60...1800, "at", index)))
      episode(index, begin)
    }
  }

  private func number(_ range: ClosedRange<Int>, _ name: String, _ index: Int) -> Int {
    chance.number(in: range, "\(name) of \(focus.rawValue)", index)
  }

  private func pick<Element>(_ elements: [Element], _ name: String, _ index: Int) -> Element {
    chance.pick(elements, "\(name) of \(focus.rawValue)", index)
  }

  private func oneIn(_ count: Int, _ name: String, _ index: Int) -> Bool {
    chance.oneIn(count, "\(name) of \(focus.rawValue)", index)
  }

  private mutating func add(_ at: Instant, after seconds: Int = 0, _ action: Action) {
    events.append(Plan.Event(at: at.advanced(by: Int64(seconds)), action))
  }

  private mutating func episode(_ index: Int, _ begin: Instant) {
    switch focus {
    case .answers: answer(index, begin)
    case .snoozes: snooze(index, begin)
    case .commands: command(index, begin)
    case .refreshes: refresh(index, begin)
    case .services:
      fail(
        .service(
          "room", pick([.failing, .failing, .limiting, .slow, .lasting], "mood", index),
          seconds: 5_000),
        index, begin)
    case .notifiers:
      fail(
        .notifier(
          person(index),
          pick([.failing, .limiting, .limiting, .picky, .picky, .losing], "mood", index),
          seconds: 5_000), index, begin)
    case .absences: leave(index, begin)
    case .limits: count(index, begin)
    }
  }

  private func person(_ index: Int) -> String { pick(["all", "all", "Ann"], "person", index) }

  /// The name of an Opp that fires by event; the first of each household does
  private func event(_ index: Int) -> String {
    pick(opps.filter { $0.hasPrefix("E") }, "event", index)
  }

  // MARK: Episodes

  private mutating func answer(_ index: Int, _ begin: Instant) {
    let mood: Action.NotifierMood = pick([.failing, .limiting, .slow, .picky], "mood", index)
    add(begin, .notifier(person(index), mood, seconds: 6_000))
    for place in 0..<2 {
      let number = index * 2 + place
      let opp = pick(opps, "Opp", number)
      let answers = [["done", opp], ["dismiss", opp], ["snooze", opp, "for", "30min"]]
      // The ledger knows of the snoozes of events alone.
      let words = pick(opp.hasPrefix("E") ? answers : Array(answers.prefix(2)), "answer", number)
      add(begin, after: self.number(600...6_000, "second", number), .person(words))
    }
    if oneIn(3, "restart", index) { restart(index, begin, within: 6_000) }
  }

  private mutating func snooze(_ index: Int, _ begin: Instant) {
    // At first, none has fired yet.
    let names = index == 0 ? opps.filter { $0.hasPrefix("E") } : [event(index)]
    for (place, opp) in names.enumerated() { snooze(opp, index * 10 + place, begin) }
  }

  private mutating func snooze(_ opp: String, _ index: Int, _ begin: Instant) {
    let minutes = number(5...130, "minutes", index)
    add(begin, .person(["snooze", opp, "for", "\(minutes)min"]))
    let length = minutes * 60
    if oneIn(2, "restart", index) { restart(index, begin, within: length) }
    if oneIn(3, "enable", index) {
      add(begin, after: number(60...length, "enabled", index), .person(["enable", opp]))
    }
    if oneIn(4, "done", index) {
      add(begin, after: number(60...length, "done", index), .person(["done", opp]))
    }
    if oneIn(3, "again", index) {
      let again = number(length + 60...length + 1_200, "again after", index)
      add(begin, after: again, .person(["snooze", opp, "for", "20min"]))
    }
  }

  private mutating func command(_ index: Int, _ begin: Instant) {
    let opp = event(index / 2)
    let others = [["done", opp], ["snooze", opp, "for", "40min"]]
    let words = index.isMultiple(of: 2) ? ["disable", opp] : ["enable", opp]
    // Opps fire at full ten minutes.
    let at = begin.advanced(by: Int64(number(0...2, "second", index)) - begin.seconds % 600)
    give(oneIn(4, "other", index) ? pick(others, "words", index) : words, index, at)
    if oneIn(2, "killed", index) {
      add(at, .killed(after: number(0...12, "effects", index), down: 10))
    }
  }

  private mutating func give(_ words: [String], _ index: Int, _ at: Instant) {
    let seconds = Int64(number(1...3, "lateness", index))
    add(at, oneIn(2, "late", index) ? .late(words, seconds: seconds) : .person(words))
  }

  private mutating func refresh(_ index: Int, _ begin: Instant) {
    if oneIn(4, "fails", index) {
      add(begin.advanced(by: -30), .service("room", .slow, seconds: 120))
    }
    give(["refresh", "room"], index, begin)
    if !oneIn(4, "not killed", index) {
      add(begin, .killed(after: number(0...12, "effects", index), down: 10))
    }
  }

  private mutating func fail(_ action: Action, _ index: Int, _ begin: Instant) {
    add(begin, action)
    for place in 0..<number(1...3, "places", index) {
      let number = index * 3 + place
      if oneIn(2, "hangup", number) {
        add(begin, after: self.number(60...4_000, "second", number), .hangup)
      } else {
        restart(number, begin, within: 4_000)
      }
    }
  }

  private mutating func leave(_ index: Int, _ begin: Instant) {
    let seconds = Int64(number(900...9_000, "length", index))
    let leaves: Action =
      switch number(0...2, "kind", index) {
      case 0: .sleeps(seconds)
      case 1: .stopped(down: seconds)
      case _: .killed(after: 1, down: seconds)
      }
    add(begin, leaves)
    let opp = event(index)
    let commands = [
      ["enable", opp], ["disable", opp], ["done", opp], ["refresh", "room"],
      ["snooze", opp, "for", "1h"],
    ]
    let at = number(1...Int(seconds), "second", index)
    add(begin, after: at, .person(pick(commands, "command", index)))
    if oneIn(2, "enabled", index) {
      add(begin, after: Int(seconds) + 900, .person(["enable", opp]))
    }
  }

  private mutating func count(_ index: Int, _ begin: Instant) {
    let opp = event(index)
    switch number(0...4, "kind", index) {
    case 0, 1: restart(index, begin, within: 4_000)
    case 2: add(begin, .file(index.isMultiple(of: 2) ? .limits : .whole))
    case 3: add(begin, .person(["snooze", opp, "for", "\(number(5...40, "minutes", index))min"]))
    case _: give(["enable", opp], index, begin)
    }
  }

  /// Ends the process, which starts again a moment or some minutes later
  private mutating func restart(_ index: Int, _ begin: Instant, within seconds: Int) {
    let down = Int64(pick([2, 10, 10, 400], "down", index))
    let action: Action =
      oneIn(2, "stopped", index) ? .stopped(down: down) : .killed(after: 1, down: down)
    add(begin, after: number(1...seconds, "restart", index), action)
  }
}
