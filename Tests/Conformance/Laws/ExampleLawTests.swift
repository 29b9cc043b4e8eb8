import Foundation
import OppEngine
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// Every example, over chosen stretches of its recording, said second by second
///
/// A stretch is two minutes; with OPP_LONG_TESTS=1 it is a day.
@Suite(.limited) struct ExampleLawTests {
  /// A folder below `examples`, and where a stretch begins
  struct Stretch: CustomTestStringConvertible, Sendable {
    let folder: String
    let from: String
    var testDescription: String { "\(folder) from \(from)" }
  }

  @Test(arguments: [
    // Into a meeting at half past twelve, with conditions that are true from the first second; and the hour that spring takes away.
    Stretch(folder: "opportunity", from: "2013-04-18T16:29:00Z"),
    Stretch(folder: "opportunity", from: "2013-03-10T06:59:00Z"),
    Stretch(folder: "units-and-time", from: "2026-03-29T00:59:00Z"),
    // The end of a ride.
    Stretch(folder: "trips", from: "2013-06-02T15:41:30Z"),
    // A snoozed alert rings again.
    Stretch(folder: "planner", from: "2013-06-05T12:19:30Z"),
    // Dinner outside, and a plant that is thirsty.
    Stretch(folder: "reminders", from: "2026-06-24T15:59:00Z"),
    // A chore is due, and nobody answers.
    Stretch(folder: "flat", from: "2026-06-12T00:59:00Z"),
    // Both have been gone for ten minutes, and the heater is on.
    Stretch(folder: "home", from: "2026-11-11T08:12:30Z"),
  ])
  func `the engine says of an example what the reference says`(stretch: Stretch) throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try ExampleCopy.write(into: copy, to: "2013-04-20")
    let folder = copy.appending(path: "examples/\(stretch.folder)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".opp") }.sorted()
    let analysis = try RuleSet.analyze(
      files: files.map {
        SourceFile(path: $0, text: try Repository.text("examples/\(stretch.folder)/\($0)"))
      })
    #expect(!analysis.hasErrors)
    let data = folder.appending(path: "data").path
    let recorded = try #require(RecordedExample(folder: data, graph: analysis.graph))
    // Memory begins with the stretch; what arrived before is handed over at its first second.
    let date = ISO8601DateFormatter().date(from: stretch.from)
    let from = date.map { Instant(seconds: Int64($0.timeIntervalSince1970)) } ?? recorded.from
    let agreement = Agreement(
      graph: analysis.graph, zone: recorded.zone, arrivals: recorded.arrivals, from: from,
      to: from.advanced(by: LawSeeds.isLong ? 86_400 : 120), watching: [])
    if let difference = agreement.differenceFromReference() { Issue.record("\(difference)") }
  }
}
