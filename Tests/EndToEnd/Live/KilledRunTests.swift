import Foundation
import OppModel
import OppStore
import OppTesting
import Testing

/// A rehearsed day that is killed at any instant, again and again
@Suite struct KilledRunTests {
  private static let rules = """
    set zone "UTC"
    opp "Warm" when temp >= 20C for 3h notify "{temp}"
    opp "Hourly" on every 1h notify "{temp}"
    opp "Change" on sky changes notify "{sky}"
    opp "Often" when temp > 15C again every 30min at most 5 per day
    """

  /// A day of weather: warm from ten to six, the sky different every three hours
  private static var weather: String {
    var lines = ["time,sky,temp"]
    for hour in 0..<24 {
      let sky = ["clear", "clouds", "rain"][hour / 3 % 3]
      lines.append(
        "2026-06-21T\(hour < 10 ? "0" : "")\(hour):00Z,\(sky),\((10...18).contains(hour) ? 23 : 12)"
      )
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
    #expect(whole.contains { $0.hasPrefix("2026-06-21T13:00:0") && $0.hasSuffix("/Warm") })
    var random = SplitMix64(seed: 9)
    var kills = 0
    var lives = 0
    while kills < (Self.isLong ? 200 : 20) {
      lives += 1
      let store = "killed\(lives).sqlite"
      // A few kills in each life, then the rest of the day in peace.
      for _ in 0..<4 {
        let share = Double(random.next() % 1000) / 1000
        if try folder.run(store: store, killedAfter: length * share * 0.6) { kills += 1 }
      }
      try folder.run(store: store, killedAfter: nil)
      let history = try folder.history(store)
      // A life that begins asks anew, so that an answer may come a second earlier or later.
      #expect(history.map { minute($0) }.sorted() == whole.map { minute($0) }.sorted())
      #expect(Set(folder.told) == Set(history), "each is told at least once, as what it is")
      folder.told = []
    }
  }

  /// `2026-06-21T13:00/Warm` of an identity
  private func minute(_ id: String) -> String { String(id.prefix(16)) + String(id.dropFirst(20)) }

  /// Rules and a recording in a folder of their own
  private final class StoryFolder {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")

    /// The identities that were told on standard output
    var told: [String] = []

    init(rules: String, weather: String) throws {
      let data = folder.appending(path: "data")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try Data(rules.utf8).write(to: folder.appending(path: "rules.opp"))
      try Data(weather.utf8).write(to: data.appending(path: "weather.csv"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Rehearses the day with the executable
    ///
    /// - Returns: whether it was killed.
    @discardableResult
    func run(store: String, killedAfter time: Duration?) throws -> Bool {
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "opp")
      process.currentDirectoryURL = folder
      process.arguments = [
        "run", "rules.opp", "--data", "data", "--store", store, "--format", "json",
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      if let time {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, process.isRunning { usleep(500) }
        kill(process.processIdentifier, SIGKILL)
      }
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
          let id = (object as? [String: Any])?["id"] as? String
        else { continue }
        told.append(id)
      }
      if time == nil { #expect(process.terminationStatus == 0) }
      return process.terminationReason == .uncaughtSignal
    }

    func history(_ store: String) throws -> [String] {
      let firings = try Store.open(path: folder.appending(path: store).path).history()
      #expect(firings.allSatisfy { $0.state == .told })
      return firings.map(\.id)
    }
  }
}
