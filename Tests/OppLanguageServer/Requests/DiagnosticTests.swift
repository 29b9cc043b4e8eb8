import OppLanguageServer
import OppTestLimits
import Testing

@Suite(.limited) struct DiagnosticTests {
  private let wrong = "opp \"A\" when temp > 20\n"

  private func codes(_ report: Parameters?, _ key: String = "diagnostics") -> [String?] {
    (report?[key]?.elements ?? []).map { $0["code"]?.text }
  }

  @Test func `diagnostics are pushed with the version of the text`() {
    let client = ScriptedClient()
    client.open("file:///rules/a.opp", wrong, version: 3)
    let pushed = client.pushed("file:///rules/a.opp")
    #expect(codes(pushed) == ["missing-unit"])
    #expect(pushed?["version"]?.integer == 3)
    client.replaceAll("file:///rules/a.opp", "opp \"A\" when temp > 20C\n", version: 4)
    #expect(codes(client.pushed("file:///rules/a.opp")) == [])
  }

  @Test func `a file that is not open is checked too and follows the disk`() {
    let client = ScriptedClient(files: ["/rules/b.opp": wrong])
    let pushed = client.pushed("file:///rules/b.opp")
    #expect(codes(pushed) == ["missing-unit"])
    #expect(pushed?["version"] == nil)
    client.write("/rules/b.opp", nil)
    #expect(client.pushed("file:///rules/b.opp")?.json.contains(#""diagnostics":[]"#) == true)
  }

  @Test
  func
    `of a large rule set the linter's findings follow, and stay in place while they are looked for`()
  {
    let uri = "file:///rules/a.opp"
    let padding = String(repeating: "// what is said here fills the file\n", count: 2500)
    let client = ScriptedClient()
    func next() -> Parameters? {
      client.takeAll { $0["method"]?.text == "textDocument/publishDiagnostics" }.last?["params"]
    }
    client.open(uri, wrong + padding + "let unused = 3\n")
    #expect(codes(next()) == ["missing-unit"])
    #expect(codes(next()) == ["missing-unit", "unused-declaration"])
    client.change(uri, #"{"range":\#(client.range((0, 0), (0, 0))),"text":"\n"}"#, version: 2)
    let kept = next()
    #expect(codes(kept) == ["missing-unit", "unused-declaration"])
    let line = kept?["diagnostics"]?.elements?.last?["range"]?["start"]?["line"]?.integer
    #expect(line == 2502)
    client.change(
      uri, #"{"range":\#(client.range((2502, 0), (2502, 10))),"text":"let others"}"#, version: 3)
    #expect(codes(next()).contains("unused-declaration") == false)
  }

  @Test func `a column after an astral character is that of the encoding`() {
    let text = "// 𝒳\nopp \"𝒳🥪\" when temp > 20\n"
    for (encoding, column) in [("utf-8", 27), ("utf-16", 23), ("utf-32", 21)] {
      var abilities = ScriptedClient.Abilities()
      abilities.encoding = encoding
      let client = ScriptedClient(abilities: abilities)
      client.open("file:///rules/a.opp", text)
      let first = client.pushed("file:///rules/a.opp")?["diagnostics"]?.elements?.first
      #expect(first?["range"]?["start"]?["character"]?.integer == column)
    }
  }

  @Test func `labels are related information where the client shows it`() {
    let text = "let a = 1\nlet a = 2\n"
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = """
      {"publishDiagnostics":{"relatedInformation":true,"codeDescriptionSupport":true,\
      "tagSupport":{"valueSet":[1]},"dataSupport":true}}
      """
    let client = ScriptedClient(abilities: abilities)
    client.open("file:///rules/a.opp", text)
    let item = client.pushed("file:///rules/a.opp")?["diagnostics"]?.elements?.first {
      $0["code"]?.text == "duplicate-name"
    }
    #expect(item?["relatedInformation"]?.elements?.count == 1)
    #expect(item?["codeDescription"]?["href"]?.text?.hasSuffix(".md") == true)
    let plain = ScriptedClient()
    plain.open("file:///rules/a.opp", text)
    let other = plain.pushed("file:///rules/a.opp")?["diagnostics"]?.elements?.first
    #expect(other?["relatedInformation"] == nil)
    #expect(other?["codeDescription"] == nil)
  }

  @Test func `a label without words is related information that quotes its text`() {
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = #"{"publishDiagnostics":{"relatedInformation":true}}"#
    let text = "opp \"A\" when temp > 20C and temp < 9C\n"
    for (abilities, isRelated) in [(abilities, true), (ScriptedClient.Abilities(), false)] {
      let client = ScriptedClient(abilities: abilities)
      client.open("file:///rules/a.opp", text)
      let item = client.pushed("file:///rules/a.opp")?["diagnostics"]?.elements?.first
      #expect(item?["code"]?.text == "never-true")
      let related = item?["relatedInformation"]?.elements?.map { $0["message"]?.text } ?? []
      #expect(related.contains("`temp > 20C`") == isRelated)
      #expect(item?["message"]?.text?.contains("\n\n") == false)
    }
  }

  @Test func `a client that pulls gets reports and no pushes`() {
    var abilities = ScriptedClient.Abilities()
    abilities.textDocument = #"{"diagnostic":{}}"#
    let client = ScriptedClient(files: ["/rules/b.opp": wrong], abilities: abilities)
    client.open("file:///rules/a.opp", wrong)
    #expect(client.pushed("file:///rules/a.opp") == nil)
    let request = #"{"textDocument":{"uri":"file:///rules/a.opp"}}"#
    let full = client.request("textDocument/diagnostic", request).result
    #expect(full?["kind"]?.text == "full")
    #expect(codes(full, "items").contains("missing-unit"))
    let id = full?["resultId"]?.text ?? ""
    let again =
      #"{"textDocument":{"uri":"file:///rules/a.opp"},"previousResultId":"\#(id)"}"#
    #expect(
      client.request("textDocument/diagnostic", again).result?["kind"]?.text == "unchanged")
    let all = client.request("workspace/diagnostic", #"{"previousResultIds":[]}"#).result
    #expect(
      all?["items"]?.elements?.map { $0["uri"]?.text }
        == ["file:///rules/a.opp", "file:///rules/b.opp"])
  }

  @Test func `the settings of the folder hold, and their mistakes are shown`() {
    let run = "opp \"Run\" when not (sky == rain) and free >= 1h at most once per day\n"
    let client = ScriptedClient(files: [
      "/rules/a.opp": run, "/rules/.opplint": "[rules]\nnegation-of-negation = off\n",
    ])
    #expect(client.pushed("file:///rules/a.opp") == nil)
    client.write("/rules/.opplint", "[rules]\nnegation-of-negation = loud\n")
    #expect(codes(client.pushed("file:///rules/a.opp")) == ["negation-of-negation"])
    client.write("/rules/.opplint", "[rules]\nnegation-of-negation = quiet\n")
    let problem = client.pushed("file:///rules/.opplint")?["diagnostics"]?.elements?.first
    #expect(problem?["range"]?["start"]?["line"]?.integer == 1)
  }
}
