import OppLanguageServer
import OppTestLimits
import Testing

@Suite(.limited) struct CodeActionTests {
  private let uri = "file:///rules/a.opp"
  private static let text =
    "opp \"Run\" when not (sky == rain) and free >= 1h at most once per day\n"

  private func actions(_ client: ScriptedClient, only: String = "") -> [Parameters] {
    let range = client.range((0, 0), (9, 0))
    let context = #"{"diagnostics":[]\#(only)}"#
    return client.request(
      "textDocument/codeAction",
      #"{"textDocument":{"uri":"\#(uri)"},"range":\#(range),"context":\#(context)}"#
    ).result?.elements ?? []
  }

  @Test func `a fix is a quick fix with its edit`() {
    let client = ScriptedClient()
    client.open(uri, Self.text)
    let found = actions(client)
    #expect(found.map { $0["kind"]?.text } == ["quickfix"])
    #expect(found.first?["title"]?.text == "Write `sky != rain`")
    #expect(found.first?["isPreferred"]?.isTrue == true)
    let edit = found.first?["edit"]?["changes"]?[uri]?.elements?.first
    #expect(edit?["newText"]?.text == "sky != rain")
    #expect(edit?["range"]?["start"]?["character"]?.integer == 15)
  }

  @Test func `an edit is made later where the client resolves it`() {
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = """
      {"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}
      """
    abilities.workspace = #"{"workspaceEdit":{"documentChanges":true}}"#
    let client = ScriptedClient(abilities: abilities)
    client.open(uri, Self.text, version: 5)
    let action = actions(client).first
    #expect(action?["edit"] == nil)
    let resolved = client.request("codeAction/resolve", action?.json ?? "{}").result
    let change = resolved?["edit"]?["documentChanges"]?.elements?.first
    #expect(change?["textDocument"]?["version"]?.integer == 5)
    #expect(change?["edits"]?.elements?.first?["newText"]?.text == "sky != rain")
    client.replaceAll(uri, "let a = 1\n", version: 6)
    #expect(client.request("codeAction/resolve", action?.json ?? "{}").errorCode == -32803)
  }

  /// With as many problems as before, at the same place or at another, and with the text of before once more
  @Test(arguments: [
    "// A run\n" + text, text.replacing("Run", with: "Walk"), text.replacing("rain", with: "snow"),
    text + text.replacing("Run", with: "Walk"), text + "\n", "", text,
  ])
  func `an edit for an earlier text is not made`(later: String) {
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = """
      {"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}
      """
    let client = ScriptedClient(abilities: abilities)
    client.open(uri, Self.text, version: 5)
    let action = actions(client).first
    #expect(client.request("codeAction/resolve", action?.json ?? "{}").result?["edit"] != nil)
    client.replaceAll(uri, later, version: 6)
    #expect(client.request("codeAction/resolve", action?.json ?? "{}").errorCode == -32803)
    guard let again = actions(client).first else { return }
    #expect(client.request("codeAction/resolve", again.json).result?["edit"] != nil)
  }

  @Test func `only the kinds that the client names are offered`() {
    let client = ScriptedClient()
    client.open(uri, Self.text)
    #expect(actions(client, only: #","only":["refactor"]"#).isEmpty)
    #expect(actions(client, only: #","only":["quickfix"]"#).count == 1)
  }

  @Test func `all safe fixes are one action`() {
    let client = ScriptedClient()
    client.open(uri, "opp \"A\":\n  when sky = sunny\n")
    let all = actions(client, only: #","only":["source.fixAll"]"#)
    #expect(all.map { $0["kind"]?.text } == ["source.fixAll"])
    #expect(all.first?["edit"]?["changes"]?[uri]?.elements?.isEmpty == false)
  }

  @Test func `a source that nothing is connected to gets the line of a file`() {
    let client = ScriptedClient()
    client.open(uri, "source porch { state: Number }\ntable chores by id { id: Text }\n")
    let found = actions(client)
    #expect(
      found.map { $0["title"]?.text ?? "" }
        == ["porch", "chores"].map {
          "Write `connect \($0) to csv(\"\($0).csv\")`; `opp import FILE --as \($0)` has the line for a file of yours"
        })
    let edit = found.first?["edit"]?["changes"]?[uri]?.elements?.first
    #expect(edit?["newText"]?.text == "\nconnect porch to csv(\"porch.csv\")\n")
  }

  @Test func `a source that is connected gets no other line`() {
    let client = ScriptedClient()
    client.open(uri, "source porch { state: Number }\nconnect porch to csv(\"a.csv\")\n")
    #expect(actions(client).isEmpty)
  }

  @Test func `an advice with two answers is two fixes, neither preferred`() {
    let client = ScriptedClient()
    client.open(uri, "opp \"A\" when temp > 20\n")
    let found = actions(client)
    #expect(found.map { $0["title"]?.text } == ["Write `20C`", "Write `20F`"])
    #expect(found.allSatisfy { $0["isPreferred"] == nil })
  }

  @Test func `a misspelled name has a fix`() {
    let client = ScriptedClient()
    client.open(uri, "opp \"A\" when sky == suny\n")
    #expect(actions(client).map { $0["title"]?.text } == ["Write `sunny`"])
  }
}
