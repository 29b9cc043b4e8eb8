import Foundation
import OppEngine
import OppModel
import OppSession
import OppStore
import OppTesting
import OppTestLimits
import Testing

/// A daemon that is killed at any instant, again and again
@Suite(.limited) struct KillTests {
  /// What a killed daemon had said
  private struct Life {
    /// The last second that it reported as committed; nil where it came to none
    var committed: Int64?
    var told: [String] = []
  }

  @Test func `kill -9 loses no firing and gives none two identities`() throws {
    let folder = try StoreFolder()
    var random = SplitMix64(seed: 9)
    var present: Int64 = 0
    var told: [String: Int] = [:]
    for _ in LawSeeds.seeds(25, long: 400) {
      let life = try live(on: folder.path, lines: Int(random.next() % 30), &random)
      for id in life.told { told[id, default: 0] += 1 }
      let store = try folder.open()
      let reached = try store.loadMemory()?.present?.seconds ?? 0
      // What was said to be committed is there; at most one more step is, that could not be said.
      let reported = life.committed ?? present
      #expect((reported...(reported + 1)).contains(reached), "after second \(reported)")
      present = reached
      try checkMemory(of: store, at: present)
      try checkFirings(of: store, at: present, told: told)
    }
    #expect(present > 0)
  }

  /// Lets a daemon live until it has said so many lines, and kills it in the midst of its work
  private func live(
    on path: String, lines: Int, _ random: inout SplitMix64
  ) throws -> Life {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "opp-store-writer")
    process.arguments = [path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var output = Data()
    while output.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
      let read = pipe.fileHandleForReading.availableData
      guard !read.isEmpty else { break }
      output += read
    }
    // Some more microseconds, so that it is not always just behind a line.
    for _ in 0..<(random.next() % 100_000) { _ = random.next() }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    output += pipe.fileHandleForReading.readDataToEndOfFile()
    var life = Life()
    // A last line without its end was not said.
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      if words[0] == "committed" { life.committed = Int64(words[1]) }
      if words[0] == "told" { life.told.append(words[1]) }
    }
    return life
  }

  private func checkMemory(of store: Store, at present: Int64) throws {
    let entries = try store.loadMemory()?.entries ?? [:]
    guard present > 0 else { return #expect(entries.isEmpty) }
    #expect(entries.count == 23)
    #expect(entries["gone \(present)"] != nil)
    #expect(entries["session"] == "1 0 \(present) -")
    #expect(entries.allSatisfy { $0.key == "session" || $0.value == "\(present)" })
  }

  /// That every firing of every second up to the present is there once, and each but the last few told
  private func checkFirings(of store: Store, at present: Int64, told: [String: Int]) throws {
    let firings = try store.history()
    let expected = (0...present).flatMap { second in
      (0..<(second % 3)).map { "\(second) Opp \(second % 2) [\($0)]" }
    }
    #expect(
      firings.map { "\($0.firing.at.seconds) \($0.firing.opp) \($0.firing.row)" } == expected)
    #expect(Set(firings.map(\.id)).count == firings.count)
    #expect(Set(told.keys).isSubset(of: firings.map(\.id)))
    for firing in firings {
      #expect(firing.firing.recipients == ["ann", "\(firing.firing.at.seconds)"])
      #expect(firing.state == .waiting || told[firing.id] != nil, "\(firing.id)")
    }
    #expect(firings.count { $0.state == .waiting } <= 2)
  }
}
