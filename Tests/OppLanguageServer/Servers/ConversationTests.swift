import OppLanguageServer
import OppTestLimits
import Testing

/// The rules of the protocol that hold for all messages
@Suite(.limited) struct ConversationTests {
  private let any = #"{"textDocument":{"uri":"file:///rules/a.opp"}}"#

  @Test func `a request before initialize is refused`() {
    let client = ScriptedClient(initializes: false)
    #expect(client.request("textDocument/hover", any).errorCode == -32002)
  }

  @Test func `a second initialize is refused`() {
    #expect(ScriptedClient().request("initialize", "{}").errorCode == -32600)
  }

  @Test func `after shutdown every request is refused and exit is in order`() {
    let client = ScriptedClient()
    #expect(client.request("shutdown", "null").json == "null")
    #expect(client.request("textDocument/formatting", any).errorCode == -32600)
    client.notify("exit", "null")
    _ = client.takeAll()
    #expect(client.server.exitStatus == 0)
  }

  @Test func `exit without shutdown fails, and so does the end of the input`() {
    let client = ScriptedClient()
    client.notify("exit", "null")
    _ = client.takeAll()
    #expect(client.server.exitStatus == 1)
    let other = ScriptedClient()
    other.server.end()
    #expect(other.server.exitStatus == 1)
  }

  @Test func `an unknown method is an error as a request and nothing as a notification`() {
    let client = ScriptedClient()
    #expect(client.request("textDocument/moniker", any).errorCode == -32601)
    #expect(client.request("$/unknown", any).errorCode == -32601)
    client.notify("$/unknown", "{}")
    #expect(client.takeAll().isEmpty)
  }

  @Test func `wrong parameters are an error`() {
    let client = ScriptedClient()
    #expect(client.request("textDocument/formatting", "{}").errorCode == -32602)
    #expect(client.request("textDocument/formatting", "null").errorCode == -32602)
    #expect(client.request("textDocument/formatting", "[1]").errorCode == -32602)
    let unknown = #"{"textDocument":{"uri":"file:///elsewhere/b.opp"}}"#
    #expect(client.request("textDocument/formatting", unknown).errorCode == -32602)
    client.open("file:///rules/a.opp", "let x = 1\n")
    let half = #"{"textDocument":{"uri":"file:///rules/a.opp"},"range":{"start":{"line":"1"}}}"#
    #expect(client.request("textDocument/rangeFormatting", half).errorCode == -32602)
  }

  @Test(arguments: [
    "[]", "1", #""text""#, #"{"id":1,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","id":1}"#,
    #"{"jsonrpc":"2.0","id":{},"method":"shutdown"}"#, #"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#,
    #"{"jsonrpc":"2.0","id":7,"method":9}"#,
  ])
  func `what is no message is an invalid request`(body: String) {
    let client = ScriptedClient()
    client.send(body: body)
    #expect(client.takeAll().map { $0["error"]?["code"]?.integer } == [-32600])
  }

  @Test(arguments: [
    "Content-Length: 9\r\n\r\n{\"a\": nul", "Content-Length: x\r\n\r\n", "garbage\r\n\r\n",
    "Content-Length: 99999999999\r\n\r\n{}", "Content-Type: text\r\n\r\n",
    "Content-Length: -5\r\n\r\n",
    // A body that ends in the letters of a header, though it is none.
    "Content-Length: 9\r\n\r\n{\"content",
  ])
  func `after a malformed frame the next one is read`(frame: String) {
    let client = ScriptedClient()
    client.send(raw: frame)
    let id = client.post("shutdown", "null")
    let messages = client.takeAll()
    #expect(messages.first?["error"]?["code"]?.integer == -32700)
    #expect(messages.last?["id"]?.integer == id)
    #expect(messages.count == 2)
  }

  @Test func `a frame that swallows the next one gives it back`() {
    let client = ScriptedClient()
    let body = #"{"jsonrpc":"2.0","method":"$/x"}"#
    client.send(raw: "Content-Length: \(body.utf8.count + 9)\r\n\r\n\(body)")
    let id = client.post("shutdown", "null")
    let messages = client.takeAll()
    #expect(messages.map { $0["error"]?["code"]?.integer } == [-32700, nil])
    #expect(messages.last?["id"]?.integer == id)
  }

  @Test func `deep nesting is a parse error`() {
    let client = ScriptedClient()
    client.send(body: String(repeating: "[", count: 100_000))
    #expect(client.takeAll().map { $0["error"]?["code"]?.integer } == [-32700])
  }

  @Test func `a message may come byte by byte`() {
    let client = ScriptedClient()
    let body = #"{"jsonrpc":"2.0","id":"a","method":"shutdown"}"#
    for byte in "Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8 {
      client.server.receive([byte])
    }
    #expect(client.takeAll().map { $0["id"]?.text } == ["a"])
  }

  @Test func `a waiting request can be cancelled, and gets one response`() {
    let client = ScriptedClient(files: ["/rules/a.opp": "let x = 1\n"])
    let first = client.post("textDocument/formatting", any)
    let second = client.post("textDocument/formatting", any)
    client.notify("$/cancelRequest", #"{"id":\#(second)}"#)
    client.notify("$/cancelRequest", #"{"id":\#(second)}"#)
    client.notify("$/cancelRequest", #"{"id":99}"#)
    let messages = client.takeAll().filter { $0["id"] != nil }
    #expect(messages.map { $0["id"]?.integer } == [first, second])
    #expect(messages.map { $0["error"]?["code"]?.integer } == [nil, -32800])
  }

  @Test func `a flood of changes costs one check`() {
    let client = ScriptedClient()
    client.open("file:///rules/a.opp", "")
    _ = client.pushed("file:///rules/a.opp")
    for version in 2...500 {
      client.replaceAll("file:///rules/a.opp", "let x = \(version)\n", version: version)
    }
    let pushed = client.pushed("file:///rules/a.opp")
    #expect(pushed?["version"]?.integer == 500)
  }

  @Test func `an outdated request is refused only where the client sends it again`() {
    let uri = "file:///rules/a.opp"
    for retries in [true, false] {
      let methods = retries ? #"["textDocument/formatting"]"# : "[]"
      var abilities = ScriptedClient.Abilities()
      abilities.general = #","staleRequestSupport":{"retryOnContentModified":\#(methods)}"#
      let client = ScriptedClient(abilities: abilities)
      client.open(uri, "let x   = 1\n")
      let id = client.post("textDocument/formatting", any)
      client.replaceAll(uri, "let x = 2\n", version: 2)
      #expect(client.response(to: id).errorCode == (retries ? -32801 : nil))
    }
  }
}
