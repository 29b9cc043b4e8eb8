import Foundation
import OppLanguageServer
import OppTestLimits
import OppTesting
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

  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  private func abilities(_ encoding: String) -> ScriptedClient.Abilities {
    var abilities = ScriptedClient.Abilities()
    abilities.encoding = encoding
    abilities.textDocument = #"{"diagnostic":{}}"#
    return abilities
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `an edited text is that of a fresh open`(encoding: String) throws {
    let abilities = abilities(encoding)
    let units = try #require(PositionEncoding(rawValue: encoding))
    for seed in 0..<(Self.isLong ? 500 : 8) {
      var random = SplitMix64(seed: UInt64(seed))
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
      #expect(ask(edited) == ask(fresh), "seed \(seed): \(whole.debugDescription)")
    }
  }

  private static let opps = """
    let warm = temp >= 20C
    let calm = wind < 4m/s or wind < 2m/s
    place home = @48.137,11.575
    opp "A" when warm and temp > 10C notify "{temp} 𝒳"
    opp "B" when raining == true and humidity > 60% at most once per day
    opp "C" when temp > 30C and temp < 20C
    opp "D" when not (sky == rain) and free >= 1h at most once per day
    opp "E" on 7:30 when time in 9:00..10:00 notify "Go."
    opp "F" when warm and temp > 10C notify "{temp} 𝒳"
    opp "G" when near home and any(agenda where title == "concert")

    """

  private static let oppPieces = [
    "", "", " ", "\n", "1", "7", "C", " and calm", " and temp > 12C", " not", "(", "\"",
    "opp \"New\" when humidity > 70%\n", "let cool = temp < 5C\n", " // opp-lint: allow all\n",
    " at most once per day",
  ]

  /// What a server remembers of linting a text before must not show
  @Test func `after every edit the problems are those of a fresh open`() {
    let abilities = abilities("utf-8")
    for seed in 0..<(Self.isLong ? 500 : 6) {
      var random = SplitMix64(seed: UInt64(seed))
      let edited = ScriptedClient(abilities: abilities)
      var text = LineText(Array(Self.opps.utf8))
      edited.open(Self.uri, Self.opps)
      for version in 2..<14 {
        let start = random.number(in: 0...text.bytes.count)
        let end = min(text.bytes.count, start + (random.oneIn(3) ? random.number(in: 1...9) : 0))
        let range = text.range(of: start..<end, .utf8)
        let new = random.pick(Self.oppPieces)
        text.replace(text.offsets(of: range, .utf8), with: Array(new.utf8))
        let place = edited.range(
          (range.start.line, range.start.character), (range.end.line, range.end.character))
        edited.change(
          Self.uri, #"{"range":\#(place),"text":\#(ScriptedClient.quoted(new))}"#, version: version)
        let fresh = ScriptedClient(abilities: abilities)
        let whole = String(decoding: text.bytes, as: UTF8.self)
        fresh.open(Self.uri, whole)
        let (found, wanted) = (problems(edited), problems(fresh))
        guard found == wanted else {
          Issue.record("seed \(seed), version \(version):\n\(whole)\n\(found)\n\(wanted)")
          return
        }
      }
    }
  }

  private func problems(_ client: ScriptedClient) -> String {
    client.request("textDocument/diagnostic", #"{"textDocument":{"uri":"\#(Self.uri)"}}"#)
      .result?["items"]?.json ?? "none"
  }
}
