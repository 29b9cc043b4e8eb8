import Foundation
import OppEngine
import OppModel
import OppSession
import OppStore

// A daemon in small, for a test that kills it: it commits steps without end, tells what fires, and says
// on standard output what it has done, each line only when it is so.
//
// Usage: opp-store-writer FILE

/// Says a line at once: what is in a buffer dies with the process
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// What happens at a second: up to two firings, and entries that all tell of the same second
func step(at second: Int64) -> StepRecord {
  var step = StepRecord(at: Instant(seconds: second))
  for row in 0..<(second % 3) {
    step.firings.append(
      NewFiring(
        opp: "Opp \(second % 2)", row: "[\(row)]", at: step.at, text: "It is \(second).",
        recipients: ["ann", "\(second)"]))
  }
  var entries = ["present": "\(second)", "gone \(second)": "\(second)"]
  entries["session"] = "1 0 \(second) -"
  for index in 0..<20 { entries["entry \(index)"] = "\(second)" }
  step.memory = SessionMemoryChange(set: entries, removed: ["gone \(second - 1)"])
  return step
}

/// Tells what waits, as often as it must be until the store knows
func tellWaiting(in store: Store, at now: Instant) throws(StoreFailure) {
  for part in try store.waiting(for: "", at: now) {
    say("told \(part.firing.id)")
    try store.markDelivered(part.firing.id, by: "", at: now)
  }
}

do {
  let store = try Store.open(path: CommandLine.arguments.dropFirst().first ?? "")
  let lock = try store.becomeDaemon(pid: Int64(getpid()), at: Instant(seconds: 0))
  var second = try store.loadMemory()?.present?.seconds ?? 0
  try tellWaiting(in: store, at: Instant(seconds: second))
  while true {
    second += 1
    try store.commit(step(at: second))
    say("committed \(second)")
    try tellWaiting(in: store, at: Instant(seconds: second))
    withExtendedLifetime(lock) {}
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
