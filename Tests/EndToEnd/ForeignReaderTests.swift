import Foundation
import OppModel
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import OppSyntax
@testable import opp

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every format that programs read, as a reader that is not ours and forgives nothing reads it: Foundation's JSON, libxml2 for the
/// XML of JUnit, SVG and the page of a report, and a reader of RFC 4180
///
/// The texts have everything that one of these formats cannot hold, or takes for its own.
@Suite(.limited) struct ForeignReaderTests {
  /// U+FFFF, which XML cannot hold
  private static let nonCharacter = String(decoding: [0xEF, 0xBF, 0xBF], as: UTF8.self)

  /// Texts that strangers write
  private static let corpus: [String] = [
    "a]]>b", "]]", "<injected>&amp;\"'`</injected>", "--></script><script>alert(1)</script>", "a,b",
    "a\"b\"",
    "\"",
    " leading and trailing ", "=1+1", "a\nb", "a\r\nb", "a\rb", "a\tb", "\\", "\\u0041", "{x}", "",
    String(String.UnicodeScalarView([0xFFFE, 0xFFFF, 0xFDD0].compactMap { Unicode.Scalar($0) })),
    "bom\u{FEFF}", "\u{2028}\u{2029}", "\u{202E}turned\u{2066}",
    "🥛\u{1F468}\u{200D}\u{1F469}",
    String(String.UnicodeScalarView((0...0x1F).compactMap { Unicode.Scalar($0) })),
    String(String.UnicodeScalarView((0x7F...0x9F).compactMap { Unicode.Scalar($0) })),
  ]

  /// A folder with the texts as names of Opps, in notifications, as keys of rows, and in a comment
  private final class World {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")

