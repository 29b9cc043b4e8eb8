import Foundation
import OppLanguageServer
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// An editor shows what the command line says: problems, layout, explanations
@Suite(.limited) struct EditorAgreementTests {
  private static let encodings = ["utf-8", "utf-16", "utf-32"]

  /// The rules of every example, of every page of the manual, and of the conformance tests
  private static let programs: [String] = {
    var found: [String] = []
    for folder in ["examples", "Sources/opp/Opp.docc", "Tests/Conformance/Pages"] {
      let root = Repository.root.appending(path: folder)
      let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      for path in (paths ?? []).sorted() {
        guard path.hasSuffix(".opp") || path.hasSuffix(".md"),
          let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
        else { continue }
        found += path.hasSuffix(".opp") ? [text] : ExampleDocument(text).programs
      }
    }
    return found
  }()

  /// Every program under OPP_LONG_TESTS=1, else one of six, others for each encoding
  private static func programs(for encoding: String) -> [String] {
    guard ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] != "1" else { return programs }
    let start = encodings.firstIndex(of: encoding) ?? 0
    return programs.enumerated().filter { $0.offset % 6 == start }.map(\.element)
  }

  @Test func `there are programs with characters of every width`() {
    #expect(Self.programs.count > 150)
    #expect(Self.programs.contains { $0.unicodeScalars.contains { $0.value > 0xFFFF } })
  }

  @Test(arguments: encodings)
  func `problems are those of opp lint`(encoding: String) throws {
    for text in Self.programs(for: encoding) {
      let folder = try TemporaryFolder([".opp-root": "", "rules.opp": text])
      let client = EditorClient(folder.url, encoding: encoding)
      let report =
        client.request(
          "textDocument/diagnostic", ["textDocument": ["uri": folder.uri("rules.opp")]])
        as? [String: Any]
      let shown = (report?["items"] as? [[String: Any]] ?? []).map(Self.shown)
      let lines = folder.run(["lint", "--format", "json"]).text.split(separator: "\n")
      let places = Places(text, encoding)
      let said = lines.compactMap { line -> String? in
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard let object, object["type"] as? String == "diagnostic" else { return nil }
        return places.said(object)
      }
      #expect(shown == said, "\(text)")
    }
  }

  @Test(arguments: encodings)
  func `the layout is that of opp fmt`(encoding: String) throws {
    for text in Self.programs(for: encoding) {
      let messy = text.replacing("  ", with: "   ").replacing(" = ", with: "=")
      let folder = try TemporaryFolder([".opp-root": "", "rules.opp": messy])
      let client = EditorClient(folder.url, encoding: encoding)
      let edits = client.requestList(
        "textDocument/formatting",
        ["textDocument": ["uri": folder.uri("rules.opp")], "options": ["tabSize": 2]])
      let edited = Places(messy, encoding).applying(edits)
      _ = folder.run(["fmt", "rules.opp"])
      let formatted = try String(
        contentsOf: folder.url.appending(path: "rules.opp"), encoding: .utf8)
      #expect(edited == formatted, "\(messy)")
    }
  }

  @Test(arguments: encodings)
  func `all safe fixes are those of opp check --fix`(encoding: String) throws {
    var count = 0
    for text in Self.programs(for: encoding) + ["let a = 1 // 🥪\nopp \"𝒳\" when temp => 20C\n"] {
      let folder = try TemporaryFolder([".opp-root": "", "rules.opp": text])
      let client = EditorClient(folder.url, encoding: encoding)
      let uri = folder.uri("rules.opp")
      let actions = client.requestList(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": uri],
          "range": [
            "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
          ],
          "context": ["diagnostics": [Any](), "only": ["source.fixAll"]],
        ])
      let changes = (actions.first?["edit"] as? [String: Any])?["changes"] as? [String: Any]
      let edits = changes?[uri] as? [[String: Any]] ?? []
      if !edits.isEmpty { count += 1 }
      _ = folder.run(["check", "--fix", "rules.opp"])
      let fixed = try String(contentsOf: folder.url.appending(path: "rules.opp"), encoding: .utf8)
      #expect(Places(text, encoding).applying(edits) == fixed, "\(text)")
    }
    #expect(count > 0)
  }

  @Test(arguments: [("units-and-time", "2026-06-21T12:00"), ("opportunity", "2013-01-04T12:10")])
  func `an explanation is that of opp why`(example: String, at: String) throws {
    let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"
    let folder = try TemporaryFolder()
    try ExampleCopy.write(into: folder.url, to: "2013-01-06")
    let copy = folder.url.appending(path: "examples/\(example)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: copy.path).sorted()
      .filter { $0.hasSuffix(".opp") }
    let client = EditorClient(copy)
    var count = 0
    for file in files {
      let uri = folder.uri("examples/\(example)/\(file)")
      for lens in client.requestList("textDocument/codeLens", ["textDocument": ["uri": uri]]) {
        guard let opp = (lens["data"] as? [String: Any])?["opp"] as? String else { continue }
        let text = client.request(
          "workspace/executeCommand", ["command": "opp.evaluate", "arguments": [uri, opp, at]])
        let said = folder.run(["why", opp, "examples/\(example)", "--at", at]).text
        #expect(text as? String == said.trimmingCharacters(in: .newlines), "\(opp)")
        count += 1
        if !isLong, count > 1 { return }
      }
    }
    #expect(count > 0)
  }

  // MARK: Places

  /// `missing-unit 1:20-1:22`, and the headline
  private static func shown(_ item: [String: Any]) -> String {
    let range = item["range"] as? [String: [String: Int]] ?? [:]
    func place(_ key: String) -> String {
      "\(range[key]?["line"] ?? -1):\(range[key]?["character"] ?? -1)"
    }
    let message = item["message"] as? String ?? ""
    let headline = message.split(separator: "\n").first ?? ""
    let severity = item["severity"] as? Int ?? 0
    return "\(severity) \(item["code"] ?? "") \(place("start"))-\(place("end")) \(headline)"
  }

  /// The places of a text in an encoding
  private struct Places {
    private let lines: [[Unicode.Scalar]]
    private let encoding: String

    init(_ text: String, _ encoding: String) {
      lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map(Array.init)
      self.encoding = encoding
    }

    private func length(_ scalar: Unicode.Scalar) -> Int {
      switch encoding {
      case "utf-8": UTF8.width(scalar)
      case "utf-16": UTF16.width(scalar)
      default: 1
      }
    }

    /// A diagnostic of the command line as ``EditorAgreementTests/shown(_:)`` has one
    func said(_ item: [String: Any]) -> String {
      func place(_ prefix: String) -> String {
        let line = (item[prefix + "line"] as? Int ?? 0) - 1
        let column = (item[prefix + "column"] as? Int ?? 0) - 1
        let scalars = lines.indices.contains(line) ? lines[line].prefix(column) : []
        return "\(line):\(scalars.reduce(0) { $0 + length($1) })"
      }
      let severities = ["error": 1, "warning": 2, "style": 3, "note": 4]
      let severity = severities[item["severity"] as? String ?? ""] ?? 0
      return
        "\(severity) \(item["code"] ?? "") \(place(""))-\(place("end_")) \(item["message"] ?? "")"
    }

    /// The text with the edits of a client
    func applying(_ edits: [[String: Any]]) -> String {
      var scalars: [Unicode.Scalar] = Array(lines.joined(separator: ["\n"]))
      func offset(_ place: [String: Int]?) -> Int {
        let line = min(place?["line"] ?? 0, lines.count)
        var offset = lines.prefix(line).reduce(0) { $0 + $1.count + 1 }
        var units = place?["character"] ?? 0
        for scalar in lines.indices.contains(line) ? lines[line] : [] where units > 0 {
          units -= length(scalar)
          offset += 1
        }
        return min(offset, scalars.count)
      }
      let placed = edits.map { edit in
        let range = edit["range"] as? [String: [String: Int]]
        return (
          start: offset(range?["start"]), end: offset(range?["end"]),
          text: edit["newText"] as? String ?? ""
        )
      }
      for edit in placed.sorted(by: { $0.start > $1.start }) {
        scalars.replaceSubrange(edit.start..<edit.end, with: Array(edit.text.unicodeScalars))
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
  }
}
