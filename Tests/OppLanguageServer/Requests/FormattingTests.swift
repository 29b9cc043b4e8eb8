import OppFormat
import OppLanguageServer
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct FormattingTests {
  private let uri = "file:///rules/a.opp"
  private let options = #""options":{"tabSize":8,"insertSpaces":false}"#

  /// The text after the edits of a response
  private func applied(_ response: ScriptedClient.Response, to text: String) throws -> String {
    var result = LineText(Array(text.utf8))
    for edit in (response.result?.elements ?? []).reversed() {
      let range = try edit.range()
      result.replace(
        result.offsets(of: range, .utf16), with: Array((edit["newText"]?.text ?? "").utf8))
    }
    return String(decoding: result.bytes, as: UTF8.self)
  }

  @Test func `formatting is that of the command line and changes the least`() throws {
    let text = "let   a = 1\nlet b = 2 // 🥪\r\n\n\nopp \"𝒳\"   when a   < b\n"
    let client = ScriptedClient()
    client.open(uri, text)
    let response = client.request(
      "textDocument/formatting", #"{"textDocument":{"uri":"\#(uri)"},\#(options)}"#)
    let expected = Formatter.format(SourceFile(path: "a.opp", text: text))
    #expect(try applied(response, to: text) == expected.text)
    client.replaceAll(uri, expected.text, version: 2)
    let again = client.request(
      "textDocument/formatting", #"{"textDocument":{"uri":"\#(uri)"},\#(options)}"#)
    #expect(again.json == "[]")
  }

  @Test func `a range formats the declarations that it touches`() throws {
    let text = "let   a = 1\n\nlet   b = 2\n\nlet   c = 3\n"
    let client = ScriptedClient()
    client.open(uri, text)
    let range = client.range((2, 4), (2, 5))
    let response = client.request(
      "textDocument/rangeFormatting",
      #"{"textDocument":{"uri":"\#(uri)"},"range":\#(range),\#(options)}"#)
    #expect(try applied(response, to: text) == "let   a = 1\n\nlet b = 2\n\nlet   c = 3\n")
  }
}
