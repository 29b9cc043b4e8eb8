import OppLanguageServer
import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// Large rule sets, which are checked and linted beside the loop
@Suite(.limited) struct BackgroundTests {
  private static let uri = "file:///rules/a.opp"
  private static let document = #"{"textDocument":{"uri":"file:///rules/a.opp"}}"#

  /// Work that ends when a test lets it
  private final class HeldWork {
    var isHeld = false
    private(set) var checks = 0

    var services: BackgroundServices {
      BackgroundServices(
        check: { files in
          self.checks += 1
          return self.begin {
            RuleSet.analyze(files: files, connectors: .tool, recordsSymbols: true)
          }
        },
        lint: { files, settings, memory in
          self.begin {
            let analysis = RuleSet.analyze(files: files, connectors: .tool)
            return Linter.run(LintSubject(analysis, settings: settings, memory: memory))
          }
        })
    }

    private func begin<Outcome>(_ work: @escaping () -> Outcome) -> Background<Outcome> {
      var outcome: Outcome?
      func finish() -> Outcome {
        let made = outcome ?? work()
        outcome = made
        return made
      }
      return Background(
        poll: { self.isHeld ? nil : finish() }, wait: { finish() }, cancel: {})
    }
  }

  private func large(_ opps: [String]) -> String {
    opps.joined(separator: "\n") + "\n" + String(repeating: "// fills the file\n", count: 8000)
  }

  private func opps(_ count: Int) -> [String] {
    (0..<count).map { "opp \"Opp \($0)\" when temp > \($0)C and sky == sunny" }
  }

