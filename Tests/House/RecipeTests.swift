import Foundation
import OppTesting
import OppTestLimits
import Testing

/// The recipes of CONTRIBUTING name every file that a change touches
///
/// Each is held against one that was made before: the files that list it, its own aside, are those of the recipe.
@Suite(.limited) struct RecipeTests {
  struct Made: Sendable, CustomTestStringConvertible {
    /// The words of the heading
    let recipe: String

    /// One of its kind
    let name: String

    /// The lines that list it
    let listed: @Sendable (Substring) -> Bool

    /// The words in the names of its own files
    let own: String
    var testDescription: String { "\(recipe): \(name)" }
  }

  static let made = [
    Made(
      recipe: "connector", name: "owntracks", listed: { lists("owntracks", "OwnTracks", $0) },
      own: "owntracks"),
    Made(
      recipe: "connector", name: "caldav", listed: { lists("caldav", "CalDAV", $0) }, own: "caldav"),
    Made(
      recipe: "notifier", name: "webhook", listed: { lists("webhook", "Webhook", $0) },
      own: "webhook"),
    Made(
      recipe: "subcommand", name: "refresh",
      listed: { $0.hasPrefix("| `opp refresh") || $0.contains(" .refresh,") },
      own: "RefreshCommand"),
    Made(
      recipe: "lint rule", name: "uneven-every",
      listed: { $0.hasPrefix("    .unevenEvery") || $0.contains("LintVariant(\"uneven-every\"") },
      own: "UnevenEvery"),
    Made(
      recipe: "field", name: "humidity",
      listed: { line in
        [
          "\"humidity\"", "humidity: Percent", "humidity, clouds: Percent", "`humidity -> Percent`",
          "feels_like humidity clouds", "`feels_like` `humidity`", "|humidity|",
        ].contains { line.contains($0) }
      }, own: "LintRecordings"),
    Made(
      recipe: "migration", name: "second",
      listed: { $0.contains("[Migration] = [") || $0.contains("static let version1") },
      own: "SecondMigration"),
  ]

  /// Whether a line lists a kind of connection
  private static func lists(_ kind: String, _ type: String, _ line: Substring) -> Bool {
    let page = kind.prefix(1).uppercased() + kind.dropFirst()
    return line.contains("`\(kind)`") || line.contains("\(type)Connector.kind")
      || line.contains("\(type)Notifier.kind") || line.contains("<doc:\(page)")
  }

  @Test(arguments: made)
  func `a recipe names every file that lists one of its kind`(made: Made) throws {
    let recipe = try recipe(made.recipe)
    var found = 0
    for path in try files() where !path.lowercased().contains(made.own.lowercased()) {
      let text = try String(
        contentsOf: Repository.root.appending(path: path), encoding: .utf8)
      guard text.split(separator: "\n").contains(where: made.listed) else { continue }
      found += 1
      #expect(recipe.contains("`\(path)`"), "the recipe for a \(made.recipe) lacks \(path)")
    }
    #expect(found > 0)
  }

  /// The text below the heading of a recipe
  private func recipe(_ name: String) throws -> Substring {
    let page = try String(
      contentsOf: Repository.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let sections = page.split(separator: "\n### ").dropFirst()
    return try #require(
      sections.first { ($0.split(separator: "\n").first ?? "").contains(name) })
  }

  /// The files that a change may have to touch, tests of its own aside
  private func files() throws -> [String] {
    let folders = ["Sources", "grammar", "Tests/Goldens", "Tests/OppLint/Rules", "Tests/OppStore"]
    let kinds = ["swift", "md", "txt", "json"]
    var found = ["README.md"]
    for folder in folders {
      let names = FileManager.default.enumerator(
        atPath: Repository.root.appending(path: folder).path)
      for case let name as String in names ?? .init() where !name.contains("node_modules") {
        if kinds.contains(where: { name.hasSuffix(".\($0)") }) { found.append("\(folder)/\(name)") }
      }
    }
    // The pages of its rules are written by a test, which the recipe names.
    return found.filter { $0 != "Sources/opp/Opp.docc/LintRules.md" }.sorted()
  }
}
