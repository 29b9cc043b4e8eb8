import Foundation
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// An example that is rehearsed with `opp run --data`, killed and restarted at random, fires as its replay
///
/// Its last days are left out where a rehearsal of all of it would take long; with OPP_LONG_TESTS=1 none are, and it is killed more
/// often.
@Suite(.limited, .waiting) struct ExampleRunTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  @Test(arguments: [
    ("reminders", nil), ("flat", "2026-06-14T00:00"), ("planner", "2013-06-05T20:00"),
    ("trips", "2013-06-04T00:00"),
  ])
  func `what is delivered is what the replay says`(example: String, end: String?) throws {
    let folder = try TemporaryFolder()
    let story = Repository.root.appending(path: "examples/\(example)").path
    let rest = end.map { Self.isLong ? [] : ["--to", $0] } ?? []
    let replay = folder.run(["eval", story, "--format", "json"] + rest)
    #expect(replay.status == .success)
    // A firing that a later one supersedes in quiet hours is never delivered.
    let expected = Set(
      replay.text.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix(#"{"type":"firing""#) && !$0.contains(#""delivered":null"#)
      })
    #expect(expected.count > 10)

    func rehearse(_ store: String, killedAfter time: Duration?) throws -> (Set<String>, Bool) {
      let process = try ToolProcess(
        ["run", story, "--data", "\(story)/data", "--format", "json"]
          + ["--store", folder.url.appending(path: store).path] + rest, in: folder.url)
      if let time {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, process.isRunning { usleep(500) }
        process.send(SIGKILL)
      }
      let ending = process.wait()
      if time == nil { #expect(ending == .exited(0), "\(process.said)") }
      let lines = process.printed.split(separator: "\n").compactMap { line -> String? in
        // The last line of a process that was killed may be a part of one.
        guard let identity = line.range(of: #","id":"#), line.hasSuffix("}") else { return nil }
        return line[..<identity.lowerBound] + "}"
      }
      return (Set(lines), ending == .signalled(SIGKILL))
    }

    var whole: Set<String> = []
    var length = try ContinuousClock().measure {
      whole = try rehearse("whole.sqlite", killedAfter: nil).0
    }
    #expect(whole.symmetricDifference(expected).sorted() == [])
    var random = SplitMix64(seed: 14)
    var (kills, life) = (0, 0)
    while life < (Self.isLong ? 5 : 1) || kills == 0 {
      var delivered: Set<String> = []
      for _ in 0..<4 {
        let share = Double(random.next() % 1000) / 1000
        let (lines, isKilled) = try rehearse(
          "killed\(life).sqlite", killedAfter: length * share * 0.5)
        delivered.formUnion(lines)
        if isKilled { kills += 1 }
      }
      delivered.formUnion(try rehearse("killed\(life).sqlite", killedAfter: nil).0)
      #expect(delivered.symmetricDifference(expected).sorted() == [])
      life += 1
      // If all ended before, the machine is faster than it was.
      if kills == 0 { length /= 2 }
    }
  }
}
