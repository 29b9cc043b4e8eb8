import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppProviders
import OppStore
import opp

/// One process of `opp run`, from its start to its end
///
/// A process is killed at an effect: the files of the store are copied at that instant, all that it does from there on has no
/// effect, and its end puts the copy in the place of the store.
final class SimulatedProcess: @unchecked Sendable {
  private unowned let machine: Machine
  let mailbox = LiveMailbox()
  let console = Console()

  /// The number of effects after which it is killed; `nil` if it is not to be
  var killIn: Int?

  /// The seconds until the next process starts
  var down: Int64 = 10
  var isStopping = false

  /// The power cut that it meets; `nil` for none
  var cut: PowerCut?

  /// The effects so far: syncs of the disk, requests, deliveries, waits
  private(set) var effects = 0

  /// The files of the store as the process has left them behind when it was killed; `nil` while it is not
  private(set) var left: [String: Data]?

  /// The content of the last commit when the process was killed, and of the one that was under way
  private var committed: StoreContent?
  private var inFlight: StoreContent?

  /// The looks at the store for the commit that was under way
  private var looks = 0

  /// `true` if the store may have changed since the last look
  private var mayHaveCommitted = true

  /// The waits at the same millisecond without anything that comes
  private var idleWaits = 0
  private var lastWait: Int64 = 0

  /// `true` once it has waited for the first time: it runs
  private var hasBegun = false

  /// The bytes of the transcript that have been read
  private var readBytes = 0

  /// The observer's connection to the store
  private var connection: Store?

  init(_ machine: Machine) {
    self.machine = machine
  }

  var isDead: Bool { left != nil }

  /// `true` if another process holds the store, and this one could not begin
  private var isHeldAtStart: Bool { machine.isLocked && !hasBegun }

  /// Runs it to its end
  func run() {
    machine.process = self
    cut = machine.takeCut()
    machine.disk.beginProcess()
    machine.note("process starts")
    machine.ledger.endOutage(at: machine.now)
    let surroundings = LiveSurroundings(
      clock: SimulatedClock(machine: machine, process: self), mailbox: mailbox,
      deliverer: SimulatedDeliverer(machine: machine, process: self)
    ) { [machine] graph, providers, generation in
      machine.ledger.graph = machine.ledger.graph ?? graph
      return SimulatedWorld(machine, self, graph, providers, generation)
    }
    let words = ["run", "rules.opp", "--store", "store.sqlite"]
    let (status, text) = machine.files.run(
      words, at: machine.now, zone: machine.plan.zone, surroundings, console: console)
    if !isDead { hear() }
    machine.disk.asAnother { connection = nil }
    machine.process = nil
    if let left {
      checkContent(of: left)
      machine.files.restore(left)
    } else if machine.disk.hasFailed {
      machine.ledger.killed(at: machine.now)
    } else {
      machine.ledger.ended(at: machine.now)
      checkEnd(status, text)
    }
    machine.disk.forgetWrites()
    machine.note("process ended")
  }

  /// Checks that a process that was not killed had a reason to end
  private func checkEnd(_ status: OppOutputs.ExitStatus, _ text: String) {
    if !isStopping, !machine.isOver, machine.files.isWhole,
      !isHeldAtStart
    {
      let last = text.split(separator: "\n").suffix(3).joined(separator: " / ")
      machine.ledger.breaks(
        .lives, at: machine.now, "the run ended by itself with status \(status.rawValue): \(last)")
    }
  }

  /// Checks that the next process finds what was committed: all of the last commit, or of the one that was under way
  private func checkContent(of left: [String: Data]) {
    let content = machine.files.content(of: left)
    guard content.isWhole else {
      return machine.ledger.breaks(.restored, at: machine.now, "the store is damaged after a crash")
    }
    guard let committed, committed.isReadable, content != committed, content != inFlight else {
      return
    }
    machine.ledger.breaks(
      .restored, at: machine.now, "the store has the content of no commit after a crash")
  }

  // MARK: Kills

  /// A reading of the clock, or an effect: it may be killed at it
  func passes() {
    if isDead { return lookForCommit() }
    guard let count = killIn else { return }
    killIn = count - 1
    if count <= 0 { kill() }
  }

