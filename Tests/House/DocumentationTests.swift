import Foundation
import OppTesting
import OppTestLimits
import Testing

/// The pages for those who change Opp: each names files that are there
@Suite(.limited) struct DocumentationTests {
  @Test func `every module has a page of at most 40 lines, and the files that it names are there`()
    throws
  {
    let sources = Repository.root.appending(path: "Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    for module in modules.sorted() where module != "CSQLite" && !module.hasPrefix(".") {
      let folder = sources.appending(path: module)
      let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
      #expect(
        page.split(separator: "\n", omittingEmptySubsequences: false).count <= 41, "\(module)")
      #expect(page.contains("## Read first"), "\(module)")
      for file in codes(in: page) where file.hasSuffix(".swift") {
        #expect(exists(file, below: folder), "\(module)/README.md names \(file)")
      }
    }
  }

  @Test func `every file that a recipe changes is there`() throws {
    let page = try text(of: "CONTRIBUTING.md")
    let section = page.components(separatedBy: "## Recipes").last ?? ""
    let recipes = section.components(separatedBy: "\n## ")[0]
    let lines = recipes.split(separator: "\n").filter { !$0.contains("*New:*") }
    let files = codes(in: lines.joined(separator: "\n")).filter { $0.contains("/") }
    #expect(files.count > 50)
    for file in files where !file.contains(" ") {
      #expect(exists(file, below: Repository.root), "\(file)")
    }
  }

  @Test(arguments: [
    "subcommand", "message", "field", "connector", "notifier", "lint rule", "operator", "migration",
  ])
  func `there is a recipe for the usual changes`(change: String) throws {
    let page = try text(of: "CONTRIBUTING.md")
    #expect(page.split(separator: "\n").contains { $0.hasPrefix("### ") && $0.contains(change) })
  }

  @Test func `the glossary has about forty words, each once`() throws {
    let page = try text(of: "ARCHITECTURE.md")
    let glossary = page.components(separatedBy: "## Glossary").last ?? ""
    let rows = glossary.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let words = rows.flatMap { row in
      (row.split(separator: "|").first ?? "").split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(words.count >= 40)
    #expect(Set(words).count == words.count)
  }

  @Test func `the pages say nothing in words that are retired`() throws {
    let manual = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources/opp/Opp.docc").path)
    // The page of the linter's rules is written from the rules themselves.
    let pages = manual.filter { $0.hasSuffix(".md") && $0 != "LintRules.md" }
    for page in pages.sorted().map({ "Sources/opp/Opp.docc/\($0)" })
      + ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
    {
      let words = Set(try prose(of: page).lowercased().split { !$0.isLetter }.map(String.init))
      let found = words.intersection(Self.retired)
      #expect(found.isEmpty, "\(page): \(found.sorted())")
    }
  }

  /// Words that have a standard term: notify and deliver, request, run, state, interval
  private static let retired: Set<String> = [
    "told", "tell", "tells", "telling", "lived", "unwell", "newRules", "stretch", "stretches",
    "standing", "standings",
  ]

  // MARK: Reading pages

  /// A page without its blocks, codes and quotations
  private func prose(of path: String) throws -> String {
    let blocks = try text(of: path).components(separatedBy: "\n```")
    let prose = blocks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    return prose.joined(separator: "\n")
      .replacing(/`[^`]*`/, with: "").replacing(/\*[^*]+\*/, with: "")
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  private func exists(_ path: String, below folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  private func codes(in page: String) -> [String] {
    page.matches(of: /`([^`\n]+)`/).map { String($0.output.1) }
  }
}
