import Foundation
import OppKit
import OppTestLimits
import OppWorker
import Testing

/// Messages and replies, one after the other
@Suite(.limited) struct WorkerTests {
  private static func worker(_ limits: WorkerLimits = WorkerLimits()) -> Worker {
    let services = Worker.Services(
      zone: { $0 == "UTC" ? .utc : nil }, zoneEdition: "2025b",
      folder: {
        $0 == "data"
          ? ["weather.csv": Array("time,temp\n2026-06-01T12:00Z,22C\n2026-06-01T13:00Z,18C\n".utf8)]
          : nil
      })
    return Worker(services, limits: limits)
  }

  private static let rules =
    #"{"op":"rules","rules":"r","files":[{"path":"a.opp","text":"opp \"Warm\" when temp > 20C for 10min notify \"It is {temp}.\""}],"zone":"UTC","supplies":{"weather":{"shared":true}}}"#

  private func reply(_ worker: inout Worker, _ message: String) -> String {
    worker.reply(to: Array(message.utf8))
  }

  @Test func `a session is given its state, and returns what has changed of it`() {
    var worker = Self.worker()
    #expect(
      reply(&worker, Self.rules).contains(
        #""runnable":true,"opps":["Warm"],"sources":["weather"],"fingerprint":""#))
    let first = reply(
      &worker, #"{"op":"step","n":17,"key":"p","rules":"r","at":1780315200,"state":{}}"#)
    #expect(
      first.hasPrefix(
        #"{"op":"step","n":17,"key":"p","at":1780315200,"firings":[],"requests":[{"id":"source 7:weather 1 ? -","source":"weather","shared":true}],"wake":"#
      ))
    #expect(first.contains(#""state":{"set":{""#))
    #expect(
      reply(&worker, #"{"op":"step","key":"p","at":1780315201}"#)
        == #"{"op":"step","key":"p","error":{"code":"unknown-key","message":"no session of `p` is kept: send its state"}}"#
    )
  }

  @Test func `the same state and message give the same reply`() {
    var worker = Self.worker()
    _ = reply(&worker, Self.rules)
    let message =
      #"{"op":"step","key":"p","rules":"r","at":1780315200,"state":{},"returns":"whole"}"#
    #expect(reply(&worker, message) == reply(&worker, message))
  }

  @Test func `a session that stays needs no state`() {
    var worker = Self.worker()
    _ = reply(&worker, Self.rules)
    _ = reply(
      &worker, #"{"op":"step","key":"p","rules":"r","at":1780315200,"state":{},"keep":true}"#)
    let fired = reply(
      &worker,
      #"{"op":"step","key":"p","at":1780316000,"returns":"none","arrived":[{"source":"weather","at":1780315201,"fields":{"temp":22}},{"source":"weather","at":1780315100,"fields":{"temp":21}}]}"#
    )
    #expect(
      fired.contains(
        #""firings":[{"id":"2026-06-01T12:10:01Z/Warm","opp":"Warm","at":1780315801,"text":"It is 22°C."}]"#
      )
    )
    #expect(fired.contains(#""late":[{"source":"weather","at":1780315100}]"#))
    #expect(!fired.contains(#""state""#))
    #expect(
      reply(&worker, #"{"op":"explain","key":"p","opp":"Warm"}"#).contains(
        #""truth":"true","condition":{"text":"temp > 20C for 10min","truth":"true""#))
    #expect(reply(&worker, #"{"op":"drop","key":"p"}"#).contains(#""dropped":true"#))
    #expect(reply(&worker, #"{"op":"step","key":"p","at":1}"#).contains("unknown-key"))
  }

  /// The members of replies that are lists, one reply after the other
  private func results(_ replies: [String]) throws -> [String: [String]] {
    var results: [String: [String]] = [:]
    for reply in replies {
      let object = try JSONSerialization.jsonObject(with: Data(reply.utf8)) as? [String: Any]
      for name in ["firings", "records", "rejected", "notices"] {
        let elements = object?[name] as? [Any] ?? []
        for element in elements where !(element is String) {
          let data = try JSONSerialization.data(withJSONObject: element, options: .sortedKeys)
          results[name, default: []].append(String(decoding: data, as: UTF8.self))
        }
        results[name, default: []] += elements.compactMap { $0 as? String }
      }
    }
    return results
  }

  @Test func `a reply has the results of all seconds at which something arrived`() throws {
    let rules =
      #"{"op":"rules","rules":"r","files":[{"path":"a.opp","text":"table log by at { at: Instant, temp: Temperature }\nopp \"Warm\" on temp > 20C notify \"It is {temp}.\" record log { at: now, temp: temp }"}],"zone":"UTC","supplies":{"weather":{}}}"#
    let begins = 1_780_315_200
    let step = #"{"op":"step","key":"p","rules":"r","at":"#
    let arrivals = [
      #"{"temp":22,"hue":1}"#, #"{"temp":18}"#, #"{"temp":"mild"}"#, #"{"temp":23}"#,
      #"{"temp":17,"glow":2}"#, #"{"temp":24}"#, "{}",
    ].enumerated().map { index, fields in
      (
        at: begins + 10 * (index + 1),
        text: #"{"source":"weather","at":\#(begins + 10 * (index + 1)),"fields":\#(fields)}"#
      )
    }
    var replies: [[String]] = []
    for isTogether in [false, true] {
      var worker = Self.worker()
      #expect(reply(&worker, rules).contains(#""runnable":true"#), "\(reply(&worker, rules))")
      _ = reply(&worker, step + #"\#(begins),"state":{},"keep":true}"#)
      let messages =
        isTogether
        ? [(begins + 70, arrivals.map(\.text).joined(separator: ","))]
        : arrivals.map { ($0.at, $0.text) }
      replies.append(
        messages.map { at, texts in
          reply(&worker, #"{"op":"step","key":"p","at":\#(at),"arrived":[\#(texts)]}"#)
        })
    }
    let (apart, together) = (try results(replies[0]), try results(replies[1]))
    #expect(together == apart)
    #expect(together["firings"]?.count == 2 && together["records"]?.count == 2, "\(together)")
    #expect(together["rejected"]?.count == 3, "\(together)")
  }

  @Test func `a recording is replayed`() {
    var worker = Self.worker()
    _ = reply(&worker, Self.rules)
    #expect(
      reply(&worker, #"{"op":"replay","n":1,"rules":"r","data":"data"}"#)
        == #"{"op":"replay","n":1,"firings":[{"id":"2026-06-01T12:10:00Z/Warm","opp":"Warm","at":1780315800,"text":"It is 22°C."}]}"#
    )
    #expect(
      reply(&worker, #"{"op":"replay","rules":"r","data":"other"}"#).contains("unreadable-data"))
  }

  @Test(arguments: [
    ("", "bad-message"), ("[]", "bad-message"), ("{}", "bad-message"),
    ("{\"op\":7}", "bad-message"),
    (#"{"op":"nothing"}"#, "unknown-operation"),
    (#"{"op":"step","rules":"r","key":"p","at":1}"#, "unknown-key"),
    (#"{"op":"step","rules":"s","key":"p","at":1,"state":{}}"#, "unknown-rules"),
    (#"{"op":"step","rules":"bad","key":"p","at":1,"state":{}}"#, "invalid-rules"),
    (#"{"op":"step","rules":"r","key":"p","at":1,"state":{},"zone":"Atlantis"}"#, "unknown-zone"),
    (#"{"op":"step","rules":"r","key":"p","state":{}}"#, "bad-message"),
    (#"{"op":"step","rules":"r","key":"p","at":1.5,"state":{}}"#, "bad-message"),
    (#"{"op":"step","rules":"r","key":"p","at":1e99,"state":{}}"#, "bad-message"),
    (#"{"op":"step","rules":"r","key":"p","at":1,"state":{},"returns":"all"}"#, "bad-message"),
    (#"{"op":"step","rules":"r","key":"p","at":1,"state":{},"arrived":[{}]}"#, "bad-message"),
    (
      #"{"op":"step","rules":"r","key":"p","at":1,"state":{},"arrived":[{"source":"weather","at":2}]}"#,
      "bad-message"
    ),
    (
      #"{"op":"step","rules":"r","key":"p","at":1,"state":{},"responses":[{"id":"x","failure":{"kind":"sad"}}]}"#,
      "bad-message"
    ),
    (
      #"{"op":"step","rules":"r","key":"p","at":1,"state":{},"commands":[{"stop":"Warm"}]}"#,
      "bad-message"
    ),
    (
      #"{"op":"step","rules":"r","key":"p","at":1,"state":{"session":"rubbish"}}"#,
      "unreadable-state"
    ),
    (#"{"op":"explain","rules":"r","key":"p","state":{},"opp":"None"}"#, "unknown-opp"),
    (
      #"{"op":"rules","rules":"t","files":[{"path":"a.opp","text":"opp \"A\" when temp > 20C"}],"supplies":{"wether":{}}}"#,
      "unknown-supply"
    ),
    (#"{"op":"drop"}"#, "bad-message"),
  ])
  func `what is wrong has a code, and changes nothing`(message: String, code: String) {
    var worker = Self.worker()
    _ = reply(&worker, Self.rules)
    _ = reply(&worker, #"{"op":"rules","rules":"bad","files":[{"path":"a.opp","text":"opp"}]}"#)
    let found = reply(&worker, message)
    #expect(found.contains(#""error":{"code":"\#(code)","message":""#), "\(found)")
    #expect(
      reply(&worker, #"{"op":"step","key":"p","rules":"r","at":1,"state":{}}"#).contains(
        #""requests":[{"#))
  }

  @Test func `limits are held, and cost nobody else anything`() {
    var limits = WorkerLimits()
    limits.rules = 40
    limits.state = 60
    limits.sessions = 2
    var worker = Self.worker(limits)
    #expect(reply(&worker, Self.rules).contains("over-size"))
    _ = reply(
      &worker,
      #"{"op":"rules","rules":"r","zone":"UTC","files":[{"path":"a.opp","text":"opp \"A\" on 12:00"}]}"#
    )
    let large = String(repeating: "x", count: 61)
    #expect(
      reply(
        &worker, #"{"op":"step","key":"p","rules":"r","at":1,"state":{"\#(large)":""}}"#
      ).contains("over-size"))
    for key in ["a", "b", "c"] {
      _ = reply(
        &worker, #"{"op":"step","key":"\#(key)","rules":"r","at":1,"state":{},"keep":true}"#)
    }
    #expect(reply(&worker, #"{"op":"step","key":"a","at":2}"#).contains("unknown-key"))
    #expect(!reply(&worker, #"{"op":"step","key":"c","at":2}"#).contains("error"))
    #expect(worker.reply(to: .tooLong(99)).contains("over-size"))
  }

  @Test func `a step over its work is not taken`() {
    var limits = WorkerLimits()
    limits.work = 50
    var worker = Self.worker(limits)
    _ = reply(
      &worker,
      #"{"op":"rules","rules":"r","zone":"UTC","files":[{"path":"a.opp","text":"opp \"A\" on every 10s"}]}"#
    )
    _ = reply(&worker, #"{"op":"step","key":"p","rules":"r","at":1000,"state":{},"keep":true}"#)
    #expect(reply(&worker, #"{"op":"step","key":"p","at":20000}"#).contains("over-work"))
    // The session is as it was, and comes as far as the error says.
    #expect(reply(&worker, #"{"op":"step","key":"p","at":20000}"#).contains(#""at":1"#))
    #expect(reply(&worker, #"{"op":"step","key":"p","at":1010}"#).contains(#""opp":"A","at":1010"#))
  }

  @Test func `a step whose reply is too large is not taken`() {
    var limits = WorkerLimits()
    limits.reply = 10_000
    limits.firings = 100_000
    var worker = Self.worker(limits)
    _ = reply(
      &worker,
      #"{"op":"rules","rules":"r","zone":"UTC","files":[{"path":"a.opp","text":"opp \"A\" on every 10s"}]}"#
    )
    _ = reply(&worker, #"{"op":"step","key":"p","rules":"r","at":1000,"state":{},"keep":true}"#)
    #expect(reply(&worker, #"{"op":"step","key":"p","at":20000}"#).contains("over-size"))
    #expect(reply(&worker, #"{"op":"step","key":"p","at":1010}"#).contains(#""opp":"A","at":1010"#))
  }

  @Test func `a session of which no copy was taken ends with a step over its work`() {
    var limits = WorkerLimits()
    limits.work = 50
    var worker = Self.worker(limits)
    _ = reply(
      &worker,
      #"{"op":"rules","rules":"r","zone":"UTC","files":[{"path":"a.opp","text":"opp \"A\" on every 10s"}]}"#
    )
    _ = reply(&worker, #"{"op":"step","key":"p","rules":"r","at":1000,"state":{},"keep":true}"#)
    #expect(reply(&worker, #"{"op":"step","key":"p","at":4000}"#).contains("over-work"))
    #expect(reply(&worker, #"{"op":"step","key":"p","at":1010}"#).contains("unknown-key"))
  }
}
