import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Notifiers that send requests: webhooks, and ntfy in the shape of docs.ntfy.sh/publish
@Suite(.limited) struct WebNotifierTests {
  private func send(
    _ kind: String, _ notice: Notice, answer: ServerAnswer = .json("{}"),
    _ values: [String: Value] = [:], secrets: [String: String] = [:]
  ) async throws -> (said: String?, request: ReceivedRequest?) {
    let server = try LoopbackServer()
    defer { server.stop() }
    server.on("/") { _ in answer }
    server.on("/hook") { _ in answer }
    var values = values
    values["url"] = .text(server.url + "/hook")
    let said = await Notices.deliver(
      try Notices.notifier(kind, values, secrets: secrets), notice)
    return (said, server.requests.first)
  }

  @Test func `a webhook gets an object with the identity of the firing`() async throws {
    let (said, request) = try await send(
      "webhook",
      Notices.notice(to: ["ada"], payload: #"{"gate":4}"#, isUrgent: true, id: "Über\n\"1\""),
      secrets: ["token": "hush-hush"])
    #expect(said == nil)
    #expect(request?.method == "POST")
    #expect(request?.header("Content-Type") == "application/json")
    #expect(request?.header("Authorization") == "Bearer hush-hush")
    #expect(request?.header("Idempotency-Key") == #""%C3%9Cber%0A%221%22""#)
    #expect(
      request?.text
        == ##"{"id":"Über\n\"1\"","opp":"Walk","text":"It is sunny","at":"2026-06-21T12:00:00Z","to":["ada"],"urgent":true,"colour":"#00ff7f","payload":{"gate":4}}"##
    )
  }

  static let faults: [(answer: ServerAnswer, expected: String)] = [
    (.status(400), "127.0.0.1 responded with 400, for good"),
    (.status(413), "127.0.0.1 responded with 413, for good"),
    (.status(401), "127.0.0.1 responded with 401"), (.status(404), "127.0.0.1 responded with 404"),
    (
      .status(503, headers: [("Retry-After", "60")]),
      "127.0.0.1 responded with 503 (again after 60 s)"
    ),
    (
      .status(429, headers: [("Retry-After", "5")]),
      "127.0.0.1 responded with 429 (again after 5 s)"
    ),
    (.status(304), "127.0.0.1 responded with 304"),
    (.fault(.close), "127.0.0.1 closed the connection"),
    (.redirect(to: "/login"), "127.0.0.1 redirects (302): nothing was delivered"),
  ]

  @Test(arguments: ["webhook", "ntfy"])
  func `a failure of the service is a failed delivery`(kind: String) async throws {
    for fault in Self.faults {
      let (said, _) = try await send(
        kind, Notices.notice(), answer: fault.answer, secrets: ["token": "hush-hush"])
      #expect(said == fault.expected)
    }
  }

  @Test func `a payload that is no object is refused for good`() async throws {
    let (said, request) = try await send("webhook", Notices.notice(payload: "4"))
    #expect(said == "the payload is no JSON object, for good")
    #expect(request == nil)
  }

  @Test func `ntfy gets JSON at its root, whatever the letters`() async throws {
    let (said, request) = try await send(
      "ntfy", Notices.notice("Sonne ☀️", title: "Spaß", to: ["ada"], isUrgent: true),
      secrets: ["token": "tk_hush"])
    #expect(said == nil)
    #expect(request?.path == "/")
    #expect(request?.header("Authorization") == "Bearer tk_hush")
    #expect(
      request?.text
        == #"{"topic":"hook","title":"Spaß","message":"Sonne ☀️","priority":5,"tags":["ada"],"sequence_id":"SEQUENCE"}"#
        .replacing("SEQUENCE", with: NtfyNotifier.sequence("Walk/2026-06-21T12:00:00Z")))
  }

  @Test func `a sequence is what ntfy takes, one for each identity`() {
    let one = NtfyNotifier.sequence("2026-06-21T19:00:00Z/Lunch%20walk")
    #expect(one.utf8.count == 32)
    #expect(one.allSatisfy { $0.isHexDigit })
    #expect(one == NtfyNotifier.sequence("2026-06-21T19:00:00Z/Lunch%20walk"))
    #expect(one != NtfyNotifier.sequence("2026-06-21T19:00:01Z/Lunch%20walk"))
  }

  @Test func `buttons say to the address of the actions what was pressed`() async throws {
    let (_, request) = try await send(
      "ntfy", Notices.notice(id: "a/b"), ["actions": .text("https://ntfy.example/back?key=1")])
    func button(_ label: String, _ word: String) -> String {
      #"{"action":"http","label":"\#(label)","url":"https://ntfy.example/back?key=1","method":"POST","body":"\#(word) a/b","clear":true}"#
    }
    let buttons = [
      button("Snooze", "snooze"), button("Done", "done"), button("Dismiss", "dismiss"),
    ]
    #expect(
      request?.text
        == #"{"topic":"hook","title":"Walk","message":"It is sunny","sequence_id":""#
        + NtfyNotifier.sequence("a/b") + #"","actions":["#
        + buttons.joined(separator: ",") + "]}")
  }

  @Test func `a text that is too long for ntfy is cut at a character`() {
    let text = String(repeating: "é", count: 2048)
    #expect(NtfyNotifier.shortened(text) == text)
    let cut = NtfyNotifier.shortened(text + "é")
    #expect(cut == String(repeating: "é", count: 2046) + "…")
    #expect(cut.utf8.count <= NtfyNotifier.longestText)
  }

  @Test func `a webhook that responds with a page has not delivered, with a word it has`()
    async throws
  {
    let (said, _) = try await send("webhook", Notices.notice(), answer: .page())
    #expect(said == "127.0.0.1 responded with a page: it may not have been delivered")
    let word = ServerAnswer(text: "ok", type: "text/html")
    #expect(try await send("webhook", Notices.notice(), answer: word).said == nil)
  }

  @Test func `a page is no ntfy server, a root no topic`() async throws {
    let (said, _) = try await send("ntfy", Notices.notice(), answer: .page())
    #expect(said == "127.0.0.1 responded with a page: it is no ntfy server")
    for url in ["https://ntfy.example.org", "https://ntfy.example.org/", "https://x.org/t/"] {
      #expect(throws: ConnectorProblem.self) {
        try Notices.notifier("ntfy", ["url": .text(url)])
      }
    }
  }
}
