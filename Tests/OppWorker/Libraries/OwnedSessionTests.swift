import OppKit
import OppModel
import OppTestLimits
import OppWorker
import Testing

/// Rules and sessions that belong to the caller of a library
@Suite(.limited) struct OwnedSessionTests {
  private static let files = Array(
    #"{"files":[{"path":"a.opp","text":"opp \"Warm\" when temp > 20C for 10min notify \"It is {temp}.\""}]}"#
      .utf8)

  private static let options = Array(
    #"{"at":1782036000,"zone":"UTC","supplies":{"weather":{"pushed":true}}}"#.utf8)

  private func code(_ body: () throws(WorkerFailure) -> Void) -> WorkerFailure.Code? {
    do throws(WorkerFailure) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a step over its work leaves no results, and the memory from before goes on`() throws {
    let rules = try OwnedRules(Self.files)
    let zones: @Sendable (String) -> ZoneRules? = { $0 == "UTC" ? .utc : nil }
    var first = try OwnedSession(rules, options: Self.options, memory: [], zones: zones)
    _ = try first.step(at: 1_782_036_000, Array("{}".utf8))
    let before = try first.memory()
    var limits = WorkerLimits()
    limits.work = 1
    var session = try OwnedSession(
      rules, options: Self.options, memory: before, zones: zones, limits: limits)
    let arrival = Array(#"{"arrived":[{"source":"weather","fields":{"temp":22}}]}"#.utf8)
    #expect(
      code { () throws(WorkerFailure) in _ = try session.step(at: 1_782_036_001, arrival) }
        == .overWork)
    #expect(code { () throws(WorkerFailure) in _ = try session.memory() } == .overWork)
    #expect(
      code { () throws(WorkerFailure) in _ = try session.step(at: 1_782_036_001, arrival) }
        == .overWork)
    #expect(
      code { () throws(WorkerFailure) in _ = try session.explanation(of: "Warm", row: nil) }
        == .overWork)
    #expect(
      code { () throws(WorkerFailure) in _ = try session.forgetRequests(at: 1_782_036_002) }
        == .overWork)
    var next = try OwnedSession(rules, options: Self.options, memory: before, zones: zones)
    #expect(try next.step(at: 1_782_036_001, arrival).contains(#""wake":1782036601"#))
  }

  @Test func `what is larger than its limit is an error`() {
    var limits = WorkerLimits()
    limits.line = 20
    #expect(
      code { () throws(WorkerFailure) in _ = try OwnedRules(Self.files, limits: limits) }
        == .overSize)
  }

  @Test(arguments: [
    ("", ""), ("TQ==", "M"), ("TQ", "M"), ("TWE=", "Ma"), ("TWFu", "Man"), ("+/8=", nil),
    ("TR==", nil), ("T", nil), ("TQ=", nil), ("T===", nil), ("TW u", nil), ("TWFuTWE", "ManMa"),
  ])
  func `a text in base64 has bytes`(text: String, expected: String?) {
    let bytes = Base64.bytes(of: text)
    if text == "+/8=" {
      #expect(bytes == [0xFB, 0xFF])
    } else {
      #expect(bytes == expected.map { Array($0.utf8) })
    }
  }
}
