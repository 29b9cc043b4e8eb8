import OppLanguageServer
import OppTestLimits
import Testing

/// Each feature as a client sees it: in positions of the encoding, with the URIs of the client
@Suite(.limited) struct FeatureRequestTests {
  private let uri = "file:///rules/a.opp"
  private let text = """
    /// Warm days
    let warm = temp >= 68F
    opp "𝒳" when warm and sky == sunny at most once per day colour #3B7DD8
    opp "Other"
      when warm
      notify "https://example.org {temp}"
    """

  private func client(_ abilities: ScriptedClient.Abilities = .init()) -> ScriptedClient {
    let client = ScriptedClient(abilities: abilities)
    client.open(uri, text)
    return client
  }

  private func at(_ line: Int, _ character: Int, _ more: String = "") -> String {
    """
    {"textDocument":{"uri":"\(uri)"},"position":{"line":\(line),"character":\(character)}\(more)}
    """
  }

  private var whole: String { #"{"textDocument":{"uri":"\#(uri)"}}"# }

  @Test func `hover has the form that the client reads`() {
    let hover = client().request("textDocument/hover", at(2, 15)).result
    #expect(hover?["contents"]?["kind"]?.text == "markdown")
    #expect(hover?["range"]?["start"]?["character"]?.integer == 14)
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = #"{"hover":{"contentFormat":["plaintext"]}}"#
    let plain = client(abilities).request("textDocument/hover", at(2, 15)).result
    #expect(plain?["contents"]?["kind"]?.text == "plaintext")
    #expect(plain?["contents"]?["value"]?.text?.contains("`") == false)
  }

  @Test func `a name leads to its declaration, its uses and its highlights`() {
    let client = client()
    let definition = client.request("textDocument/definition", at(2, 15)).result
    #expect(definition?["uri"]?.text == uri)
    #expect(definition?["range"]?["start"]?["line"]?.integer == 1)
    let references =
      client.request(
        "textDocument/references", at(2, 15, #","context":{"includeDeclaration":true}"#)
      ).result?.elements ?? []
    #expect(references.map { $0["range"]?["start"]?["line"]?.integer } == [1, 2, 4])
    let highlights = client.request("textDocument/documentHighlight", at(2, 15)).result?.elements
    #expect(highlights?.count == 3)
    let prelude = client.request("textDocument/definition", at(1, 12)).result
    #expect(prelude?["uri"]?.text == "file:///pages/prelude.md")
  }

  @Test func `completion knows the Opps of another text as it is now`() {
    let client = client()
    let other = "file:///rules/b.opp"
    client.open(other, #"opp "New" when warm"#)
    let tests = "file:///rules/t.opp"
    client.open(tests, #"test "t" at 2026-06-21T12:00 expect ""#)
    let place = #"{"textDocument":{"uri":"\#(tests)"},"position":{"line":0,"character":38}}"#
    func labels() -> [String] {
      client.request("textDocument/completion", place).result?["items"]?.elements?
        .compactMap { $0["label"]?.text } ?? []
    }
    #expect(labels() == ["𝒳", "Other", "New"])
    client.notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(other)","version":2},"contentChanges":[{"text":"opp \"Newer\" when warm"}]}"#
    )
    #expect(labels() == ["𝒳", "Other", "Newer"])
  }

