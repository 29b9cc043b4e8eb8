import OppEngine
import OppModel
import OppProviders
import OppSession
import opp

/// The services that deliver notifications
final class SimulatedNotifiers {
  private let chance: Chance
  private let longest: Int
  private var count = 0

  /// By the names of people; `all` is that of everybody else
  private var moods: [String: (mood: Action.NotifierMood, until: Int64)] = [:]

  init(_ chance: Chance, longest: Int) {
    self.chance = chance
    self.longest = longest
  }

  func set(_ mood: Action.NotifierMood, of name: String, until: Int64) {
    moods[name] = (mood, until)
  }

  /// Takes an attempt: the notice may be taken, and an outcome comes to the mailbox
  func send(
    _ notice: Notice, by name: String, on machine: Machine, _ process: SimulatedProcess
  ) {
    count += 1
    let person = name.split(separator: "\"").dropFirst().first.map { String($0) } ?? "all"
    let mood = moods[person].flatMap { $0.until > machine.time ? $0.mood : nil }
    if mood == .killing {
      if chance.oneIn(2, "taken before it dies", count) {
        machine.ledger.taken(notice.id, by: name, at: machine.now)
      }
      return process.kill()
    }
    var latency = Int64(chance.number(in: 0...longest, "delivery", count))
    if mood == .slow { latency += 25_000 }
    let failure: DeliveryFailure?
    switch mood {
    case nil, .slow, .killing: failure = nil
    case .picky:
      let isTaken = chance.oneIn(2, "picky about \(notice.id)")
      failure = isTaken ? nil : DeliveryFailure("it responded with 500")
    case .failing: failure = DeliveryFailure("it responded with 503")
    case .refusing: failure = DeliveryFailure("it responded with 400", isFinal: true)
    case .losing: failure = DeliveryFailure("there was no response within 30 s")
    case .limiting: failure = DeliveryFailure("it responded with 429", retryAfter: 600)
    }
    let isTaken = failure == nil || mood == .losing
    let outcome = DeliveryOutcome(id: notice.id, notifier: name, failure: failure)
    machine.schedule(after: latency) { [process] machine in
      if isTaken { machine.ledger.taken(notice.id, by: name, at: machine.now) }
      guard machine.process === process, !process.isDead else { return }
      machine.note("outcome of \(notice.id): \(failure?.reason ?? "delivered")")
      machine.ledger.outcome(notice.id, by: name, failure, isTaken: isTaken, at: machine.now)
      process.mailbox.put(.delivered(outcome))
    }
  }
}
