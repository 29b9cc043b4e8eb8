import OppTestLimits
import OppTesting
import Testing

/// Limits of `opp run` that are edited between two runs of one store
@Suite(.limited, .waiting) struct LimitRunTests {
  /// The times of the firings of an Opp `on every 30min` from 08:10 on, whose limit is edited at 08:45 and at 10:15
  private func firings(_ limits: [String]) throws -> String {
    let folder = try TemporaryFolder()
    var lines = ["time,on"]
    for minute in stride(from: 480, to: 700, by: 1) {
      let time =
        "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
      lines.append("2026-06-21T\(time)Z,\(minute >= 490)")
    }
    try folder.write("data/probe.csv", lines.joined(separator: "\n") + "\n")
    var times: [Substring] = []
    for (limit, end) in zip(limits, ["08:45", "10:15", "11:10"]) {
      try folder.write(
        "rules.opp",
        """
        set zone "UTC"
        source probe fresh for 2min { on: Bool }
        opp "A" on every 30min when probe.on \(limit)
        """)
      let text = folder.run([
        "run", "rules.opp", "--data", "data", "--store", "store.sqlite", "--to",
        "2026-06-21T\(end)Z",
      ]).text
      times += text.split(separator: "\n").filter { $0.hasPrefix("2026-") }
        .map { $0.dropFirst(11).prefix(5) }
    }
    return times.joined(separator: " ")
  }

  @Test(arguments: [
    (["at most once per day", "at most once"], "08:30"),
    (["at most once", "at most once per day"], "08:30"),
    (["at most once per day", "at most once per 1h"], "08:30 09:30"),
    (["", "at most once per day"], "08:30"),
    (["at most 3 per day", "at most 1 per 1h", "at most 3 per day"], "08:30 09:30 10:30"),
    (
      ["at most once per 1h", "at most 3 per day", "at most 4 per week"], "08:30 09:00 09:30 10:30"
    ),
    (["at most once", "", "at most 5 per day"], "08:30 09:00 09:30 10:00 10:30"),
  ])
  func `an edited limit counts the firings of the store`(
    _ limits: [String], _ times: String
  ) throws {
    #expect(try firings(limits) == times)
  }
}
