import Foundation
import OppModel
import OppTestLimits
import Testing

@testable import OppProviders

/// Notifiers that stay on this machine: programs, files
@Suite(.limited) struct LocalNotifierTests {
  // MARK: - Programs

  @Test func `a program gets each word as it is, and no shell sees it`() async throws {
    let folder = try RecordingFolder([
      "tell.sh": #"for word in "$@"; do printf '%s\n' "[$word]"; done > told.txt"#
    ])
    defer { withExtendedLifetime(folder) {} }
    let notifier = try Notices.notifier(
      "command",
      [
        "command": .text(
          "/bin/sh tell.sh {title} 'about {opp}: {text}' {nothing} {id} {at} {payload} {to} {urgency}"
        )
      ], folder: folder.path)
    let notice = Notices.notice(
      "$(rm -rf x); \"'{title}' `id`", to: ["ada", "bob"], payload: #"{"gate":4}"#)
    #expect(await Notices.deliver(notifier, notice) == nil)
    let told = try String(contentsOfFile: folder.path + "/told.txt", encoding: .utf8)
    #expect(
      told == """
        [Walk]
        [about Walk: $(rm -rf x); "'{title}' `id`]
        [{nothing}]
        [Walk/2026-06-21T12:00:00Z]
        [2026-06-21T12:00:00Z]
        [{"gate":4}]
        [ada,bob]
        [normal]

        """)
  }

  @Test(arguments: [
    ("/bin/sh -c 'exit 3'", "sh ended with status 3"),
    ("/bin/sh -c 'echo no display >&2; exit 1'", "sh ended with status 1: no display"),
    ("/bin/sleep 100", "sleep did not end within 0.5 s"),
    ("/nowhere/notify", "notify cannot be run: there is no such program"),
  ])
  func `a program that fails has not delivered`(command: String, expected: String) async throws {
    let limit = command.contains("sleep") ? 0.5 : 60
    let notifier = try Notices.notifier(
      "command", ["command": .text(command), "timeout": .scalar(limit)])
    #expect(await Notices.deliver(notifier, Notices.notice()) == expected)
  }

  @Test func `a command that is none is a problem of the rules`() {
    #expect(throws: ConnectorProblem.self) {
      try Notices.notifier("command", ["command": .text("notify 'send")])
    }
    #expect(throws: ConnectorProblem.self) {
      try Notices.notifier("command", ["command": .text("x"), "timeout": .scalar(0)])
    }
    #expect(throws: ConnectorProblem.self) { try Notices.notifier("openmeteo") }
  }

  // MARK: - Apple

  @Test func `a file gets Apple's JSON, a line a notice`() async throws {
    let folder = try RecordingFolder([:])
    defer { withExtendedLifetime(folder) {} }
    let notifier = try Notices.notifier(
      "apns_payload", ["file": .text("out.jsonl")], folder: folder.path)
    #expect(await Notices.deliver(notifier, Notices.notice(payload: "{\"gate\":\n4}")) == nil)
    #expect(
      await Notices.deliver(notifier, Notices.notice(to: ["ada"], isUrgent: true, id: "2")) == nil)
    let told = try String(contentsOfFile: folder.path + "/out.jsonl", encoding: .utf8)
    let alert = #"{"aps":{"alert":{"title":"Walk","body":"It is sunny"},"sound":"default","#
    #expect(
      told == alert
        + #""interruption-level":"active","thread-id":"Walk","category":"opp"},"opp":{"id":"Walk/2026-06-21T12:00:00Z","at":"2026-06-21T12:00:00Z"},"gate": 4}"#
        + "\n" + alert
        + #""interruption-level":"time-sensitive","thread-id":"Walk","category":"opp"},"opp":{"id":"2","at":"2026-06-21T12:00:00Z","to":["ada"]}}"#
        + "\n")
  }

  @Test func `a notice that is too large for Apple is refused for good`() async throws {
    let folder = try RecordingFolder([:])
    defer { withExtendedLifetime(folder) {} }
    let notifier = try Notices.notifier(
      "apns_payload", ["file": .text("out.jsonl")], folder: folder.path)
    let most = 4096 - ApplePayload.leastSize(title: "Walk", text: "", isUrgent: false) - 1
    let fitting = Notices.notice(String(repeating: "x", count: most), id: "1")
    #expect(await Notices.deliver(notifier, fitting) == nil)
    let larger = Notices.notice(String(repeating: "x", count: most + 1), id: "1")
    #expect(
      await Notices.deliver(notifier, larger)
        == "the notification takes 4097 bytes, and Apple takes at most 4096, for good")
    #expect(
      await Notices.deliver(notifier, Notices.notice(payload: #"{"aps":{}}"#))
        == "the payload cannot have the name `aps`, for good")
  }

  @Test func `a file that cannot be written to is a failure`() async throws {
    let notifier = try Notices.notifier("apns_payload", ["file": .text("/nowhere/out.jsonl")])
    #expect(
      await Notices.deliver(notifier, Notices.notice())
        == "/nowhere/out.jsonl cannot be written to: No such file or directory")
  }
}
