import Foundation
import OppLint
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The whole site: what is on its pages, and that everything leads somewhere
@Suite(.limited, .waiting, .enabled(if: SiteFixture.hasDocC, "the toolchain has no `docc`"))
struct SiteTests {
  @Test func `every link leads to a page, a file or the playground, every anchor to an element`()
    throws
  {
    let files = try SiteFixture.files()
    let pages = try SiteFixture.pages()
    let anchors = pages.mapValues { page in
      page.matches(of: /\sid="([^"]*)"/).map { String($0.output.1) }
    }
    for (path, ids) in anchors { #expect(Set(ids).count == ids.count, "an id twice in \(path)") }
    var count = 0
    for (path, page) in pages {
      for match in page.matches(of: /(?:href|src)="([^"]*)"/) {
        let link = SiteFixture.text(match.output.1)
        guard !link.hasPrefix("https://") else { continue }
        count += 1
        #expect(!link.contains(":") && !link.hasPrefix("/"), "\(path): \(link)")
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = resolved(String(parts[0]), from: path)
        if target.hasPrefix("play/") { continue }
        #expect(files[target] != nil, "\(path): \(link)")
        if parts.count > 1 {
          #expect(anchors[target]?.contains(String(parts[1])) == true, "\(path): \(link)")
        }
      }
    }
    #expect(count > 5_000)
  }

  @Test func `every header of a table has words that a reader of the screen can say`() throws {
    for (path, page) in try SiteFixture.pages() {
      #expect(page.firstRange(of: "<th scope=\"col\"></th>") == nil, "\(path)")
    }
  }

  @Test func `the code of the manual's pages is that of its sources, block by block`() throws {
    let pages = try SiteFixture.pages()
    let site = try SiteFixture.site()
    let catalogue = Repository.root.appending(path: "Sources/opp/Opp.docc")
    for file in try FileManager.default.contentsOfDirectory(atPath: catalogue.path) {
      let source = try String(contentsOf: catalogue.appending(path: file), encoding: .utf8)
      let folder = folder(of: file)
      // The pages of its parts follow a page in the order of reading.
      let own = site.documents.filter { document in
        document.path == folder || hasParts(folder) && document.path.hasPrefix(folder)
      }
      let found = own.flatMap { document in
        SiteFixture.code(in: pages[document.path + "index.html"] ?? "")
      }
      #expect(found == blocks(in: source), "\(file)")
    }
  }

  @Test func `every file of rules that the tests run can be tried, and nothing else`() throws {
    for document in try SiteFixture.site().documents where document.path.hasPrefix("manual/") {
      for passage in document.passages where !passage.attempt.isEmpty {
        guard case .code(let syntax, let text) = passage.block else {
          Issue.record("\(document.path): no code is tried")
          continue
        }
        #expect(syntax.hasPrefix("opp") || syntax.hasSuffix(".opp"), "\(document.path)")
        #expect(passage.attempt[0].text == text + "\n")
      }
    }
    let catalogue = Repository.root.appending(path: "Sources/opp/Opp.docc")
    var programs: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: catalogue.path) {
      let source = try String(contentsOf: catalogue.appending(path: file), encoding: .utf8)
      programs.formUnion(ExampleDocument(source).programs)
    }
    let tried = try SiteFixture.site().documents.filter { $0.path.hasPrefix("manual/") }
      .flatMap(\.passages).compactMap(\.attempt.first?.text)
    #expect(Set(tried).symmetricDifference(programs) == [])
  }

  @Test func `every message and every rule of the linter has a page with its words`() throws {
    let pages = try SiteFixture.pages()
    for page in DiagnosticPage.all {
      let html = pages["diagnostics/\(page.code)/index.html"] ?? ""
      let words = page.meaning.replacing("`", with: "")
      #expect(SiteFixture.text(html).contains(words), "\(page.code)")
      if !page.example.isEmpty {
        #expect(SiteFixture.code(in: html).first == page.example, "\(page.code)")
        #expect(SiteFixture.code(in: html).dropFirst().first?.contains("(\(page.code))") == true)
      }
    }
    for rule in LintCatalogue.rules {
      let html = pages["lint/\(rule.name)/index.html"] ?? ""
      #expect(SiteFixture.code(in: html) == [rule.page.bad, rule.page.good], "\(rule.name)")
    }
  }

  @Test func `most messages have an example`() throws {
    let pages = try SiteFixture.pages()
    let without = DiagnosticPage.all.filter { page in
      !(pages["diagnostics/\(page.code)/index.html"] ?? "").contains("out-error")
    }
    #expect(without.count * 10 <= DiagnosticPage.all.count, "\(without.map(\.code))")
  }

  @Test func `a page is whole without a script, and requests nothing of another origin`() throws {
    for (path, page) in try SiteFixture.pages() {
      #expect(page.contains("<main id=\"content\">"), "\(path)")
      #expect(page.matches(of: /<h1>/).count == 1, "\(path)")
      let links = page.components(separatedBy: "<a ").dropFirst()
      #expect(links.allSatisfy { $0.contains("</a>") }, "\(path) has a link in a link")
      #expect(page.matches(of: /<(?:script|link|img|iframe)[^>]*https?:/).isEmpty, "\(path)")
      #expect(page.matches(of: /\sstyle="/).isEmpty, "\(path) has a style of its own")
    }
  }

  @Test func `no two regions of a page have the same name`() throws {
    for (path, page) in try SiteFixture.pages() {
      let names = page.matches(of: /role="region" aria-label="([^"]*)"/).map(\.output.1)
      #expect(Set(names).count == names.count, "\(path)")
    }
  }

  @Test func `no heading of a page is deeper than the one before by more than one`() throws {
    for (path, page) in try SiteFixture.pages() {
      var before = 0
      for heading in page.matches(of: /<h([1-6])/) {
        let level = Int(heading.output.1) ?? 0
        #expect(level <= before + 1, "\(path) has h\(level) after h\(before)")
        before = level
      }
    }
  }

  @Test func `the style has no colours but those of the palette`() throws {
    let palette = try Repository.text("editors/web/palette.css")
    for name in ["site", "landing", "search"] {
      let style = try Repository.text("Sources/OppSite/Assets/\(name).css")
      #expect(style.matches(of: /#[0-9a-fA-F]{3,8}\b/).isEmpty)
      for match in style.matches(of: /var\((--[a-z-]+)\)/) {
        #expect(palette.contains("\(match.output.1):"), "\(match.output.1)")
      }
    }
  }

  @Test func `pages follow one another both ways, and parts of a list among themselves`() throws {
    let pages = try SiteFixture.pages()
    let next = pages.compactMapValues { neighbour("next", in: $0) }
    let previous = pages.compactMapValues { neighbour("prev", in: $0) }
    for (path, link) in next {
      let target = resolved(link, from: path)
      let back = try #require(previous[target])
      let isFirstPart = resolved(back, from: target) != path
      #expect(!isFirstPart, "\(path)")
    }
    for document in try SiteFixture.site().documents where document.isPart {
      let path = document.path + "index.html"
      let before = try #require(previous[path].map { resolved($0, from: path) })
      #expect(before.hasPrefix(document.trail.last?.path ?? "/"), "\(path)")
    }
    #expect(next["lint/index.html"]?.hasPrefix("../manual/") == true)
  }

  private func neighbour(_ relation: String, in page: String) -> String? {
    page.components(separatedBy: "<a rel=\"\(relation)\" href=\"").dropFirst().first.map {
      String($0.prefix { $0 != "\"" })
    }
  }

  // MARK: Reading

  /// The file that a relative link means
  private func resolved(_ link: String, from path: String) -> String {
    if link.isEmpty { return path }
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { parts.removeLast() } else if part != "." { parts.append(String(part)) }
    }
    let isFile = parts.last?.contains(".") == true && !link.hasSuffix("/")
    return (parts + (isFile ? [] : ["index.html"])).joined(separator: "/")
  }

  private func folder(of file: String) -> String {
    switch file {
    case "Opp.md": "manual/"
    case "LintRules.md": "lint/"
    default: "manual/\(file.dropLast(3).lowercased())/"
    }
  }

  private func hasParts(_ folder: String) -> Bool {
    ["lint/", "manual/cookbook/"].contains(folder)
  }

  /// The blocks of code of a page of Markdown, between fences or indented
  private func blocks(in source: String) -> [String] {
    var blocks: [String] = []
    var open: (fence: Substring, lines: [Substring])?
    var before: Substring = ""
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix("    ")
      if let (fence, lines) = open {
        let isOpen = fence.isEmpty ? isIndented || line.isEmpty : line != fence
        open = isOpen ? (fence, lines + [fence.isEmpty ? line.dropFirst(4) : line]) : nil
        if !isOpen {
          let text = lines.joined(separator: "\n")
          // One in a list is indented further.
          let isFurther = fence.isEmpty && lines.allSatisfy { $0.isEmpty || $0.hasPrefix("  ") }
          let whole = isFurther ? String(text.dropFirst(2)).replacing("\n  ", with: "\n") : text
          blocks.append(fence.isEmpty ? whole.trimmingCharacters(in: .newlines) : text)
        }
      } else if line.hasPrefix("```") || isIndented && before.isEmpty {
        open = (line.prefix { $0 == "`" }, isIndented ? [line.dropFirst(4)] : [])
      }
      before = line
    }
    return blocks
  }
}
