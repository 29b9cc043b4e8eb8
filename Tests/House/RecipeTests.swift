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

    /// The texts, one of which is in every file that lists it
    let listed: [String]

    /// The words in the names of its own files
    let own: String
    var testDescription: String { "\(recipe): \(name)" }
  }

  static let made = [
    Made(
      recipe: "connector", name: "owntracks", listed: lists("owntracks", "OwnTracks"),
      own: "owntracks"),
    Made(recipe: "connector", name: "caldav", listed: lists("caldav", "CalDAV"), own: "caldav"),
    Made(recipe: "notifier", name: "webhook", listed: lists("webhook", "Webhook"), own: "webhook"),
    Made(
      recipe: "subcommand", name: "refresh", listed: ["\n| `opp refresh", " .refresh,"],
      own: "RefreshCommand"),
    Made(
      recipe: "lint rule", name: "uneven-every",
      listed: ["\n    .unevenEvery", "LintVariant(\"uneven-every\""], own: "UnevenEvery"),
    Made(
      recipe: "field", name: "humidity",
      listed: [
        "\"humidity\"", "humidity: Percent", "humidity, clouds: Percent", "`humidity -> Percent`",
        "feels_like humidity clouds", "`feels_like` `humidity`", "|humidity|",
      ], own: "LintRecordings"),
    Made(
      recipe: "operator", name: "lower",
      listed: lists(function: "lower") + ["\n  case lower\n", ".function(\"lower\")"],
      own: "lowercase"),
    Made(
      recipe: "operator", name: "began",
      listed: lists(function: "began") + [
        "\n  case began\n", "\n  case began(", "case .began: ", "case .began(let operand): ",
        " .began,", "case .began,", "if case .began",
      ], own: "beganRule"),
    Made(
      recipe: "migration", name: "second", listed: ["[Migration] = [", "static let version1"],
      own: "SecondMigration"),
  ]

  /// The texts that list a kind of connection
  private static func lists(_ kind: String, _ type: String) -> [String] {
    let page = kind.prefix(1).uppercased() + kind.dropFirst()
    return ["`\(kind)`", "\(type)Connector.kind", "\(type)Notifier.kind", "<doc:\(page)"]
  }

  /// The texts that list a function by its name, besides the cases of enums
  private static func lists(function name: String) -> [String] {
    ["\n    \(name) ¦ ", "|\(name)|", " \"\(name)\" "]
  }

  @Test(arguments: made)
  func `a recipe names every file that lists one of its kind`(made: Made) throws {
    let recipe = try recipe(made.recipe)
    var found = 0
    let listed = made.listed.map { Data($0.utf8) }
    for file in try Self.files.get() {
      guard !file.path.lowercased().contains(made.own.lowercased()),
        listed.contains(where: { file.content.range(of: $0) != nil })
      else { continue }
      found += 1
      #expect(
        recipe.contains("`\(file.path)`"), "the recipe for a \(made.recipe) lacks \(file.path)")
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
  private static let files = Result { () throws -> [(path: String, content: Data)] in
    let folders = [
      "Sources", "grammar", "Tests/Goldens", "Tests/OppLint/Rules", "Tests/OppStore",
      "editors",
    ]
    let kinds = ["swift", "md", "txt", "json", "scm", "vim"]
    var found = ["README.md"]
    for folder in folders {
      let names = FileManager.default.enumerator(
        atPath: Repository.root.appending(path: folder).path)
      for case let name as String in names ?? .init() where !name.contains("node_modules") {
        guard kinds.contains(where: { name.hasSuffix(".\($0)") }) else { continue }
        // The folders of editors have links to files of other folders.
        let type = try FileManager.default.attributesOfItem(
          atPath: Repository.root.appending(path: "\(folder)/\(name)").path)[.type]
        if type as? FileAttributeType == .typeRegular { found.append("\(folder)/\(name)") }
      }
    }
    // The pages of its rules are written by a test, which the recipe names.
    return try found.filter { $0 != "Sources/opp/Opp.docc/LintRules.md" }.sorted().map { path in
      (path, try Data("\n".utf8) + Data(contentsOf: Repository.root.appending(path: path)))
    }
  }
}
