import OppJSON
import OppLanguageServer
import OppModel
import OppSemantics
import OppTestLimits
import Testing

/// Requests whose responses are made in slices, between other messages
@Suite(.limited) struct LongRequestTests {
  private static let uri = "file:///rules/a.opp"
  private static let rules = "opp \"A\" when temp > 20C\n"

  /// Replays that take some slices, and count those that were begun
  private final class SlowReplays {
    var slices = 5
    private(set) var begun = 0

    var services: ReplayServices {
      ReplayServices(
        firings: { [self] snapshot, _ in
          begun += 1
          var left = slices
          return Sliced {
            left -= 1
            guard left <= 0 else { return nil }
            var firings = CountedFirings(period: 0..<864_000, now: "now") { "\($0)" }
            firings.firings["A"] = snapshot.analysis.graph.rules.count > 1 ? [1, 2] : [1, 2, 3]
            return .counted(firings)
          }
        },
        explanation: { [self] _, _, question in
          var left = slices
          return Sliced {
            left -= 1
            return left <= 0 ? OppAnswer(text: "why \(question.opp)") : nil
          }
        },
        day: { _, _, opp, date in
          Sliced(done: DayText(date: date ?? "2026-06-21", text: "day of \(opp)\n"))
        },
        demand: { _, _ in [:] }, sun: { _, _, _ in nil },
        witness: { _, _, _ in WitnessWords(day: "a day", values: [], test: { nil }) },
        document: { name, _ in "file:///cache/\(name)" })
    }
  }

  private func client(
    _ replays: SlowReplays, retries: String = "", window: String = "{}", workspace: String = "{}"
  ) -> ScriptedClient {
    var abilities = ScriptedClient.Abilities()
    abilities.window = window
    abilities.workspace = workspace
    if !retries.isEmpty {
      abilities.general =
        #","staleRequestSupport":{"cancel":true,"retryOnContentModified":["\#(retries)"]}"#
    }
    let client = ScriptedClient(abilities: abilities, replays: replays.services)
    client.open(Self.uri, Self.rules)
    _ = client.pushed(Self.uri)
    return client
  }

  private let lens = #"{"data":{"uri":"file:///rules/a.opp","opp":"A"}}"#
  private let hover =
    #"{"textDocument":{"uri":"file:///rules/a.opp"},"position":{"line":0,"character":5}}"#
  private let symbols = #"{"textDocument":{"uri":"file:///rules/a.opp"}}"#

  /// The ids of the responses, in their order
  private func order(_ client: ScriptedClient) -> [Int] {
    client.takeAll().filter { $0["method"] == nil }.compactMap { $0["id"]?.integer }
  }

  @Test func `other requests get their responses first`() {
    let client = client(SlowReplays())
    let long = client.post("codeLens/resolve", lens)
    let short = client.post("textDocument/documentSymbol", symbols)
    #expect(order(client) == [short, long])
  }

  @Test func `lenses of one rule set share a replay`() {
    let replays = SlowReplays()
    let client = client(replays)
    let ids = (0..<4).map { _ in client.post("codeLens/resolve", lens) }
    #expect(order(client) == ids)
    #expect(replays.begun == 1)
  }

