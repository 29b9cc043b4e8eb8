import Foundation
import OppModel
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// `examples/live`, lived by with the services that it connects
///
/// One after the other, for OPP_UPDATE_GOLDEN=1 has them write what they see into one page.
@Suite(.limited, .waiting, .serialized) struct StoryTests {
  private static let story = "examples/live"

  /// - Parameters:
  ///   - from: the local time at which the life begins, on Monday, 22 June 2026.
  ///   - to: where it ends.
  private func life(
    from: String = "2026-06-22T00:00:00+02:00", to: String
  ) throws -> (LiveFolder, StoryServices) {
    let live = try LiveFolder(story: Self.story, from: from, to: to)
    return (live, try StoryServices(live, story: Self.story))
  }

  private func history(_ live: LiveFolder) -> String {
    live.command("history", "--zone", "Europe/Amsterdam")
  }

  @Test func `a day of Mira's is as the page says`() async throws {
    let (live, services) = try life(to: "2026-06-23T00:00:00+02:00")
    try await live.live()
    let firings = history(live)
    try checkGolden(
      firings + "\nasked of the services\n" + services.counts, "\(Self.story)/expected.txt")
    try checkBlock("history", firings)
    try checkBlock("asked", services.counts)
    // Everything was told, once, and nothing else.
    #expect(services.messages.count == firings.split(separator: "\n").count)
    #expect(live.count(of: "waits for it") == 0, "\(live.printed)")
    #expect(live.count(of: "wait for it") == 0, "\(live.printed)")
  }

  @Test func `the plan of the day is as the page says`() throws {
    let planned = run(["plan", Self.story, "--data", "\(Self.story)/data", "--day", "2026-06-22"])
    try checkGolden(planned, "\(Self.story)/planned.txt")
    // The page quotes an hour of it.
    let hour = planned.split(separator: "\n").filter { $0.hasPrefix("2026-06-22 17:") }
    try checkBlock("planned", hour.joined(separator: "\n") + "\n")
  }

  @Test func `while the weather is down the rest goes on, and then the weather too`() async throws {
    let (live, services) = try life(
      from: "2026-06-22T08:30:00+02:00", to: "2026-06-22T14:00:00+02:00")
    let down = try LiveFolder.instant("2026-06-22T11:30:00+02:00")
    services.fail(
      "/v1/forecast", during: down..<(try LiveFolder.instant("2026-06-22T12:39:00+02:00")),
      with: .status(503))
    try await live.live()
    let said = live.printed.replacing("127.0.0.1", with: "api.open-meteo.com")
    let health = said.split(separator: "\n").filter { $0.contains("weather (openmeteo)") }
    // The line of the greeting is the first.
    #expect(health.count == 3, "\(said)")
    try checkBlock("health", health.dropFirst().joined(separator: "\n") + "\n")
    let firings = history(live).split(separator: "\n")
    #expect(firings.contains { $0.hasSuffix("12:00:00  Stretch") }, "\(firings)")
    let walk = try #require(firings.first { $0.hasSuffix("  Lunch walk") })
    try checkBlock("walk", walk + "\n")
  }

  @Test func `the button of a notification takes effect at once`() async throws {
    let (live, services) = try life(
      from: "2026-06-22T19:50:00+02:00", to: "2026-06-23T00:00:00+02:00")
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-22T20:30:00+02:00")) { _ in
      guard let words = services.pressed("snooze", of: "Laundry") else { return }
      _ = folder.command(words[0], words[1])
    }
    live.clock.on(try LiveFolder.instant("2026-06-22T21:10:00+02:00")) { _ in
      guard let words = services.pressed("done", of: "Laundry") else { return }
      _ = folder.command(words[0], words[1])
    }
    try await live.live()
    let laundry = history(live).split(separator: "\n").filter { $0.contains("Laundry") }
    // Half an hour is what the rule says; it is still true then.
    #expect(
      laundry == [
        "2026-06-22 20:25:58  Laundry (done)", "2026-06-22 21:00:00  Laundry (done)",
      ])
  }

  /// Checks a block of the page, ```` ```text NAME ````, or rewrites it under OPP_UPDATE_GOLDEN=1
  private func checkBlock(
    _ name: String, _ text: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let url = Repository.root.appending(path: "\(Self.story)/README.md")
    var page = try String(contentsOf: url, encoding: .utf8)
    let begin = try #require(page.range(of: "```text \(name)\n"), sourceLocation: location)
    let end = try #require(page.range(of: "```\n", range: begin.upperBound..<page.endIndex))
    let block = begin.upperBound..<end.lowerBound
    if ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1" {
      page.replaceSubrange(block, with: text)
      try Data(page.utf8).write(to: url)
    } else {
      #expect(page[block] == text, "OPP_UPDATE_GOLDEN=1 rewrites it", sourceLocation: location)
    }
  }

  private func run(_ arguments: [String]) -> String {
    let console = Console()
    let context = CommandContext(
      workingDirectory: Repository.root.path, variables: ["TZ": "UTC"])
    _ = CommandLineTool.run(arguments, in: context, console)
    return String(decoding: console.transcript, as: UTF8.self)
  }
}
