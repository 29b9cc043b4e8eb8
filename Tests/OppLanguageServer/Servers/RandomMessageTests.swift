import Foundation
import OppLanguageServer
import OppTestLimits
import OppTesting
import Testing

@Suite(.limited) struct RandomMessageTests {
  private static let methods = [
    "initialize", "shutdown", "textDocument/didOpen", "textDocument/didChange",
    "textDocument/didClose", "textDocument/didSave", "textDocument/formatting",
    "textDocument/rangeFormatting", "textDocument/codeAction", "codeAction/resolve",
    "textDocument/diagnostic", "workspace/diagnostic", "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration", "$/cancelRequest",
    "textDocument/hover", "textDocument/completion", "textDocument/rename",
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta",
    "textDocument/selectionRange", "textDocument/inlayHint", "workspace/symbol",
  ]

  private static let values = [
    "null", "0", "1", "-1", "7", "99999999999999999999", "1.5", "1e400", "true", "[]", "{}",
    #""""#, #""file:///rules/a.opp""#, #""file:///rules/b.opp""#, #""opp \"𝒳\" when temp >""#,
    #""\ud800""#, #""untitled:1""#,
    #"{"start":{"line":0,"character":3},"end":{"line":9,"character":0}}"#,
    #"[{"text":"let x = 1\n"}]"#,
    #"[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"text":"🥪"}]"#,
  ]

  private static let keys = [
    "textDocument", "uri", "version", "text", "range", "position", "line", "character",
    "contentChanges", "context", "only", "data", "query", "newName", "id", "changes", "event",
    "added", "start", "end", "positions", "previousResultId", "settings",
  ]

  private func value(_ depth: Int, _ random: inout SplitMix64) -> String {
    if depth == 0 || Int.random(in: 0..<3, using: &random) == 0 {
      return Self.values.randomElement(using: &random) ?? "null"
    }
    let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let key = Self.keys.randomElement(using: &random) ?? "a"
      return "\"\(key)\":\(value(depth - 1, &random))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Parameters of the right shape with wrong things in it
  private func likely(_ random: inout SplitMix64) -> String {
    let uri = Self.values.randomElement(using: &random) ?? "null"
    let line = Int.random(in: -1...4, using: &random)
    let character = Int.random(in: -1...40, using: &random)
    let place = #"{"line":\#(line),"character":\#(character)}"#
    return """
      {"textDocument":{"uri":\(uri),"version":1,"text":\(value(0, &random))},"position":\(place),\
      "range":{"start":\(place),"end":\(place)},"contentChanges":\(value(0, &random)),\
      "newName":"x","context":\(value(1, &random)),"positions":[\(place)]}
      """
  }

  private func message(_ id: Int, _ random: inout SplitMix64) -> String {
    let method = Self.methods.randomElement(using: &random) ?? "x"
    let isLikely = Bool.random(using: &random)
    let parameters = isLikely ? likely(&random) : value(3, &random)
    let identity = Int.random(in: 0..<4, using: &random) == 0 ? "" : #""id":\#(id),"#
    return #"{"jsonrpc":"2.0",\#(identity)"method":"\#(method)","params":\#(parameters)}"#
  }

  /// The environment sets the number of messages, and the seed of a run that failed
  @Test func `random messages never trap, and each request has one response`() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["OPP_RANDOM_MESSAGES"].flatMap(Int.init) ?? 2000
    let seed = environment["OPP_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    var client = ScriptedClient(files: ["/rules/a.opp": "opp \"A\" when temp > 20\n"])
    for id in 1000..<(1000 + count) {
      // A server that has been shut down has nothing more to say.
      if id % 200 == 0 { client = ScriptedClient(files: ["/rules/a.opp": "let x = 1\n"]) }
      var body = message(id, &random)
      let isCut = Int.random(in: 0..<20, using: &random) == 0
      if isCut {
        body = String(body.dropLast(Int.random(in: 1...20, using: &random)))
      }
      let isRequest = !isCut && body.hasPrefix(#"{"jsonrpc":"2.0","id""#)
      client.send(body: body)
      client.server.settle()
      let responses = client.takeAll().filter { $0["method"] == nil && $0["id"]?.integer == id }
      #expect(responses.count <= 1, "seed \(seed): \(body)")
      if isRequest, responses.isEmpty { Issue.record("seed \(seed): no response to \(body)") }
    }
  }
}
