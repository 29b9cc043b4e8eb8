import Foundation
import OppEngine
import OppModel
import OppProviders
import OppSemantics
import OppSession
import OppSyntax
import OppTestLimits
import OppTesting
import OppWorker
import Testing

@testable import OppKit

/// Every example through the worker fires as a run that is never interrupted
///
/// Some hours of each are run; with OPP_LONG_TESTS=1 all of them.
@Suite(.limited) struct WorkerConformanceTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  /// An example, and the hours of it that are run
  private static let examples: [(name: String, hours: Int64)] = [
    ("reminders", 24), ("flat", 10), ("planner", 1), ("trips", 3), ("opportunity", 9),
    ("live", 6), ("units-and-time", 2), ("home", 24),
  ]

  @Test(arguments: examples)
  func `an example fires as it does in one session, evicted after each step`(
    example: (name: String, hours: Int64)
  ) throws {
    try compare(example.name, hours: example.hours, isResident: false)
  }

  @Test(arguments: isLong ? examples : Array(examples.prefix(1)))
  func `a session that stays in the worker fires likewise`(
    example: (name: String, hours: Int64)
  ) throws {
    try compare(example.name, hours: example.hours, isResident: true)
  }

  private func compare(_ name: String, hours: Int64, isResident: Bool) throws {
    let sample = try #require(SampleRuleSet.examples.first { $0.name == name })
    let graph = OppSemantics.RuleSet.analyze(
      files: sample.files, connectors: .tool
    ).graph
    let folder = Repository.root.appending(path: "examples/\(name)/data").path
    let recorded = try #require(RecordedExample(folder: folder, graph: graph))
    let end =
      Self.isLong
      ? recorded.to : min(recorded.to, recorded.from.advanced(by: hours * 3600))
    var simulation = Simulation(
      graph: graph, zone: recorded.zone, begins: recorded.from,
      arrivals: recorded.arrivals.map { (at: $0.at, arrival: $0.arrival) })
    var expected: [String] = []
    let rows = RowText(graph)
    simulation.run(to: end) { _, _, step in
      expected += step.firings.map { firing in
        [
          firing.opp, firing.row.map { rows.text(of: $0) } ?? "", "\(firing.at.seconds)",
          firing.text ?? "",
        ].joined(separator: " | ")
      }
    }
    #expect(!expected.isEmpty)

    let calendar =
      (try? String(contentsOfFile: folder + "/calendar.ics", encoding: .utf8)) ?? ""
    let settings = try String(contentsOfFile: folder + "/recording.json", encoding: .utf8)
    let zone = try #require(settings.firstMatch(of: /"zone": *"([^"]*)"/)?.output.1)
    let database = ZoneDatabase()
    let services = Worker.Services(
      zone: { name in (try? database.zone(named: name)).map { ZoneRules($0) } }, zoneEdition: nil,
      folder: { _ in nil })
    var driver = WorkerDriver(
      Worker(services),
      rules: sample.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) },
      zone: String(zone), recorded, calendar: calendar, isResident: isResident)
    let firings = driver.run(to: end)
    #expect(driver.problems.prefix(5) == [])
    #expect(firings.filter { !expected.contains($0) }.prefix(5) == [])
    #expect(expected.filter { !firings.contains($0) }.prefix(5) == [])
    #expect(firings == expected)
  }
}