  @Test func `a request that is cancelled ends with the standard error, once`() {
    let client = client(SlowReplays())
    let id = client.post("codeLens/resolve", lens)
    _ = client.server.step()
    client.notify("$/cancelRequest", #"{"id":\#(id)}"#)
    let responses = client.takeAll().filter { $0["id"]?.integer == id }
    #expect(responses.count == 1)
    #expect(responses.first?["error"]?["code"]?.integer == -32800)
    #expect(client.request("codeLens/resolve", lens).json.contains("fired 3 times"))
  }

  @Test func `a change of the text begins the replay anew`() {
    let replays = SlowReplays()
    let client = client(replays)
    let id = client.post("codeLens/resolve", lens)
    _ = client.server.step()
    client.replaceAll(Self.uri, Self.rules + "opp \"B\" when temp > 3C\n", version: 2)
    client.server.settle()
    #expect(client.response(to: id).json.contains("fired 2 times"))
    #expect(replays.begun == 2)
  }

  @Test func `what needs little more gets its response before the end of the conversation`() {
    let client = client(SlowReplays())
    let id = client.post("codeLens/resolve", lens)
    let end = client.post("shutdown", "{}")
    let responses = client.takeAll()
    #expect(responses.compactMap { $0["id"]?.integer } == [id, end])
    #expect(responses.allSatisfy { $0["error"] == nil })
  }

  @Test func `a client that sends requests again gets the error for changed content`() {
    let client = client(SlowReplays(), retries: "codeLens/resolve")
    let id = client.post("codeLens/resolve", lens)
    _ = client.server.step()
    client.replaceAll(Self.uri, Self.rules + "\n", version: 2)
    client.server.settle()
    #expect(client.response(to: id).errorCode == -32801)
  }

  @Test func `the end of the conversation cancels what takes longer`() {
    let replays = SlowReplays()
    replays.slices = 100_000
    let client = client(replays)
    let id = client.post("codeLens/resolve", lens)
    _ = client.server.step()
    let end = client.post("shutdown", "{}")
    let responses = client.takeAll()
    #expect(responses.first { $0["id"]?.integer == id }?["error"]?["code"]?.integer == -32800)
    #expect(responses.contains { $0["id"]?.integer == end && $0["error"] == nil })
  }

  @Test func `progress is shown only of what takes more than a second`() {
    let window = #"{"workDoneProgress":true}"#
    for (slices, shows) in [(5, false), (4000, true)] {
      let replays = SlowReplays()
      replays.slices = slices
      let client = client(replays, window: window)
      let id = client.post("codeLens/resolve", lens)
      let first = client.takeAll { $0["method"]?.text == "window/workDoneProgress/create" }
      let token = first.last?["params"]?["token"]?.text
      #expect((token != nil) == shows)
      guard let token, let request = first.last?["id"]?.integer else { continue }
      client.send(body: #"{"jsonrpc":"2.0","id":\#(request),"result":null}"#)
      let rest = client.takeAll()
      let kinds = rest.filter { $0["method"]?.text == "$/progress" }
        .map { $0["params"]?["value"]?["kind"]?.text }
      #expect(kinds == ["begin", "end"])
      #expect(
        rest.filter { $0["method"]?.text == "$/progress" }
          .allSatisfy { $0["params"]?["token"]?.text == token })
      #expect(rest.contains { $0["id"]?.integer == id && $0["result"] != nil })
    }
  }

  @Test func `the command of a lens shows the firings that it counts`() {
    let client = client(SlowReplays())
    let resolved = client.request("codeLens/resolve", lens).result
    #expect(resolved?["command"]?["command"]?.text == "opp.history")
    let arguments = resolved?["command"]?["arguments"]?.json ?? ""
    let text = client.request(
      "workspace/executeCommand", #"{"command":"opp.history","arguments":\#(arguments)}"#
    ).result?.text
    let lines = text?.split(separator: "\n") ?? []
    #expect(lines.first?.hasPrefix(#""A" fired 3 times in 10 days"#) == true)
    #expect(lines.count == 4)
  }

  @Test func `lenses are fetched again when a recording changes, where the client can`() {
    let client = client(SlowReplays(), workspace: #"{"codeLens":{"refreshSupport":true}}"#)
    _ = client.takeAll()
    client.write("/rules/data/weather.csv", "time,temp\n")
    let methods = client.takeAll().compactMap { $0["method"]?.text }
    #expect(methods.contains("workspace/codeLens/refresh"))
    #expect(!methods.contains("workspace/inlayHint/refresh"))
  }

  @Test func `a hover that takes too long shows the type, and says so`() {
    let replays = SlowReplays()
    let client = client(replays)
    #expect(client.request("textDocument/hover", hover).json.contains("why A"))
    replays.slices = 100_000
    let text = client.request("textDocument/hover", hover).json
    #expect(text.contains("not finished yet") && text.contains("opp \\\"A\\\""))
  }

  @Test func `the lens of changed rules compares them with the saved ones`() {
    let client = client(SlowReplays())
    client.write("/rules/a.opp", Self.rules)
    #expect(client.request("codeLens/resolve", lens).json.contains("fired 3 times in 10 days"))
    client.replaceAll(Self.uri, Self.rules + "opp \"B\" when temp > 3C\n", version: 2)
    let text = client.request("codeLens/resolve", lens).json
    #expect(text.contains("3 → 2 firings · gone: 3"), "\(text)")
  }

  @Test func `a day is a document of its own where the client fetches documents`() throws {
    let abilities = #"{"textDocumentContent":{}}"#
    let client = client(
      SlowReplays(), window: #"{"showDocument":{"support":true}}"#, workspace: abilities)
    let id = client.post(
      "workspace/executeCommand",
      #"{"command":"opp.day","arguments":["file:///rules/a.opp","A"]}"#)
    let messages = client.takeAll()
    #expect(messages.contains { $0["id"]?.integer == id && $0["result"]?.text == "day of A\n" })
    let shown = messages.first { $0["method"]?.text == "window/showDocument" }
    let uri = try #require(shown?["params"]?["uri"]?.text)
    #expect(uri == "opp-day:///rules/2026-06-21/A")
    let content = client.request("workspace/textDocumentContent", #"{"uri":"\#(uri)"}"#)
    #expect(content.result?["text"]?.text == "day of A\n")
    let wrong = client.request("workspace/textDocumentContent", #"{"uri":"opp-day:///x"}"#)
    #expect(wrong.errorCode == -32602)
  }
}
