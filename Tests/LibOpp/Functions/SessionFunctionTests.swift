import COpp
import Foundation
import OppKit
import OppTestLimits
import OppWorker
import Testing

@testable import LibOpp

/// The functions of sessions, by their names in C
@Suite(.limited) struct SessionFunctionTests {
  @Test func `a session steps, explains and fires`() {
    let rules = rules(warm)
    let (session, error) = begin(rules, settings)
    defer { opp_session_free(session) }
    #expect(error == nil)
    // A session keeps what it needs of its rules.
    opp_rules_free(rules)
    #expect(
      taken(opp_session_step(session, 1_782_036_000, arrival))
        == #"{"at":1782036000,"firings":[],"requests":[],"wake":1782036600,"work":5}"#)
    let reply = taken(opp_session_step(session, 1_782_036_600, nil))
    #expect(reply?.contains(fired) == true)
    #expect(
      taken(opp_session_explain(session, "Warm", nil))?.hasPrefix(
        #"{"explanation":{"opp":"Warm","at":1782036600,"truth":"true","#) == true)
  }

  @Test func `the replies are those of the worker`() {
    var worker = Worker(
      Worker.Services(zone: { $0 == "UTC" ? .utc : nil }, zoneEdition: nil, folder: { _ in nil }))
    func reply(_ message: String) -> String { worker.reply(to: Array(message.utf8)) }
    let text = warm.replacing("\"", with: "\\\"")
    let described = reply(
      #"{"op":"rules","rules":"r","files":[{"path":"a.opp","text":"\#(text)"}],"zone":"UTC","supplies":{"weather":{"cell":0.1},"location":{"pushed":true}}}"#
    )
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let session = begin(
      rules,
      #"{"at":1782036000,"zone":"UTC","supplies":{"weather":{"cell":0.1},"location":{"pushed":true}}}"#
    ).session
    defer { opp_session_free(session) }
    #expect(
      taken(opp_rules_describe(rules))
        == described.replacing(#""op":"rules","rules":"r","#, with: ""))
    let steps: [(Int64, String)] = [
      (
        1_782_036_000,
        #""arrived":[{"source":"location","fields":{"position":{"lat":52.13,"lon":5.08}}}]"#
      ),
      (1_782_036_001, #""returns":"changes""#),
      (
        1_782_036_002,
        #""responses":[{"id":"source 7:weather 1 ? @52.1,5.1","arrived":[{"source":"weather","fields":{"temp":22}}]}],"returns":"changes""#
      ),
      (1_782_036_602, #""commands":[{"snooze":"Warm","until":1782043200}],"returns":"whole""#),
      (1_782_036_603, #""arrived":[{"source":"wether","fields":{"temp":22}}]"#),
      (1_782_036_604, #""arrived":[{"source":7}]"#),
    ]
    for (index, (second, content)) in steps.enumerated() {
      let state = index == 0 ? #""rules":"r","state":{},"keep":true,"# : ""
      let members = content.contains("returns") ? content : content + #","returns":"none""#
      for operation in ["requests", "step"] {
        let head = #""op":"\#(operation)","key":"p","#
        let expected =
          operation == "requests" && index == 0
          ? nil : reply("{\(head)\(state)\"at\":\(second),\(members)}")
        let found = taken(
          operation == "step"
            ? opp_session_step(session, second, "{\(members)}")
            : opp_session_requests(session, second, "{\(members)}"))
        if let expected { #expect(found == expected.replacing(head, with: "")) }
      }
    }
    #expect(
      taken(opp_session_explain(session, "Warm", nil))
        == reply(#"{"op":"explain","key":"p","opp":"Warm"}"#).replacing(
          #""op":"explain","key":"p","#, with: ""))
  }

  @Test func `a session goes on from its memory`() throws {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let first = begin(rules, settings).session
    _ = taken(opp_session_step(first, 1_782_036_000, arrival))
    let bytes = try #require(memory(of: first))
    opp_session_free(first)
    // It knows its second.
    let options = #"{"zone":"UTC","supplies":{"weather":{"pushed":true}}}"#
    let (session, error) = begin(rules, options, memory: bytes)
    defer { opp_session_free(session) }
    #expect(error == nil)
    #expect(memory(of: session) == bytes)
    #expect(taken(opp_session_step(session, 1_782_036_600, nil))?.contains(fired) == true)
  }

  @Test func `a session goes on from the state that steps return`() throws {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let first = begin(rules, settings).session
    let whole = String(arrival.dropLast()) + #","returns":"whole"}"#
    let reply = try #require(taken(opp_session_step(first, 1_782_036_000, whole)))
    opp_session_free(first)
    let state = try #require(reply.split(separator: #","state":"#).last).dropLast()
    let (session, error) = begin(rules, String(settings.dropLast()) + ",\"state\":\(state)}")
    defer { opp_session_free(session) }
    #expect(error == nil)
    #expect(taken(opp_session_step(session, 1_782_036_600, nil))?.contains(fired) == true)
  }

  @Test func `what a killed process had requested is requested again, at once`() throws {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let settings = #"{"at":1782036000,"zone":"UTC","supplies":{"weather":{"freshness":3600}}}"#
    let first = begin(rules, settings).session
    let request = #""requests":[{"id":"source 7:weather 1 ? -","source":"weather"}]"#
    let reply = taken(opp_session_step(first, 1_782_036_000, nil))
    #expect(reply?.contains(request) == true, "\(reply ?? "")")
    let bytes = try #require(memory(of: first))
    opp_session_free(first)
    for isForgotten in [false, true] {
      let session = begin(rules, settings, memory: bytes).session
      defer { opp_session_free(session) }
      if isForgotten {
        #expect(taken(opp_session_forget_requests(session, 1_782_036_005)) == "{}")
      }
      let reply = taken(opp_session_step(session, 1_782_036_005, nil))
      #expect(reply?.contains(request) == isForgotten, "\(reply ?? "")")
    }
  }

  @Test(arguments: [
    ("", "bad-message"), ("7", "bad-message"), ("{}", "bad-message"),
    (#"{"at":1}"#, "bad-message"), (#"{"zone":"UTC"}"#, "bad-message"),
    (#"{"at":1.5,"zone":"UTC"}"#, "bad-message"), (#"{"at":1e99,"zone":"UTC"}"#, "bad-message"),
    (#"{"at":1,"zone":"Atlantis"}"#, "unknown-zone"),
    (#"{"at":1,"zone":"../UTC"}"#, "unknown-zone"),
    (#"{"at":1,"tzif":"%"}"#, "bad-message"), (#"{"at":1,"tzif":"AAAA"}"#, "bad-message"),
    (#"{"at":1,"zone":"UTC","supplies":{"wether":{}}}"#, "unknown-supply"),
    (#"{"at":1,"zone":"UTC","supplies":{"weather":1}}"#, "bad-message"),
    (#"{"at":1,"zone":"UTC","options":{"lead":"x"}}"#, "bad-message"),
    (#"{"at":1,"zone":"UTC","state":{"session":"rubbish"}}"#, "unreadable-state"),
  ])
  func `options that are not what they should be are errors`(options: String, code: String) {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let (session, error) = begin(rules, options)
    #expect(session == nil)
    #expect(error?.hasPrefix(#"{"error":{"code":"\#(code)","message":""#) == true, "\(error ?? "")")
  }

  @Test func `null pointers are errors`() {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    #expect(opp_session_new(nil, nil, nil, 7, nil) == nil)
    #expect(opp_session_new(rules, nil, nil, 0, nil) == nil)
    #expect(begin(nil, settings).error?.contains("the rules are a null pointer") == true)
    #expect(begin(rules, nil).error?.contains("the options are a null pointer") == true)
    let replies = [
      taken(opp_session_step(nil, 0, nil)), taken(opp_session_requests(nil, 0, nil)),
      taken(opp_session_explain(nil, nil, nil)), taken(opp_session_forget_requests(nil, 0)),
    ]
    #expect(replies.allSatisfy { $0?.contains("the session is a null pointer") == true })
    var size = 7
    #expect(opp_session_memory(nil, &size) == nil)
    #expect(size == 0)
    opp_session_free(nil)

    let session = begin(rules, settings).session
    defer { opp_session_free(session) }
    #expect(opp_session_memory(session, nil) == nil)
    #expect(
      taken(opp_session_explain(session, nil, nil))?.contains("the Opp is a null pointer") == true)
  }

  @Test func `bytes that are no UTF-8 are errors`() {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let session = begin(rules, settings).session
    defer { opp_session_free(session) }
    for text in [[-1, 0], [0x7B, 0x22, -61, 0x22, 0x3A, 0x31, 0x7D, 0]] as [[CChar]] {
      let replies = [
        taken(opp_session_step(session, 1_782_036_000, text)),
        taken(opp_session_requests(session, 1_782_036_000, text)),
        taken(opp_session_explain(session, text, nil)),
        taken(opp_session_explain(session, "Warm", text)),
      ]
      for reply in replies { #expect(reply?.contains(#""code":"bad-message""#) == true) }
    }
    #expect(taken(opp_session_step(session, .max, nil))?.contains("bad-message") == true)
    #expect(taken(opp_session_step(session, .min, nil))?.contains("bad-message") == true)
    #expect(taken(opp_session_forget_requests(session, .max))?.contains("bad-message") == true)
    #expect(
      taken(opp_session_explain(session, "Cold", nil))
        == #"{"error":{"code":"unknown-opp","message":"there is no Opp `Cold`"}}"#)
  }

  @Test func `a memory that is damaged is an error or a memory, and nothing traps`() throws {
    let rules = rules(warm)
    defer { opp_rules_free(rules) }
    let first = begin(rules, settings).session
    _ = taken(opp_session_step(first, 1_782_036_000, arrival))
    let bytes = try #require(memory(of: first))
    opp_session_free(first)
    var errors = 0
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= UInt8(1 << (index % 8))
      for memory in [damaged, Array(bytes[..<index])] where !memory.isEmpty {
        let (session, error) = begin(rules, settings, memory: memory)
        if session == nil { errors += 1 }
        #expect((session == nil) == (error != nil))
        if let session {
          #expect(taken(opp_session_step(session, 1_782_036_600, nil)) != nil)
          opp_session_free(session)
        }
      }
    }
    #expect(errors > bytes.count)
    let newer = begin(rules, settings, memory: Array("Opp".utf8) + [200])
    #expect(newer.error?.contains(#""code":"newer-state""#) == true)
    let large = begin(rules, settings, memory: Array(repeating: 0, count: 1 << 20 + 1))
    #expect(large.error?.contains(#""code":"over-size""#) == true)
  }

  @Test func `a zone is that of the rules, of its file, or of its name`() throws {
    let path = "/usr/share/zoneinfo/Asia/Tokyo"
    let file = try #require(FileManager.default.contents(atPath: path)).base64EncodedString()
    let noon = #"opp "Noon" when time in 12:00..13:00 notify "Noon.""#
    // Noon in Tokyo is 03:00 UTC.
    for (text, options) in [
      (noon, #""zone":"Asia/Tokyo""#), ("set zone \"Asia/Tokyo\"\n" + noon, #""zone":"UTC""#),
      (noon, #""zone":"UTC","tzif":"\#(file)""#),
    ] {
      let rules = rules(text)
      defer { opp_rules_free(rules) }
      let (session, error) = begin(rules, #"{"at":1782000000,\#(options)}"#)
      defer { opp_session_free(session) }
      #expect(error == nil)
      #expect(
        taken(opp_session_step(session, 1_782_000_000, nil))?.contains(#""wake":1782010800"#)
          == true)
    }
  }

  @Test func `threads share rules`() async {
    let rules = UInt(bitPattern: rules(warm))
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 {
            let session = begin(OpaquePointer(bitPattern: rules), settings).session
            _ = taken(opp_session_step(session, 1_782_036_000, arrival))
            let reply = taken(opp_session_step(session, 1_782_036_600, nil))
            #expect(reply?.contains(fired) == true)
            opp_session_free(session)
          }
        }
      }
    }
    opp_rules_free(OpaquePointer(bitPattern: rules))
  }
}