  @Test func `rename is prepared, done and refused`() {
    let client = client()
    let prepared = client.request("textDocument/prepareRename", at(2, 15)).result
    #expect(prepared?["placeholder"]?.text == "warm")
    let edit = client.request("textDocument/rename", at(2, 15, #","newName":"mild""#)).result
    #expect(edit?["changes"]?[uri]?.elements?.count == 3)
    #expect(
      client.request("textDocument/rename", at(2, 15, #","newName":"when""#)).errorCode == -32803)
    #expect(client.request("textDocument/prepareRename", at(0, 5)).errorCode == -32803)
  }

  @Test func `completion is of the text as it is now, with documentation on resolve`() {
    let client = client()
    _ = client.pushed(uri)
    client.replaceAll(uri, text + "\n  at most once per ", version: 2)
    client.replaceAll(uri, "opp \"𝒳\" when sky == ", version: 3)
    let list = client.request("textDocument/completion", at(0, 21)).result
    let items = list?["items"]?.elements ?? []
    let sunny = items.first { $0["label"]?.text == "sunny" }
    #expect(sunny?["textEdit"]?["range"]?["start"]?["character"]?.integer == 21)
    let resolved = client.request("completionItem/resolve", sunny?.json ?? "{}").result
    #expect(resolved?["label"]?.text == "sunny")
  }

  @Test func `signature help names the parameter`() {
    let client = client()
    client.replaceAll(uri, "let a = distance(here, ", version: 2)
    let help = client.request("textDocument/signatureHelp", at(0, 23)).result
    #expect(help?["signatures"]?.elements?.isEmpty == false)
    #expect(help?["activeParameter"]?.integer == 1)
  }

  @Test func `symbols are a tree where the client shows one`() {
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = #"{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}"#
    let tree = client(abilities).request("textDocument/documentSymbol", whole).result?.elements
    #expect(tree?.map { $0["name"]?.text } == ["warm", "𝒳", "Other"])
    #expect(tree?.first?["selectionRange"] != nil)
    let flat = client().request("textDocument/documentSymbol", whole).result?.elements
    #expect(flat?.first?["location"]?["uri"]?.text == uri)
    let found = client().request("workspace/symbol", #"{"query":"oth"}"#).result?.elements
    #expect(found?.map { $0["name"]?.text } == ["Other"])
  }

  @Test func `folding, selections, links and colours have places`() {
    let client = client()
    let folds = client.request("textDocument/foldingRange", whole).result?.elements
    #expect(folds?.contains { $0["startLine"]?.integer == 3 } == true)
    let selections = client.request(
      "textDocument/selectionRange",
      #"{"textDocument":{"uri":"\#(uri)"},"positions":[{"line":2,"character":15}]}"#
    ).result?.elements
    #expect(selections?.first?["range"]?["start"]?["character"]?.integer == 14)
    #expect(selections?.first?["parent"]?["range"] != nil)
    let links = client.request("textDocument/documentLink", whole).result?.elements ?? []
    #expect(links.contains { $0["target"]?.text?.hasPrefix("https://example.org") == true })
  }

  @Test func `hints have switches`() {
    let request =
      #"{"textDocument":{"uri":"\#(uri)"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}"#
    let client = client()
    let hints = client.request("textDocument/inlayHint", request).result?.elements
    #expect(hints?.count == 1)
    #expect(hints?.first?["label"]?.text?.contains("20") == true)
    client.notify(
      "workspace/didChangeConfiguration",
      #"{"settings":{"opp":{"inlayHints":{"temperatures":false}}}}"#)
    #expect(client.request("textDocument/inlayHint", request).json == "[]")
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `tokens by delta are those of the whole`(encoding: String) {
    var abilities = ScriptedClient.Abilities()
    abilities.encoding = encoding
    let client = client(abilities)
    let first = client.request("textDocument/semanticTokens/full", whole).result
    var data = first?["data"]?.elements?.compactMap(\.integer) ?? []
    #expect(!data.isEmpty && data.count.isMultiple(of: 5))
    client.replaceAll(uri, "let 𝒳y = 1\n" + text, version: 2)
    let id = first?["resultId"]?.text ?? ""
    let delta = client.request(
      "textDocument/semanticTokens/full/delta",
      #"{"textDocument":{"uri":"\#(uri)"},"previousResultId":"\#(id)"}"#
    ).result
    for edit in delta?["edits"]?.elements ?? [] {
      let start = edit["start"]?.integer ?? 0
      let end = start + (edit["deleteCount"]?.integer ?? 0)
      data.replaceSubrange(start..<end, with: edit["data"]?.elements?.compactMap(\.integer) ?? [])
    }
    let full = client.request("textDocument/semanticTokens/full", whole).result
    #expect(data == full?["data"]?.elements?.compactMap(\.integer))
  }
}
