import Foundation
import OppModel
import OppStore

/// A life of a plan: processes one after the other, from the first second to the last
package enum SimulatedLife {
  /// The result of a life
  package struct Outcome: Sendable {
    /// The invariant that was broken; `nil` for a life as it should be
    package let violation: Violation?

    /// What happened, one line each
    package let trace: [String]

    /// The firings in the store at the end
    package let firings: [String]

    /// The calls of the disk and the effects of each process
    let counts: [(calls: Int, effects: Int)]
  }

  /// Lives through a plan, in a folder of its own that is gone afterwards
  package static func run(_ plan: Plan) -> Outcome {
    signal(SIGHUP, SIG_IGN)
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let machine = Machine(plan, in: folder)
    machine.files.write(.whole, at: machine.time)
    machine.disk.begin()
    defer { machine.disk.end() }
    // What is to happen to the first process.
    machine.pass(until: machine.time)
    var counts: [(calls: Int, effects: Int)] = []
    while !machine.isOver {
      let process = SimulatedProcess(machine)
      process.run()
      counts.append((machine.disk.calls, process.effects))
      if machine.isOver { break }
      machine.ledger.beginOutage(at: machine.now)
      machine.pass(until: machine.time + max(process.down, 1) * 1000)
    }
    let store = try? Store.open(path: machine.files.store)
    let history = (try? store?.history()) ?? []
    machine.ledger.close(history, store, at: plan.to)
    return Outcome(
      violation: machine.ledger.violation, trace: machine.trace,
      firings: history.map { "\($0.id) \($0.state)" }, counts: counts)
  }

  /// A folder in memory if the system has one: a disk that syncs would be most of the time
  private static func temporaryFolder() -> String {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    let folder = parent + "/opp-simulation-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
