import Foundation
import OppLanguageServer
import OppTestLimits
import Testing

/// Texts that are edited piece by piece look to every request like texts that are opened
@Suite(.limited) struct EditSequenceTests {
  private static let uri = "file:///rules/a.opp"

  private static let pieces = [
    "opp \"𝒳🥪\" when sky == sunny at most once per day\n", "let warm = temp >= 68F\r\n", "// é 🥪\r",
    " and temp > 20", "\"", "{", "\n", "𝒳", "when ", "opp \"A\"\n  on 8:00\n  notify \"{temp}\"\n",
    "", " ",
  ]

  private func ask(_ client: ScriptedClient) -> [String] {
    let document = #"{"textDocument":{"uri":"\#(Self.uri)"}}"#
    return ["diagnostic", "semanticTokens/full", "documentSymbol", "foldingRange", "formatting"]
      .map { name in
        let result = client.request("textDocument/\(name)", document).result
        return (result?["data"] ?? result?["items"] ?? result)?.json ?? "null"
      }
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `an edited text is that of a fresh open`(encoding: String) throws {
    let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"
    var abilities = ScriptedClient.Abilities()
    abilities.encoding = encoding
    abilities.textDocument = #"{"diagnostic":{}}"#
    let units = try #require(PositionEncoding(rawValue: encoding))
    var random = SystemRandomNumberGenerator()
    for _ in 0..<(isLong ? 500 : 8) {
      let edited = ScriptedClient(abilities: abilities)
      var text = LineText([])
      edited.open(Self.uri, "")
      for version in 2..<12 {
        let ends = (0..<2).map { _ in Int.random(in: 0...text.bytes.count, using: &random) }
          .sorted()
        let isSmall = Bool.random(using: &random)
        let bytes = ends[0]..<(isSmall ? min(ends[0] + 3, ends[1]) : ends[1])
        let range = text.range(of: bytes, units)
        let new = Self.pieces.randomElement(using: &random) ?? ""
        text.replace(text.offsets(of: range, units), with: Array(new.utf8))
        let place = edited.range(
          (range.start.line, range.start.character), (range.end.line, range.end.character))
        let quoted = #""range":\#(place),"text":\#(ScriptedClient.quoted(new))"#
        edited.change(Self.uri, "{\(quoted)}", version: version)
      }
      let fresh = ScriptedClient(abilities: abilities)
      let whole = String(decoding: text.bytes, as: UTF8.self)
      fresh.open(Self.uri, whole)
      #expect(ask(edited) == ask(fresh), "\(whole.debugDescription)")
    }
  }
}