  /// An effect, such as a request: it may be killed at it
  func effect() {
    passes()
    act()
  }

  private func act() {
    if isDead { return }
    effects += 1
    if let cut, cut.place == .effect, cut.count == effects { meet(cut) }
  }

  /// A call of the disk, the number of which is given
  func diskCall(_ number: Int, isSync: Bool, isWrite: Bool) {
    if isDead {
      if !isWrite { lookForCommit() }
      if isSync || isWrite { mayHaveCommitted = true }
      return
    }
    if isSync { act() }
    if let cut, !isDead, cut.place == .call, cut.count == number { meet(cut) }
  }

  private func meet(_ cut: PowerCut) {
    down = cut.down
    kill(losing: cut.loss)
  }

  /// The process that was killed goes on without an effect: the first change of the store is the commit that was under way
  private func lookForCommit() {
    guard mayHaveCommitted, inFlight == nil, looks < Self.mostLooks else { return }
    mayHaveCommitted = false
    looks += 1
    let content = machine.disk.asAnother { StoreContent(path: machine.files.store) }
    if content.isReadable, content != committed { inFlight = content }
  }

  private static let mostLooks = 40

  /// Ends it at this instant
  func kill(losing loss: SimulatedDisk.Loss = .none) {
    machine.note("process is killed")
    hear()
    left = machine.disk.asAnother {
      machine.files.snapshot { machine.disk.content(of: $0, losing: loss) }
    }
    committed = machine.disk.asAnother { StoreContent(path: machine.files.store) }
    machine.ledger.killed(at: machine.now)
  }

  /// The store as another process sees it, which is used by ``SimulatedDisk/asAnother(_:)``
  func observed() -> Store? {
    if connection == nil { connection = try? Store.open(path: machine.files.store, isMade: false) }
    return connection
  }

  /// Reads what the process has printed since the last call
  func hear() {
    let bytes = console.transcript.dropFirst(readBytes)
    if bytes.isEmpty { return }
    readBytes += bytes.count
    let text = String(decoding: bytes, as: UTF8.self).replacing(machine.files.folder, with: "")
    for line in text.split(separator: "\n") {
      machine.note("says \(line)")
      machine.ledger.heard(String(line), at: machine.now)
    }
  }

  /// Notes a wait
  ///
  /// - Returns: `false` if it waits again and again at one instant.
  func notesWait() -> Bool {
    hasBegun = true
    idleWaits = machine.time == lastWait ? idleWaits + 1 : 0
    lastWait = machine.time
    return idleWaits < 200
  }
}

/// The clock of a simulated machine
struct SimulatedClock: LiveClock {
  let machine: Machine
  let process: SimulatedProcess

  var now: Instant {
    process.passes()
    return machine.now
  }

  func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool {
    process.effect()
    if process.isDead { return false }
    process.hear()
    machine.disk.asAnother {
      machine.ledger.waits(
        until: until ?? Instant(seconds: .max), hasNews: !mailbox.isEmpty, process.observed(),
        at: machine.now)
    }
    guard process.notesWait() else {
      machine.ledger.breaks(.lives, at: machine.now, "the run never sleeps")
      return false
    }
    let limit = until.map { $0.seconds * 1000 } ?? .max
    while mailbox.isEmpty, machine.time < limit, machine.ledger.violation == nil {
      guard machine.advance(to: limit) else { break }
    }
    if machine.ledger.violation != nil { mailbox.put(.stop) }
    return true
  }

  func pause(milliseconds: Int32) {
    if process.isDead {
      // The time stands still for it, so that nothing would end what it waits for.
      process.mailbox.put(.stop)
    } else {
      machine.rest(Int64(milliseconds))
    }
  }
}

/// The deliveries of a simulated process
struct SimulatedDeliverer: Deliverer {
  let machine: Machine
  let process: SimulatedProcess

  func send(_ notice: Notice, by notifier: any Notifier) {
    process.effect()
    if process.isDead { return }
    machine.note("sends \(notice.id) to \(notifier.name)")
    machine.disk.asAnother {
      machine.ledger.sends(notice, by: notifier.name, process.observed(), at: machine.now)
    }
    machine.notifiers.send(notice, by: notifier.name, on: machine, process)
  }
}