  private func edit(
    _ client: ScriptedClient, line: Int, _ characters: Range<Int>, _ text: String, version: Int
  ) {
    let range = client.range((line, characters.lowerBound), (line, characters.upperBound))
    client.change(
      Self.uri, #"{"range":\#(range),"text":\#(ScriptedClient.quoted(text))}"#, version: version)
  }

  private func codes(_ message: Parameters?) -> [String] {
    message?["diagnostics"]?.elements?.compactMap { $0["code"]?.text } ?? []
  }

  /// The next diagnostics that are pushed, without letting the clock go far
  private func next(_ client: ScriptedClient) -> Parameters? {
    client.takeAll { $0["method"]?.text == "textDocument/publishDiagnostics" }.last?["params"]
  }

  /// The diagnostics that the client has in the end
  private func last(_ client: ScriptedClient) -> Parameters? {
    client.takeAll { _ in false }
      .last { $0["method"]?.text == "textDocument/publishDiagnostics" }?["params"]
  }

  @Test func `problems of an edited Opp come while the whole is being checked`() {
    let work = HeldWork()
    let client = ScriptedClient(background: work.services)
    client.open(Self.uri, large(opps(30)))
    _ = last(client)
    work.isHeld = true
    edit(client, line: 12, 41..<41, "y", version: 2)
    let early = next(client)
    #expect(early?["version"]?.integer == 2)
    #expect(codes(early).contains("unknown-case"))
    work.isHeld = false
    // The check of the whole has nothing to add.
    #expect(last(client).map { codes($0) } == nil)
  }

  @Test func `requests that need the check wait for it, and completion does not`() {
    let work = HeldWork()
    let client = ScriptedClient(background: work.services)
    client.open(Self.uri, large(opps(30)))
    _ = last(client)
    work.isHeld = true
    edit(client, line: 12, 0..<0, "opp \"New\" when temp > 3C\n", version: 2)
    let symbols = client.post("textDocument/documentSymbol", Self.document)
    let completion = client.post(
      "textDocument/completion",
      #"{"textDocument":{"uri":"file:///rules/a.opp"},"position":{"line":12,"character":15}}"#)
    let early = client.takeAll { $0["id"]?.integer == completion }
    #expect(early.contains { $0["id"]?.integer == completion })
    #expect(!early.contains { $0["id"]?.integer == symbols })
    work.isHeld = false
    let late = client.takeAll { $0["id"]?.integer == symbols }
    #expect(late.last?["result"]?.json.contains("\"New\"") == true)
  }

  @Test func `a request that waits for a check can be cancelled`() {
    let work = HeldWork()
    let client = ScriptedClient(background: work.services)
    client.open(Self.uri, large(opps(3)))
    _ = last(client)
    work.isHeld = true
    edit(client, line: 0, 0..<0, " ", version: 2)
    let id = client.post("textDocument/documentSymbol", Self.document)
    _ = client.server.step()
    _ = client.server.step()
    client.notify("$/cancelRequest", #"{"id":\#(id)}"#)
    #expect(client.response(to: id).errorCode == -32800)
  }

  @Test func `one check is under way at a time`() {
    let work = HeldWork()
    let client = ScriptedClient(background: work.services)
    client.open(Self.uri, large(opps(3)))
    _ = last(client)
    let before = work.checks
    work.isHeld = true
    for version in 2..<12 {
      edit(client, line: 0, 0..<0, " ", version: version)
      _ = client.takeAll { $0["method"]?.text == "textDocument/publishDiagnostics" }
    }
    #expect(work.checks == before + 1)
    work.isHeld = false
    _ = last(client)
    #expect(work.checks == before + 2)
  }

  @Test(arguments: LawSeeds.seeds(3, long: 200))
  func `whatever is typed during checks, the problems end as those of a fresh open`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let work = HeldWork()
    let client = ScriptedClient(background: work.services)
    var lines = opps(12)
    client.open(Self.uri, large(lines))
    for version in 2..<20 {
      work.isHeld = random.oneIn(2)
      let line = random.number(in: lines.indices.lowerBound...lines.count - 1)
      let new = random.pick([
        "opp \"Opp \(line)\" when temp > 3", "let own\(line) = temp > 3C", "opp \"Opp 1\" when",
        "opp \"Opp \(line)\" when temp > 9C and temp > 8C", "", "// nothing",
      ])
      edit(client, line: line, 0..<lines[line].utf16.count, new, version: version)
      lines[line] = new
      if random.oneIn(2) { _ = client.takeAll() }
    }
    work.isHeld = false
    let fresh = ScriptedClient()
    fresh.open(Self.uri, large(lines))
    let found = last(client)
    #expect(found?["version"]?.integer == 19)
    #expect(found?["diagnostics"]?.json == last(fresh)?["diagnostics"]?.json)
  }

  // MARK: Clients that pull

  /// A client that has pulled the whole of a large text
  private func pullingClient(_ work: HeldWork, refreshes: Bool = true) -> ScriptedClient {
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = #"{"diagnostic":{}}"#
    abilities.workspace = #"{"diagnostics":{"refreshSupport":\#(refreshes)}}"#
    let client = ScriptedClient(abilities: abilities, background: work.services)
    client.open(Self.uri, large(opps(30)))
    _ = client.request("textDocument/diagnostic", Self.document)
    _ = self.refreshes(client)
    return client
  }

  private func items(_ response: ScriptedClient.Response) -> [String] {
    response.result?["items"]?.elements?.compactMap { $0["code"]?.text } ?? []
  }

  private func refreshes(_ client: ScriptedClient) -> Int {
    client.takeAll { _ in false }
      .count { $0["method"]?.text == "workspace/diagnostic/refresh" }
  }

  @Test func `a client that pulls gets the problems of an edited Opp while the whole is checked`() {
    let work = HeldWork()
    let client = pullingClient(work)
    work.isHeld = true
    edit(client, line: 12, 45..<45, "y and temp > 99C and temp < 9C", version: 2)
    let early = client.request("textDocument/diagnostic", Self.document)
    #expect(items(early).contains("unknown-case"))
    work.isHeld = false
    // The linter has nothing to add to what is wrong.
    #expect(refreshes(client) == 0)
    let id = early.result?["resultId"]?.text ?? ""
    let again = client.request(
      "textDocument/diagnostic",
      #"{"textDocument":{"uri":"\#(Self.uri)"},"previousResultId":"\#(id)"}"#)
    #expect(again.result?["kind"]?.text == "unchanged")
  }

  @Test func `a client that pulls is requested to pull again when the linter has found more`() {
    let work = HeldWork()
    let client = pullingClient(work)
    work.isHeld = true
    edit(client, line: 12, 45..<45, " and temp > 99C and temp < 9C", version: 2)
    #expect(!items(client.request("textDocument/diagnostic", Self.document)).contains("never-true"))
    work.isHeld = false
    #expect(refreshes(client) == 1)
    #expect(items(client.request("textDocument/diagnostic", Self.document)).contains("never-true"))
    #expect(refreshes(client) == 0)
  }

  @Test func `a client that cannot be requested to pull again waits for the whole`() {
    let work = HeldWork()
    let client = pullingClient(work, refreshes: false)
    work.isHeld = true
    edit(client, line: 12, 45..<45, " and temp > 99C and temp < 9C", version: 2)
    let id = client.post("textDocument/diagnostic", Self.document)
    let early = client.takeAll { $0["id"]?.integer == id }
    #expect(early.isEmpty)
    work.isHeld = false
    _ = client.takeAll { _ in false }
    #expect(items(client.request("textDocument/diagnostic", Self.document)).contains("never-true"))
  }

  @Test func `reports of the workspace wait beside the loop, and hold up no other request`() {
    let work = HeldWork()
    let client = pullingClient(work)
    work.isHeld = true
    edit(client, line: 12, 0..<0, "opp \"New\" when temp > 3\n", version: 2)
    let all = client.post("workspace/diagnostic", #"{"previousResultIds":[]}"#)
    let own = client.post("textDocument/diagnostic", Self.document)
    let early = client.takeAll { $0["id"]?.integer == own }
    #expect(early.last?["result"]?["items"]?.json.contains("missing-unit") == true)
    #expect(!early.contains { $0["id"]?.integer == all })
    work.isHeld = false
    let late = client.takeAll { $0["id"]?.integer == all }
    #expect(late.last?["result"]?["items"]?.json.contains("missing-unit") == true)
  }

  @Test(arguments: LawSeeds.seeds(2, long: 200))
  func `whatever is typed, the last report that is pulled is that of a fresh open`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let work = HeldWork()
    let client = pullingClient(work)
    var lines = opps(30)
    var last: String?
    /// Takes what has arrived, and pulls again where the server requests it
    func takeAll(toTheEnd: Bool = false) {
      let arrived = toTheEnd ? client.takeAll { _ in false } : client.takeAll()
      for message in arrived {
        if let items = message["result"]?["items"] { last = items.json }
        if message["method"]?.text == "workspace/diagnostic/refresh" {
          client.post("textDocument/diagnostic", Self.document)
        }
      }
    }
    for version in 2..<20 {
      work.isHeld = random.oneIn(2)
      let line = random.number(in: 0...lines.count - 1)
      let new = random.pick([
        "opp \"Opp \(line)\" when temp > 3", "let own\(line) = temp > 3C", "opp \"Opp 1\" when",
        "opp \"Opp \(line)\" when temp > 9C and temp > 8C", "", "opp \"X\" when own\(line)",
      ])
      edit(client, line: line, 0..<lines[line].utf16.count, new, version: version)
      lines[line] = new
      client.post("textDocument/diagnostic", Self.document)
      takeAll()
    }
    work.isHeld = false
    takeAll(toTheEnd: true)
    takeAll(toTheEnd: true)
    let fresh = ScriptedClient()
    fresh.open(Self.uri, large(lines))
    #expect(last == self.last(fresh)?["diagnostics"]?.json)
  }
}
