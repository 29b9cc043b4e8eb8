import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders
@testable import OppSemantics

/// The lists that pages promise to be complete
@Suite(.limited) struct PageTests {
  @Test(arguments: Function.allCases)
  func `the page of functions shows every function in a table and in an example`(
    function: Function
  ) throws {
    let lines = try lines(of: "Functions")
    let call = "\(function.rawValue)("
    #expect(lines.contains { $0.hasPrefix("|") && $0.contains("`\(call)") })
    #expect(lines.contains { $0.hasPrefix("$ opp eval") && $0.contains(call) })
  }

  @Test func `the page of places in OpenStreetMap lists every word for a kind of place`() throws {
    let lines = try lines(of: "OverpassConnector").filter { $0.hasPrefix("| `") }
    let listed = Set(
      lines.flatMap { line in
        (line.split(separator: "|").first ?? "").split(separator: "`").map(String.init)
      })
    #expect(Set(PlaceCategory.table.keys).subtracting(listed).isEmpty)
  }

  @Test func `every page is in the topics of the first, and every link leads to a page`() throws {
    let paths = try pages(below: "Sources/opp/Opp.docc")
    let names = Set(paths.map { String($0.split(separator: "/").last?.dropLast(3) ?? "") })
    let topics = try links(in: lines(of: "Opp").drop { $0 != "## Topics" })
    #expect(topics == names.subtracting(["Opp"]))
    for name in names.sorted() {
      #expect(try links(in: lines(of: name)[...]).isSubset(of: names), "\(name)")
    }
  }

  @Test func `every connector and notifier is in the table of connections`() throws {
    let kinds = try pages(below: "Sources/opp/Opp.docc").compactMap { path in
      path.split(separator: "/").last?.dropLast(3)
    }.filter { $0.hasSuffix("Connector") || $0.hasSuffix("Notifier") }
    #expect(kinds.count > 15)
    let pages = ConnectorRegistry.kinds.map(\.description.page)
    #expect(Set(pages).isSubset(of: Set(kinds.map(String.init))))
    #expect(try Set(kinds.map(String.init)).isSubset(of: links(in: lines(of: "Declarations")[...])))
  }

  @Test func `the cookbook has forty recipes that run, and its overview lists each`() throws {
    let url = Repository.root.appending(path: "Sources/opp/Opp.docc/Cookbook.md")
    let recipes = ExampleDocument(try String(contentsOf: url, encoding: .utf8)).sections
    #expect(recipes.count >= 40)
    let rows = try lines(of: "Cookbook").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let listed = rows.flatMap { row in
      row.split(separator: "|").dropFirst().flatMap { $0.components(separatedBy: " · ") }
    }.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(Set(listed).subtracting([""]) == Set(recipes.map(\.title)))
  }

  /// The pages that `<doc:…>` and `(doc:…)` lead to
  private func links(in lines: ArraySlice<String>) -> Set<String> {
    let parts = lines.joined(separator: "\n").split(separator: "doc:").dropFirst()
    return Set(parts.map { String($0.prefix { $0.isLetter }) })
  }

  private func lines(of page: String) throws -> [String] {
    let url = Repository.root.appending(path: "Sources/opp/Opp.docc/\(page).md")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
