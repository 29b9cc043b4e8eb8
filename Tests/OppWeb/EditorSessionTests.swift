import OppModel
import OppTestLimits
import Testing

@testable import OppWeb

/// The language server of the module, and the colours of words
@Suite(.limited) struct EditorSessionTests {
  private func respond(_ editor: EditorSession, _ method: String, _ json: String) -> String {
    let text = #"{"jsonrpc":"2.0",\#(json)"method":"\#(method)"}"#
    return editor.respond(to: Array(text.utf8))
  }

  private func open(_ editor: EditorSession, _ name: String, _ text: String) -> String {
    let document =
      #"{"uri":"file:///play/\#(name)","languageId":"opp","version":1,"text":"\#(text)"}"#
    return respond(editor, "textDocument/didOpen", #""params":{"textDocument":\#(document)},"#)
  }

  private func begin(_ workbench: Workbench = Workbench()) -> EditorSession {
    let editor = workbench.editor()
    let capabilities = #"{"textDocument":{"publishDiagnostics":{"codeDescriptionSupport":true}}}"#
    let response = respond(
      editor, "initialize", #""id":1,"params":{"capabilities":\#(capabilities)},"#)
    #expect(response.hasPrefix(#"[{"jsonrpc":"2.0","id":1,"result":{"capabilities""#))
    return editor
  }

  @Test func `diagnostics and findings follow each change at once`() {
    let editor = begin()
    let first = open(editor, "a.opp", "opp \\\"A\\\" when tmp > 20C")
    #expect(first.contains(#""uri":"file:///play/a.opp""#) && first.contains("unknown-name"))
    #expect(first.contains("../diagnostics/unknown-name/"))
    let change =
      #""params":{"textDocument":{"uri":"file:///play/a.opp","version":2},"contentChanges":[{"text":"opp \"A\" when temp > 20C and temp > 20C"}]},"#
    let second = respond(editor, "textDocument/didChange", change)
    #expect(second.contains("../lint/") && second.contains(#""version":2"#))
  }

  @Test func `documents of a folder are one rule set, with the zones that the host has added`() {
    let editor = begin()
    _ = open(editor, "a.opp", "let limit = 20C")
    let second = open(editor, "b.opp", "opp \\\"B\\\" when temp > limit")
    #expect(!second.contains("unknown-name"))
  }

  @Test func `a request has its response in the same call`() {
    let editor = begin()
    _ = open(editor, "a.opp", "opp   \\\"A\\\"   when temp>20C")
    let response = respond(
      editor, "textDocument/formatting",
      #""id":2,"params":{"textDocument":{"uri":"file:///play/a.opp"},"options":{}},"#)
    #expect(response.contains(#""id":2,"result":[{"#))
    #expect(editor.respond(to: Array("{".utf8)).contains("-32700"))
  }

  @Test func `words have places in units of UTF-16`() {
    let text = "opp \"🥛é\" when temp"
    #expect(
      TokenTable.triples(of: Array(text.utf8)) == [
        0, 3, 0, 4, 1, 1, 5, 3, 1, 8, 1, 1, 10, 4, 0, 15, 4, 5,
      ])
    #expect(TokenTable.triples(of: []) == [])
    _ = TokenTable.triples(of: [0xFF, 0x22, 0xF0, 0x80])
  }

  @Test func `places are converted in any order`() {
    let text = "aé🥛b"
    var units = TextUnits(Array(text.utf8))
    for (byte, unit) in [(8, 5), (0, 0), (3, 2), (7, 4), (1, 1), (99, 5)] as [(Int32, Int32)] {
      #expect(units.units(before: byte) == unit)
    }
  }
}