    init() throws {
      var rules = """
        set zone "UTC"
        table jobs by name { name: Text, points: Number, ended: Instant }
        chart "a]]>\\"<b>&," for each k in distinct(jobs each name)
          of sum(jobs where name == k and ended in period each points) per day last 2

        """
      for (index, text) in ForeignReaderTests.corpus.enumerated() {
        let literal = ValueNotation.textLiteral(text)
        let name = ValueNotation.textLiteral("\(index) \(text)")
        rules += """
          // \(text.printable) ]]> & <b>
          opp \(name) for each j in jobs where j.name == \(literal) when j.points > 1 notify \(literal)
          opp \(ValueNotation.textLiteral("never \(index) \(text)")) when temp > 30C and temp < 10C notify \(literal)

          """
      }
      try write("rules/rules.opp", rules)
      try write(
        "broken/broken.opp",
        "opp \"a]]>\(ForeignReaderTests.nonCharacter)\u{9B}\" when wether > 3 // ]]>\u{85}\n")
      try write("data/recording.json", #"{"from": "2026-06-21T08:00Z", "to": "2026-06-22T08:00Z"}"#)
      try write("data/weather.csv", "time,temp\n2026-06-21T09:00:00Z,18\n")
      var rows = ""
      for text in ForeignReaderTests.corpus {
        rows +=
          #"{"name": \#(Self.json(text)), "points": 2, "ended": "2026-06-21T10:00:00Z"}"# + "\n"
      }
      // Half a pair of surrogates is written by programs that cut texts.
      rows +=
        #"{"name": "half \ud835, other half \udcb3", "points": 2, "ended": "2026-06-21T10:00:00Z"}"#
      try write("data/jobs.jsonl", rows + "\n")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A text of JSON, all of it as escapes
    private static func json(_ text: String) -> String {
      let units = text.utf16.map { String(format: "\\u%04x", $0) }
      return "\"\(units.joined())\""
    }

    private func write(_ name: String, _ text: String) throws {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// What a command prints on standard output
    func run(_ command: String) -> String {
      var output: [UInt8] = []
      let console = Console { bytes, stream in if stream == .output { output += bytes } }
      _ = CommandLineTool.run(
        ExampleDocument.words(of: command),
        in: CommandContext(
          workingDirectory: folder.path, variables: ["HOME": folder.path, "TZ": "UTC"],
          present: Instant(seconds: 1_782_050_000)), console)
      console.flush()
      return String(decoding: output, as: UTF8.self)
    }
  }

  /// What stands raw in an output although a terminal would act on it
  private func controls(_ text: String) -> [String] {
    text.unicodeScalars.filter { $0.isControl && $0 != "\n" }.map { String($0.value, radix: 16) }
  }

  @Test func `a line of JSON is JSON, with the texts as they are`() throws {
    let world = try World()
    var texts: Set<String> = []
    func collect(_ value: Any) {
      if let text = value as? String { texts.insert(text) }
      for element in value as? [Any] ?? [] { collect(element) }
      for (key, element) in value as? [String: Any] ?? [:] {
        texts.insert(key)
        collect(element)
      }
    }
    for command in [
      "check --format json rules", "check --format json broken", "check --format sarif broken",
      "lint --isolated --format json rules", "lint --isolated --format sarif rules",
      "eval --format json rules --data data", "eval --intervals --format json rules --data data",
      "test --format json rules", "report rules --data data --format json",
      "run rules --data data --store s --format json", "list --store s --format json",
      "history --store s --format json", "compile rules",
    ] {
      let printed = world.run(command)
      #expect(controls(printed).isEmpty, "\(command) prints \(controls(printed))")
      if command == "compile rules" || command.hasPrefix("check --format json rules") { continue }
      if command.hasPrefix("test") { continue }
      let lines = printed.split(separator: "\n")
      #expect(!lines.isEmpty, "\(command)")
      for line in lines {
        do {
          collect(try JSONSerialization.jsonObject(with: Data(line.utf8)))
        } catch {
          Issue.record("\(command): \(error)\n\(line)")
        }
      }
    }
    for (index, text) in Self.corpus.enumerated() {
      #expect(texts.contains("\(index) \(text)"), "\(ValueNotation.jsonString(text)) as a name")
      #expect(texts.contains(text), "\(ValueNotation.jsonString(text)) as a text")
    }
    #expect(texts.contains { $0.hasPrefix("half \u{FFFD}") })
  }

  @Test func `XML is well-formed, with the texts that it can hold as they are`() throws {
    let world = try World()
    for command in [
      "lint --isolated --format junit rules", "lint --isolated --format junit broken",
      "report rules --data data --format html", "report rules --data data --format svg",
      "report rules --data data --format html --day 2026-06-21",
    ] {
      let printed = world.run(command)
      #expect(printed.count > 200, "\(command): \(printed)")
      let acting = printed.unicodeScalars.contains {
        (0...8).contains($0.value) || (0x0B...0x1F).contains($0.value)
          || (0x7F...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value)
      }
      #expect(!acting, "\(command)")
      let reader = TextReader()
      let parser = XMLParser(data: Data(printed.utf8))
      parser.delegate = reader
      #expect(
        parser.parse(),
        "\(command): line \(parser.lineNumber), \(parser.parserError.map { "\($0)" } ?? "")")
      #expect(!reader.elements.contains("script"), "\(command)")
      #expect(!reader.elements.contains("injected"), "\(command)")
      guard !command.contains("broken") else { continue }
      for text in ["a]]>b", "--></script><script>alert(1)</script>"] {
        #expect(reader.text.contains(text), "\(command): \(text)")
      }
    }
  }

  @Test func `CSV has as many cells in each line as in its first, with the texts as they are`()
    throws
  {
    let world = try World()
    let lines = try #require(Self.cells(world.run("report rules --data data --format csv")))
    #expect(lines.count > Self.corpus.count)
    #expect(lines.allSatisfy { $0.count == 5 }, "\(lines.filter { $0.count != 5 })")
    let names = Set(lines.map { $0[1] })
    for text in Self.corpus where !text.unicodeScalars.contains(where: \.isControl) {
      #expect(names.contains(text), "\(ValueNotation.jsonString(text))")
    }
    #expect(Set(lines.dropFirst().map { $0[0] }) == ["a]]>\"<b>&,"])
  }

  /// The cells of a text of RFC 4180, or `nil` if it is none: a quote in a cell without quotes, text after a closing quote, or no end
  private static func cells(_ text: String) -> [[String]]? {
    var lines: [[String]] = []
    var line: [String] = []
    var cell = ""
    var (isQuoted, isClosed) = (false, false)
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted:
        if rest.first == "\"" {
          rest.removeFirst()
          cell.unicodeScalars.append("\"")
        } else {
          (isQuoted, isClosed) = (false, true)
        }
      case _ where isQuoted: cell.unicodeScalars.append(scalar)
      case "\"":
        guard cell.isEmpty, !isClosed else { return nil }
        isQuoted = true
      case ",", "\n":
        line.append(cell)
        (cell, isClosed) = ("", false)
        if scalar == "\n" {
          lines.append(line)
          line = []
        }
      case "\r": return nil
      default:
        guard !isClosed else { return nil }
        cell.unicodeScalars.append(scalar)
      }
    }
    return line.isEmpty && cell.isEmpty && !isQuoted ? lines : nil
  }
}

/// The elements and all texts of a document, those of attributes included
private final class TextReader: NSObject, XMLParserDelegate {
  var text = ""
  var elements: Set<String> = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.insert(name)
    for value in attributes.values { text += value + "\n" }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    text += String(decoding: block, as: UTF8.self)
  }
}
