import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

/// A rehearsed day that is killed at any instant, again and again: in the tool, and in a worker, which is the library
@Suite(.limited, .waiting) struct KilledRunTests {
  private static let rules = """
    set zone "UTC"
    set quiet when sky == clear or time in 0:00..6:00
    opp "Warm" when temp >= 20C for 3h notify "{temp}"
    opp "Hourly" on every 1h notify "{temp}" urgent
    opp "Change" on sky changes notify "{sky}"
    opp "Often" when temp > 15C again every 30min at most 5 per day
    opp "Mean" when average(temp, last 2h) > 18C notify "{temp}"
    opp "Wet" when rain > 0mm/h within last 90min at most 3 per day
    opp "Noted" when temp > 12C again every 20min notify "{temp}"
    """

  /// Until when "Noted" is snoozed
  private static let snooze = "2026-06-21T12:30:00Z"

  /// A day of weather at uneven times, warmest at two, without a reading for some hours twice
  private static var weather: String {
    var random = SplitMix64(seed: 4)
    var lines = ["time,sky,temp,rain[mm/h]"]
    for minute in 0..<1440 {
      let isSilent = (490..<677).contains(minute) || (1030..<1143).contains(minute)
      guard minute == 0 || random.next() % 8 == 0, !isSilent else { continue }
      let second = minute == 0 ? 0 : Int(random.next() % 60)
      let warmth = 10 * max(0, 1 - abs(Double(minute) / 60 - 14) / 6)
      let temperature = 12 + warmth + Double(random.next() % 30) / 10
      let sky = ["clear", "clouds", "rain"][Int(random.next() % 3)]
      let time = String(format: "%02d:%02d:%02d", minute / 60, minute % 60, second)
      let rain = random.next() % 4 == 0 ? 1.5 : 0
      lines.append("2026-06-21T\(time)Z,\(sky),\(temperature),\(rain)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  @Test func `kill -9 loses no firing, gives none two identities and breaks no hold`() throws {
    let folder = try StoryFolder(rules: Self.rules, weather: Self.weather)
    let clock = ContinuousClock()
    let length = try clock.measure { try folder.run(store: "whole.sqlite", killedAfter: nil) }
    let whole = try folder.history("whole.sqlite")
    #expect(whole.count > 30)
    for name in ["Warm", "Hourly", "Change", "Often", "Mean", "Wet", "Noted"] {
      #expect(whole.contains { $0.id.hasSuffix("/\(name)") }, "\(name)")
    }
    #expect(whole.first { $0.id.hasSuffix("/Noted") }?.id == "\(Self.snooze)/Noted")
    #expect(whole.contains { $0.state == .superseded })
    let worker = try folder.worker(snooze: "Noted", until: Self.snooze)
    let workerLength = try clock.measure { try worker.run(killedAfter: nil) }
    let deliveries = worker.deliveries
    #expect(deliveries == Dictionary(uniqueKeysWithValues: whole.map { ($0.id, $0.told) }))
    var random = SplitMix64(seed: 9)
    var kills = 0
    var workerKills = 0
    var lives = 0
    while kills < (Self.isLong ? 200 : 20) {
      lives += 1
      let store = "killed\(lives).sqlite"
      let worker = try folder.worker(snooze: "Noted", until: Self.snooze)
      // A few kills in each life, then the rest of the day in peace.
      for _ in 0..<4 {
        let share = Double(random.next() % 1000) / 1000 * 0.6
        if try folder.run(store: store, killedAfter: length * share) { kills += 1 }
        if try worker.run(killedAfter: workerLength * share) { workerKills += 1 }
      }
      try folder.run(store: store, killedAfter: nil)
      try worker.run(killedAfter: nil)
      #expect(worker.deliveries == deliveries && worker.problems == [], "\(worker.problems)")
      let history = try folder.history(store)
      #expect(history == whole)
      let delivered = history.filter { $0.state == .delivered }.map(\.id)
      #expect(Set(folder.told) == Set(delivered), "each is told at least once, as what it is")
      folder.told = []
      folder.forget(store)
    }
    #expect(workerKills > kills / 2)
    if Self.isLong {
      print("\(kills) and \(workerKills) kills in \(lives) lives, \(whole.count) firings in each")
    }
  }

  /// A chore that is done at each full hour, and passed on a second later; who did it waits for the weather
  private static let chores = """
    set zone "UTC"
    table chores by id { id, owner: Text  done: Bool }
    table log by at, chore { at: Instant  chore, who: Text }
    opp "Begin" on 0:30 record chores { id: "dishes", owner: "Ann", done: false }
    opp "Done" on every 1h when time >= 1:00 record chores { id: "dishes", done: true }
    opp "Next" for each c in chores where done
      record chores { id: c.id, owner: if c.owner == "Ann" then "Bo" else "Ann", done: false }
      at most once per hour
    opp "Completed" for each c in chores on c.done when temp > -50C
      record log { at: now, chore: c.id, who: c.owner }
      notify "{c.owner} did it." to c.owner
    opp "Shares" on 23:30
      notify "Ann {count(log where who == "Ann")}, Bo {count(log where who == "Bo")}."
    """

  @Test func `kill -9 while responses are under way changes nothing that is said`() throws {
    let folder = try StoryFolder(rules: Self.chores, weather: Self.weather, latency: "3s")
    let clock = ContinuousClock()
    let length = try clock.measure { try folder.run(store: "whole.sqlite", killedAfter: nil) }
    let whole = try folder.texts("whole.sqlite")
    #expect(whole.count { $0.hasSuffix(" did it.") } > 10, "\(whole)")
    var random = SplitMix64(seed: 24)
    for life in 0..<(Self.isLong ? 100 : 8) {
      let store = "killed\(life).sqlite"
      for _ in 0..<2 {
        let share = Double(random.next() % 1000) / 1000
        try folder.run(store: store, killedAfter: length * share * 0.8)
      }
      try folder.run(store: store, killedAfter: nil)
      #expect(try folder.texts(store) == whole)
      folder.forget(store)
    }
  }

  /// Rules and a recording in a folder of their own
  private final class StoryFolder {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")

    /// The identities that were told on standard output
    var told: [String] = []

    /// The time that responses take; nil where they come at once
    let latency: String?

    init(rules: String, weather: String, latency: String? = nil) throws {
      self.latency = latency
      let data = folder.appending(path: "data")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try Data(rules.utf8).write(to: folder.appending(path: "rules.opp"))
      try Data(weather.utf8).write(to: data.appending(path: "weather.csv"))
      try Data(#"{"from": "2026-06-21T00:00:00Z", "to": "2026-06-22T00:00:00Z"}"#.utf8).write(
        to: data.appending(path: "recording.json"))
    }

    /// A life of the day in workers, for which a person has snoozed an Opp
    func worker(snooze opp: String, until text: String) throws -> KilledWorker {
      let until = try #require(Instant(rfc3339: text))
      return try KilledWorker(
        rules: String(contentsOf: folder.appending(path: "rules.opp"), encoding: .utf8),
        data: path("data"), commands: [#"{"snooze":"\#(opp)","until":\#(until.seconds)}"#])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Rehearses the day with the executable
    ///
    /// - Returns: whether it was killed.
    @discardableResult
    func run(store: String, killedAfter time: Duration?) throws -> Bool {
      let path = path(store)
      if !FileManager.default.fileExists(atPath: path) { try snooze(path) }
      let process = try ToolProcess(
        [
          "run", self.path("rules.opp"), "--data", self.path("data"), "--store", path, "--format",
          "json",
        ] + (latency.map { ["--latency", $0] } ?? []), in: folder)
      if let time {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, process.isRunning { usleep(500) }
        process.send(SIGKILL)
      }
      let ending = process.wait()
      for line in process.printed.split(separator: "\n") {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
          let id = (object as? [String: Any])?["id"] as? String
        else { continue }
        told.append(id)
      }
      if time == nil { #expect(ending == .exited(0), "\(process.said)") }
      return ending == .signalled(SIGKILL)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// What a person has said before the day begins
    private func snooze(_ path: String) throws {
      let begins = try #require(Instant(rfc3339: "2026-06-21T00:00:00Z"))
      let until = try #require(Instant(rfc3339: KilledRunTests.snooze))
      try Store.open(path: path).snooze("Noted", until: until, by: "opp snooze", at: begins)
    }

    func forget(_ store: String) {
      for ending in ["", "-wal", "-shm", ".lock"] {
        try? FileManager.default.removeItem(atPath: path(store) + ending)
      }
    }

    /// The identity, the text and the recipients of each firing
    func texts(_ store: String) throws -> [String] {
      try Store.open(path: path(store)).history().map { firing in
        "\(firing.id) \(firing.firing.recipients): \(firing.firing.text ?? "")"
      }
    }

    func history(_ store: String) throws -> [Outcome] {
      let firings = try Store.open(path: path(store)).history()
      #expect(
        firings.allSatisfy { [.delivered, .superseded, .held].contains($0.state) })
      return firings.map { Outcome(id: $0.id, state: $0.state, delivered: $0.firing.delivered) }
    }
  }

  /// What has become of a firing
  private struct Outcome: Equatable {
    let id: String
    let state: StoredFiring.State
    let delivered: Instant

    /// The second at which it was delivered, or `nil` if it never was
    var told: Instant? { state == .delivered ? delivered : nil }
  }
}
