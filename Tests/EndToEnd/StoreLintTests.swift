import Foundation
import OppModel
import OppOutputs
import OppStore
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// `opp lint --store`: the rules about data, over firings that a store has kept
@Suite(.limited) struct StoreLintTests {
  private static let noon = Instant(seconds: 1_782_043_200)

  /// A folder with rules, and a store in which one of them has fired twenty times yesterday and once today
  private final class World {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    let store: Store

    init(rules: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try rules.write(
        to: folder.appending(path: "rules.opp"), atomically: true, encoding: .utf8)
      store = try Store.open(path: folder.appending(path: "store.sqlite").path)
      try store.declare([
        DeclaredOpp(name: "Warm", colour: nil, snooze: 1800, isDisabled: false),
        DeclaredOpp(name: "Tea", colour: nil, snooze: 1800, isDisabled: false),
      ])
      var step = StepRecord(at: StoreLintTests.noon)
      let yesterday = StoreLintTests.noon.advanced(by: -86_400)
      step.firings = (0..<20).map {
        NewFiring(opp: "Warm", at: yesterday.advanced(by: 600 * $0), text: "Terrace.")
      }
      step.firings.append(
        NewFiring(opp: "Warm", at: StoreLintTests.noon.advanced(by: -60), text: "Terrace."))
      step.firings.append(
        NewFiring(opp: "Tea", at: StoreLintTests.noon.advanced(by: -90), text: "Tea."))
      try store.commit(step)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func run(_ arguments: [String]) -> String {
      let console = Console()
      let context = CommandContext(
        workingDirectory: folder.path, variables: ["TZ": "UTC"], present: StoreLintTests.noon)
      let status = CommandLineTool.run(arguments, in: context, console)
      let text = String(decoding: console.transcript, as: UTF8.self)
      return status == .success ? text : text + "exit \(status.rawValue)\n"
    }
  }

  private static let rules = """
    opp "Warm" when temp > 20C notify "Terrace."
    opp "Tea" on 16:00 notify "Tea."
    opp "Never yet" when temp < 0C notify "Cold."

    """

  @Test func `what has fired too often is said as what happened`() throws {
    let world = try World(rules: Self.rules)
    let printed = world.run(["lint", "--store", "store.sqlite", "rules.opp"])
    #expect(
      printed.contains("this fired 20 times on 20 June 2026, 10.5 a day on average"), "\(printed)")
    #expect(!printed.contains("would have fired"), "\(printed)")
    #expect(printed.contains("observed over 2 days, from 20 June 2026 to 21 June 2026"))
  }

  @Test func `the share of notifications that were dismissed is named`() throws {
    let world = try World(rules: Self.rules)
    for firing in try world.store.history().filter({ $0.firing.opp == "Warm" }).prefix(14) {
      try world.store.dismiss(id: firing.id, at: Self.noon)
    }
    let printed = world.run(["lint", "--store", "store.sqlite", "rules.opp"])
    #expect(printed.contains("67 % of them were dismissed"), "\(printed)")
  }

  @Test func `nothing is said of a store in which nothing has happened`() throws {
    let world = try World(rules: #"opp "New" when temp > 20C notify "Terrace.""# + "\n")
    let printed = world.run(["lint", "--store", "store.sqlite", "rules.opp"])
    #expect(!printed.contains("fired"), "\(printed)")
  }

  @Test func `rules about readings are not judged by a store`() throws {
    let world = try World(
      rules: #"opp "Tea" on 16:00 when temp > 45C notify "Tea.""# + "\n")
    let printed = world.run(["lint", "--store", "store.sqlite", "rules.opp"])
    #expect(!printed.contains("never reached") && !printed.contains("fired"), "\(printed)")
  }

}
