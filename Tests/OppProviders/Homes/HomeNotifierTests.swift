import OppEngine
import OppModel
import OppSession
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppProviders

/// Against a Home Assistant that is played by each test
@Suite(.limited) struct HomeNotifierTests {
  private func notifier(
    _ address: String, _ values: [String: Value], late: Int64 = 0
  ) throws -> HomeNotifier {
    let all = values.merging(["url": .text("http://" + address)]) { own, _ in own }
    let pace = ServicePace(
      clock: { LocatedWorld.noon.advanced(by: late) }, pause: { _, _ in .milliseconds(1) },
      patience: .zero, keepAlive: .seconds(30))
    return try HomeNotifier(
      LocatedWorld.settings("notifications", "homeassistant", all, secrets: ["token": "secret"]),
      pace)
  }

  /// A Home Assistant that gets one command, and the answer to it
  private func delivered(
    _ values: [String: Value], payload: String? = nil, isUrgent: Bool = false, late: Int64 = 0,
    answer: String = #""success":true,"result":{}"#
  ) async throws -> (text: String, problem: String?) {
    let sent = Mutex("")
    let server = try ScriptedHome.server({ home in
      try home.accept()
      let (_, payload) = try home.frame()
      let text = String(decoding: payload, as: UTF8.self)
      sent.withLock { $0 = text }
      try home.send(#"{"id":2,"type":"result",\#(answer)}"#)
      home.connection.hold()
    })
    defer { server.stop() }
    let notice = Notice(
      id: "2026-06-21T12:00:00Z/Walk", title: "Walk", text: "Sunny", recipients: [],
      at: LocatedWorld.noon, payload: payload, colour: nil, isUrgent: isUrgent)
    let problem = await Notices.deliver(try notifier(server.address, values, late: late), notice)
    return (sent.withLock { $0 }, problem)
  }

  @Test func `a notification has buttons that name the firing`() async throws {
    let (text, problem) = try await delivered(["notify": .text("mobile_app_ann")])
    #expect(problem == nil)
    #expect(
      text
        == #"{"id":2,"type":"call_service","domain":"notify","service":"mobile_app_ann","service_data":{"title":"Walk","message":"Sunny","data":{"tag":"opp:2026-06-21T12:00:00Z/Walk","actions":[{"action":"opp:done 2026-06-21T12:00:00Z/Walk","title":"Done"},{"action":"opp:snooze 2026-06-21T12:00:00Z/Walk","title":"Snooze"},{"action":"opp:dismiss 2026-06-21T12:00:00Z/Walk","title":"Dismiss"}]}}}"#
    )
    let (urgent, _) = try await delivered(
      ["notify": .text("notify.x")], payload: #"{ "channel": "alarm" }"#, isUrgent: true)
    #expect(urgent.contains(#""domain":"notify","service":"x""#))
    #expect(
      urgent.contains(
        #""push":{"interruption-level":"time-sensitive"},"ttl":0,"priority":"high","channel": "alarm"}"#
      ))
  }

  @Test func `a call has its entity and the values of the firing`() async throws {
    let (text, problem) = try await delivered(
      ["call": .text("light.turn_on"), "entity": .text("light.hall")],
      payload: #"{ "brightness_pct": 40 }"#)
    #expect(problem == nil)
    #expect(
      text.hasSuffix(
        #""domain":"light","service":"turn_on","service_data":{"entity_id":"light.hall","brightness_pct": 40}}"#
      ))
    let bare = try await delivered(["call": .text("script.good_night")])
    #expect(bare.text.hasSuffix(#""service_data":{}}"#))
  }

  @Test(
    arguments: [
      (120, nil), (121, "too late: it is of use for 120 s, for good"),
    ] as [(Int64, String?)])
  func `a call that is too late is not made`(late: Int64, said: String?) async throws {
    let outcome = try await delivered(["call": .text("switch.turn_off")], late: late)
    #expect(outcome.problem == said)
    #expect(outcome.text.isEmpty == (said != nil))
  }

  @Test(
    arguments: [
      ("not_found", ", for good"), ("invalid_format", ", for good"), ("home_assistant_error", ""),
    ])
  func `a refusal is final if the same would be refused again`(code: String, end: String)
    async throws
  {
    let outcome = try await delivered(
      ["notify": .text("nope")],
      answer:
        #""success":false,"error":{"code":"\#(code)","message":"Service notify.nope not found."}"#)
    #expect(
      outcome.problem
        == "Home Assistant at 127.0.0.1 refuses `notify.nope`: Service notify.nope not found\(end)"
    )
  }

  /// The reports of a notifier after some events of Home Assistant
  private func reports(
    _ count: Int, _ script: @escaping @Sendable (ScriptedHome) throws -> Void
  ) async throws -> [String] {
    let server = try ScriptedHome.server({ home in
      try home.accept()
      try script(home)
      home.connection.hold()
    })
    defer { server.stop() }
    let notifier = try notifier(server.address, ["notify": .text("x")])
    var found: [String] = []
    for await report in try #require(notifier.reports()) {
      switch report {
      case .pressed(let button): found.append("\(button.answer.name) \(button.firing)")
      case .noted(let failure): found.append(failure.reason)
      }
      if found.count == count { break }
    }
    return found
  }

  @Test func `a button that is pressed is an answer, and those of others are none`() async throws {
    let reports = try await reports(3) { home in
      let message = try home.read()
      #expect(message["event_type"]?.text == "mobile_app_notification_action")
      try home.send(#"{"id":2,"type":"result","success":true,"result":null}"#)
      for action in [
        "LIGHT_OFF", "opp:done a/Walk%20far", "opp:open b", "opp:snooze b", "opp:dismiss c",
      ] {
        try home.event(2, #"{"event_type":"x","data":{"action":"\#(action)"}}"#)
      }
    }
    #expect(reports == ["done a/Walk%20far", "snoozed b", "dismissed c"])
  }

  @Test func `without the token of an administrator there are no buttons`() async throws {
    let reports = try await reports(1) { home in
      _ = try home.read()
      try home.send(
        #"{"id":2,"type":"result","success":false,"error":{"code":"unauthorized","message":"Unauthorized"}}"#
      )
    }
    #expect(reports == ["buttons need the token of an administrator"])
  }

  @Test(
    arguments: [
      ([:], "notifications need `notify: \"mobile_app_…\"`, or `call: \"switch.turn_off\"`"),
      (["notify": "x", "call": "a.b"], "`notify` and `call` are two connections"),
      (["call": "turn_off"], "`call` is a service with its domain, such as \"switch.turn_off\""),
      (["notify": "x", "entity": "switch.a"], "`entity` is for `call`"),
      (["notify": "x", "domain": "sensor"], "`domain` is for sources and tables"),
    ] as [([String: String], String)])
  func `options that cannot be right are named`(values: [String: String], problem: String) {
    #expect(throws: ConnectorProblem("homeassistant(): \(problem)")) {
      try notifier("127.0.0.1:1", values.mapValues { .text($0) })
    }
  }
}
