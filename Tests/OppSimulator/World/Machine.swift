import OppModel
import OppOutputs
import opp

/// The machine of a simulated life: its time, everything that waits for a time, and the trace of what happened
///
/// It is used by one thread, as the run is: a wait of the run performs what is due next, then returns.
final class Machine: @unchecked Sendable {
  let plan: Plan
  let chance: Chance
  let files: SimulatedFiles

  /// Milliseconds since 1970
  private(set) var time: Int64

  /// Everything that waits for a time, in its order
  private var schedule: [Scheduled] = []
  private var count = 0

  /// The process that is running; `nil` while none is
  var process: SimulatedProcess?

  let services: SimulatedServices
  let notifiers: SimulatedNotifiers
  let ledger: Ledger

  /// What happened, one line each; the same for the same plan in every process
  private(set) var trace: [String] = []

  /// Another connection that holds the store
  private var lock: StoreLock?

  private(set) lazy var disk = SimulatedDisk(self)

  /// The power cuts that the next processes meet, one each
  private var cuts: [PowerCut] = []

  /// Something that happens at a time
  private struct Scheduled {
    let at: Int64

    /// Among those of one time, the first that was scheduled is performed first
    let order: Int
    let action: (Machine) -> Void
  }

  init(_ plan: Plan, in folder: String) {
    self.plan = plan
    chance = Chance(seed: plan.seed)
    files = SimulatedFiles(folder: folder, plan)
    time = plan.from.seconds * 1000
    services = SimulatedServices(chance, longest: plan.latency)
    notifiers = SimulatedNotifiers(chance, longest: plan.latency)
    ledger = Ledger(plan)
    for event in plan.events {
      schedule(at: event.at.seconds * 1000) { $0.perform(event.action) }
    }
    schedule(at: end) { $0.process?.mailbox.put(.stop) }
  }

  var now: Instant { Instant(seconds: time / 1000) }

  /// The end of the plan
  private var end: Int64 { plan.to.seconds * 1000 }
  var isOver: Bool { time >= end || ledger.violation != nil }

  func note(_ text: String) {
    let millis = String(1000 + time % 1000).dropFirst()
    trace.append("\(now.rfc3339.dropFirst(5).prefix(14)).\(millis)  \(text)")
  }

  // MARK: Time

  func schedule(at time: Int64, _ action: @escaping (Machine) -> Void) {
    let new = Scheduled(at: time, order: count, action: action)
    count += 1
    let place = schedule.firstIndex { $0.at > time } ?? schedule.count
    schedule.insert(new, at: place)
  }

  func schedule(after milliseconds: Int64, _ action: @escaping (Machine) -> Void) {
    schedule(at: time + milliseconds, action)
  }

  /// `true` if another process holds the store
  var isLocked: Bool { lock != nil }

  /// Performs the next thing that is due up to a time, with all others of its millisecond
  ///
  /// - Returns: `false` if there is none; the time is then the one given.
  func advance(to limit: Int64) -> Bool {
    guard let next = schedule.first?.at, next <= limit else {
      time = max(time, limit)
      return false
    }
    time = max(time, next)
    while let first = schedule.first, first.at <= time {
      schedule.removeFirst()
      first.action(self)
      if ledger.violation != nil { return true }
    }
    return true
  }

  /// Passes a time in which no process runs
  func pass(until limit: Int64) {
    while !isOver, advance(to: min(limit, end)) {}
  }

  /// Passes milliseconds within a call of the process, which sees nothing of them
  func rest(_ milliseconds: Int64) {
    time += milliseconds
    if let lock, lock.until <= time { release(lock) }
  }

  // MARK: Events

  private func perform(_ action: Action) {
    // A command would wait for the store in real time.
    if let lock, action.isCommand {
      return schedule(at: lock.until + 1) { $0.perform(action) }
    }
    note(action.line)
    switch action {
    case .person(let words): person(words, given: now)
    case .late(let words, let seconds): person(words, given: now.advanced(by: -seconds))
    case .file(let state):
      files.write(state, at: time)
      ledger.edited(to: state, at: now)
      process?.mailbox.put(.changed)
    case .notifier(let name, let mood, let seconds):
      notifiers.set(mood, of: name, until: time + seconds * 1000)
    case .service(let name, let mood, let seconds):
      services.set(mood, of: name, until: time + seconds * 1000)
    case .reading(let source, let value): services.values[source] = value
    case .sleeps(let seconds):
      ledger.sleeps(from: now, to: now.advanced(by: seconds))
      time += seconds * 1000
    case .killed(let count, let down):
      guard let process else { return }
      process.killIn = count
      process.down = down
      ledger.beginOutage(at: now)
    case .stopped(let down):
      guard let process else { return }
      process.down = down
      process.isStopping = true
      ledger.beginOutage(at: now)
      process.mailbox.put(.stop)
    case .cut(let cut):
      if let process {
        process.cut = cut.counted(calls: disk.calls, effects: process.effects)
      } else {
        cuts.append(cut)
      }
    case .disk(let fault): disk.expect(fault)
    case .locked(let seconds):
      let until = time + seconds * 1000
      guard lock == nil, let held = disk.asAnother({ StoreLock(files.store, until: until) }) else {
        return
      }
      lock = held
      ledger.disturb(from: now, to: now.advanced(by: seconds + 8))
      schedule(at: held.until) { $0.release(held) }
    case .hangup:
      ledger.hangUp(at: now)
      process?.mailbox.put(.hungUp)
    }
  }

  /// Takes the power cut that a new process meets
  func takeCut() -> PowerCut? { cuts.isEmpty ? nil : cuts.removeFirst() }

  private func release(_ held: StoreLock) {
    guard lock === held else { return }
    note("store released")
    lock = nil
    disk.asAnother { held.end() }
  }

  /// Runs a command of the tool, as a process of its own does
  ///
  /// - Parameter given: the second at which it has read the clock.
  private func person(_ words: [String], given: Instant) {
    guard files.hasStore else { return }
    let said = disk.asAnother {
      files.run(words + ["--store", files.store], at: given, zone: plan.zone)
    }
    if said.status == .outside, !said.text.contains("is not running on this store") {
      ledger.breaks(.lives, at: now, "`opp \(words.joined(separator: " "))` failed: \(said.text)")
    }
    if said.status == .success { ledger.commanded(words, given: given, at: now) }
    // The command sends SIGHUP to the daemon, which is this process.
    process?.mailbox.put(.hungUp)
    ledger.hangUp(at: now)
  }
}
