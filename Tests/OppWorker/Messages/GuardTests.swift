import OppKit
import OppTestLimits
import OppWorker
import Testing

/// Each half of each guard of the worker's messages: what it accepts, and the least that it refuses
@Suite(.limited) struct GuardTests {
  /// A worker with two rule sets, `r` without a zone of its own and `z` in the zone `East`
  private struct Bench {
    private var worker: Worker

    init(_ limits: WorkerLimits = WorkerLimits()) {
      let services = Worker.Services(
        zone: { name in
          ["UTC": ZoneRules.utc, "East": ZoneRules(secondsFromUTC: 7200)][name]
        }, zoneEdition: "2025b",
        folder: { name in
          name == "data"
            ? [
              "weather.csv": Array("time,temp\n2026-06-21T11:00Z,22C\n2026-06-21T13:00Z,18C\n".utf8)
            ]
            : nil
        })
      worker = Worker(services, limits: limits)
      for (name, setting) in [("r", ""), ("z", "set zone \\\"East\\\"\\n")] {
        send(
          #"{"op":"rules","rules":"\#(name)","supplies":{"weather":{}},"files":[{"path":"a.opp","text":"\#(setting)opp \"Noon\" on 12:00\nopp \"Warm\" when temp > 20C notify \"{temp}\""}]}"#
        )
      }
    }

    @discardableResult
    mutating func send(_ message: String) -> String { worker.reply(to: Array(message.utf8)) }

    mutating func expect(
      _ message: String, _ part: String, _ location: Testing.SourceLocation = #_sourceLocation
    ) {
      let reply = send(message)
      #expect(reply.contains(part), "\(message)\n\(reply)", sourceLocation: location)
    }

    /// The code of the error of a reply, or `nil`
    mutating func code(_ message: String) -> String? {
      let reply = send(message)
      guard let start = reply.firstRange(of: #""error":{"code":""#)?.upperBound else { return nil }
      return String(reply[start...].prefix { $0 != "\"" })
    }
  }

  /// 2026-06-21T09:00:00Z
  private static let nine = 1_782_032_400

  @Test(
    arguments: [
      ("", nil), (#","rules":"r""#, nil), (#","zone":"UTC""#, nil), (#","zone":null"#, nil),
      (#","rules":"r","zone":"UTC""#, nil),
      (#","rules":"z""#, "other-rules"), (#","rules":"never sent""#, "other-rules"),
      (#","zone":"East""#, "other-rules"), (#","zone":"Atlantis""#, "other-rules"),
      (#","rules":"r","zone":"East""#, "other-rules"),
      (#","rules":"z","zone":"UTC""#, "other-rules"),
    ] as [(String, String?)])
  func `a kept session is for its own rules and its own zone`(members: String, code: String?) {
    var bench = Bench()
    bench.send(
      #"{"op":"step","key":"p","rules":"r","zone":"UTC","at":\#(Self.nine),"state":{},"keep":true}"#
    )
    let next = #"{"op":"step","key":"p","at":\#(Self.nine + 1)\#(members)}"#
    #expect(bench.code(next) == code)
    for operation in [#""requests","at":\#(Self.nine + 2)"#, #""explain","opp":"Warm""#] {
      #expect(bench.code(#"{"op":\#(operation),"key":"p"\#(members)}"#) == code, "\(operation)")
    }
    // What is refused leaves the session as it was.
    #expect(bench.code(#"{"op":"step","key":"p","at":\#(Self.nine + 3)}"#) == nil)
  }

  @Test func `a session that names no zone is not one of a zone`() {
    var bench = Bench()
    bench.send(#"{"op":"step","key":"p","rules":"z","at":\#(Self.nine),"state":{},"keep":true}"#)
    #expect(bench.code(#"{"op":"step","key":"p","at":\#(Self.nine + 1)}"#) == nil)
    #expect(
      bench.code(#"{"op":"step","key":"p","at":\#(Self.nine + 2),"zone":"East"}"#) == "other-rules")
  }

  @Test
  func `noon is by the zone of the rules, else of the step, else of the message of the rules`() {
    var bench = Bench()
    bench.send(
      #"{"op":"rules","rules":"d","zone":"East","files":[{"path":"a.opp","text":"opp \"Noon\" on 12:00"}]}"#
    )
    for (rules, zone, hour) in [
      ("z", "", 10), ("z", #","zone":"UTC""#, 10), ("r", #","zone":"UTC""#, 12),
      ("r", #","zone":"East""#, 10), ("d", "", 10), ("d", #","zone":"UTC""#, 12),
    ] {
      let begin =
        #"{"op":"step","key":"p","rules":"\#(rules)"\#(zone),"at":\#(Self.nine),"state":{},"keep":true}"#
      bench.send(begin)
      let noon = Self.nine + (hour - 9) * 3600
      bench.expect(#"{"op":"step","key":"p","at":\#(noon - 1)}"#, #""firings":[]"#)
      bench.expect(#"{"op":"step","key":"p","at":\#(noon)}"#, ##""opp":"Noon","at":\##(noon)"##)
    }
    #expect(
      bench.code(#"{"op":"step","key":"p","rules":"r","at":1,"state":{}}"#) == "bad-message")
    #expect(
      bench.code(#"{"op":"step","key":"p","rules":"r","zone":"West","at":1,"state":{}}"#)
        == "unknown-zone")
  }

  @Test func `a session stays if it is told to, or if it was there`() {
    var bench = Bench()
    let step = #"{"op":"step","key":"p","rules":"z","at":\#(Self.nine),"state":{}"#
    for (members, stays) in [("}", false), (#","keep":false}"#, false), (#","keep":true}"#, true)] {
      bench.send(step + members)
      let code = bench.code(#"{"op":"step","key":"p","at":\#(Self.nine + 1)}"#)
      #expect((code == nil) == stays, "\(members)")
      bench.send(#"{"op":"drop","key":"p"}"#)
    }
    bench.send(step + #","keep":true}"#)
    bench.send(#"{"op":"step","key":"p","at":\#(Self.nine + 1),"keep":false}"#)
    #expect(bench.code(#"{"op":"step","key":"p","at":\#(Self.nine + 2)}"#) == "unknown-key")
  }

  @Test(
    arguments: [
      (#""key":"p""#, "true", "unknown-key", nil), (#""rules":"z""#, "true", nil, "unknown-rules"),
      (#""key":"p","rules":"z""#, "true", "unknown-key", "unknown-rules"),
      (#""key":"q","rules":"z""#, "true", nil, "unknown-rules"),
      (#""key":"p","rules":"y""#, "true", "unknown-key", nil),
      (#""key":"q","rules":"y""#, "false", nil, nil), (#""key":"q""#, "false", nil, nil),
    ] as [(String, String, String?, String?)])
  func `a drop says whether anything was there`(
    members: String, dropped: String, session: String?, rules: String?
  ) {
    var bench = Bench()
    let begin = #"{"op":"step","rules":"z","at":\#(Self.nine),"state":{}"#
    bench.send(begin + #","key":"p","keep":true}"#)
    bench.expect(#"{"op":"drop",\#(members)}"#, #""dropped":\#(dropped)"#)
    #expect(bench.code(#"{"op":"step","key":"p","at":\#(Self.nine + 1)}"#) == session)
    #expect(bench.code(begin + #","key":"other"}"#) == rules)
  }

  @Test(
    arguments: [
      ("", nil), (#","from":\#(nine),"to":\#(nine + 1)"#, nil),
      (#","from":\#(nine),"to":\#(nine)"#, "bad-message"),
      (#","from":\#(nine),"to":\#(nine - 1)"#, "bad-message"),
      (#","from":\#(nine)"#, "bad-message"), (#","to":\#(nine)"#, "bad-message"),
      (#","zone":"UTC""#, nil), (#","zone":"West""#, "unknown-zone"),
    ] as [(String, String?)])
  func `a replay has both ends or none, and the later one last`(members: String, code: String?) {
    var bench = Bench()
    #expect(bench.code(#"{"op":"replay","rules":"r","data":"data"\#(members)}"#) == code)
  }

  @Test func `a replay is of its period and its zone`() {
    var bench = Bench()
    let replay = #"{"op":"replay","rules":"r","data":"data","from":\#(Self.nine)"#
    // 22C comes at 11:00Z; the noon of a zone two hours ahead is before the data.
    for (to, zone, firings) in [
      (Self.nine + 7200, "UTC", 0), (Self.nine + 7201, "UTC", 1), (Self.nine + 10_800, "UTC", 1),
      (Self.nine + 10_801, "UTC", 2), (Self.nine + 10_801, "East", 1),
    ] {
      let reply = bench.send(replay + #","to":\#(to),"zone":"\#(zone)"}"#)
      #expect(reply.split(separator: #""id""#).count - 1 == firings, "\(to) \(zone): \(reply)")
    }
    #expect(
      bench.send(#"{"op":"replay","rules":"z","data":"data"}"#)
        != bench.send(#"{"op":"replay","rules":"r","data":"data","zone":"UTC"}"#))
  }

  @Test func `what arrives may be of the second of the step, and of none after it`() {
    var bench = Bench()
    func step(_ at: Int, _ arrived: Int) -> String {
      #"{"op":"step","key":"p","rules":"z","at":\#(at),"state":{},"arrived":[{"source":"weather","at":\#(arrived),"fields":{"temp":22}}]}"#
    }
    bench.expect(step(Self.nine, Self.nine), ##""opp":"Warm","at":\##(Self.nine)"##)
    bench.expect(
      step(Self.nine, Self.nine - 1), #""late":[{"source":"weather","at":\#(Self.nine - 1)}]"#)
    #expect(bench.code(step(Self.nine, Self.nine + 1)) == "bad-message")
  }

  // MARK: Members

  @Test(
    arguments: [
      (#"{"source":"weather","fields":{"temp":22}}"#, nil),
      (#"{"source":"weather","fields":{"temp":null}}"#, nil),
      (#"{"source":"weather"}"#, nil), (#"{"source":7}"#, "bad-message"),
      (#"{"source":"weather","fields":7}"#, "bad-message"),
      (#"{"source":"weather","fields":{"temp":{}}}"#, "bad-message"),
      (#"{"source":"weather","fields":{"temp":{"lat":1}}}"#, "bad-message"),
      (#"{"source":"weather","fields":{"temp":{"lat":1,"lon":2}}}"#, nil),
      (#"{"source":"weather","freshness":1.5}"#, "bad-message"),
      (#"{"source":"weather","freshness":"1"}"#, "bad-message"),
      (#"{"source":"weather","of":"yesterday"}"#, "bad-message"),
      (#"{"source":"weather","of":"2026-06-21T09:00:00Z"}"#, nil),
      (#"{"table":"agenda"}"#, nil), (#"{"table":"agenda","rows":[7]}"#, "bad-message"),
      (#"{"table":"agenda","rows":{}}"#, "bad-message"),
      (#"{"table":"agenda","all":1}"#, "bad-message"), (#"{"table":"agenda","all":true}"#, nil),
      (#"{"events":[]}"#, nil), (#"{"events":[{}]}"#, "bad-message"),
      (#"{"events":[{"uid":"1","begins":5}]}"#, "bad-message"),
      (#"{"events":[{"uid":"1","ends":5}]}"#, "bad-message"),
      (#"{"events":[{"begins":5,"ends":6}]}"#, "bad-message"),
      (#"{"events":[{"uid":"1","begins":5,"ends":6}]}"#, nil),
      (#"{"events":[{"uid":"1","begins":5,"ends":6,"busy":"yes"}]}"#, "bad-message"),
      (#"{"address":"x"}"#, "bad-message"), (#"{"address":"x","position":null}"#, nil),
      (#"{"address":"x","position":[1]}"#, "bad-message"),
      (#"{"address":"x","position":[1,2]}"#, nil),
      (#"{"address":"x","position":[1,2,3]}"#, "bad-message"),
      (#"{"address":"x","position":["1",2]}"#, "bad-message"),
      (#"{"address":"x","position":[1,"2"]}"#, "bad-message"),
      (#"{"address":"x","position":{"lat":1,"lon":2}}"#, nil),
      (#"{"address":"x","position":{"lat":1}}"#, "bad-message"),
      (#"{"address":"x","position":{"lon":1}}"#, "bad-message"),
      (#"{"places":[]}"#, nil), (#"{"places":[{"category":"cafe"}]}"#, "bad-message"),
      (#"{"places":[{"position":[1,2]}]}"#, "bad-message"),
      (#"{"places":[{"category":"cafe","position":[1,2]}],"category":"cafe"}"#, nil),
      (#"{"lost":"weather"}"#, nil), (#"{"lost":"weather","reason":7}"#, "bad-message"),
      (#"{"answer":"done","opp":"Noon"}"#, nil), (#"{"answer":"dismissed","opp":"Noon"}"#, nil),
      (#"{"answer":"snoozed","opp":"Noon"}"#, nil), (#"{"answer":"done"}"#, "bad-message"),
      (#"{"answer":"later","opp":"Noon"}"#, "bad-message"),
      (#"{"answer":"done","opp":"Noon","given":"soon"}"#, "bad-message"), ("{}", "bad-message"),
      ("7", "bad-message"),
    ] as [(String, String?)])
  func `what arrives has the members of its kind`(item: String, code: String?) {
    var bench = Bench()
    let step = #"{"op":"step","key":"p","rules":"z","at":\#(Self.nine),"state":{},"#
    #expect(bench.code(step + #""arrived":[\#(item)]}"#) == code)
    guard !item.contains("answer"), code == nil else { return }
    #expect(bench.code(step + #""responses":[{"id":"x","arrived":[\#(item)]}]}"#) == nil)
  }

  @Test(
    arguments: [
      (#""responses":[{"id":"x"}]"#, nil), (#""responses":[{}]"#, "bad-message"),
      (#""responses":{}"#, "bad-message"), (#""responses":[{"id":"x","unchanged":true}]"#, nil),
      (#""responses":[{"id":"x","unchanged":1}]"#, "bad-message"),
      (#""responses":[{"id":"x","unchanged":false,"arrived":[{}]}]"#, "bad-message"),
      (#""responses":[{"id":"x","failure":{}}]"#, nil),
      (#""responses":[{"id":"x","failure":7}]"#, "bad-message"),
      (#""responses":[{"id":"x","failure":{"retry_after":1.5}}]"#, "bad-message"),
      (#""commands":[{"enable":"Noon"}]"#, nil), (#""commands":[{"disable":"Noon"}]"#, nil),
      (#""commands":[{"snooze":"Noon"}]"#, "bad-message"),
      (#""commands":[{"snooze":"Noon","until":\#(nine)}]"#, nil),
      (#""commands":[{"end_snooze":"Noon"}]"#, nil), (#""commands":[{"until":5}]"#, "bad-message"),
      (#""keep":1"#, "bad-message"), (#""returns":"whole""#, nil), (#""returns":"changes""#, nil),
      (#""returns":"none""#, nil), (#""returns":null"#, nil), (#""returns":"half""#, "bad-message"),
      (#""state":[]"#, "bad-message"), (#""state":{"a":1}"#, "bad-message"),
      (#""zone":7"#, "bad-message"), (#""later":"version""#, nil),
    ] as [(String, String?)])
  func `a step has the members of a step`(members: String, code: String?) {
    var bench = Bench()
    let state = members.contains("state") ? "" : #","state":{}"#
    let step = #"{"op":"step","key":"p","rules":"z","at":\#(Self.nine)\#(state),\#(members)}"#
    #expect(bench.code(step) == code)
  }

  @Test(
    arguments: [
      (#""-62135596800""#, "bad-message"), ("-62135596800", "bad-message"), ("-62135596799", nil),
      ("253402300798", nil), ("253402300799", "bad-message"), ("1.0", nil), ("1.5", "bad-message"),
      (#""2026-06-21T09:00:00Z""#, nil), (#""2026-06-21T09:00:00""#, "bad-message"),
      ("true", "bad-message"), ("null", "bad-message"),
    ] as [(String, String?)])
  func `a second is a whole one of a year that can be written`(second: String, code: String?) {
    var bench = Bench()
    #expect(
      bench.code(#"{"op":"step","key":"p","rules":"z","at":\#(second),"state":{}}"#) == code)
  }

  // MARK: Limits

  @Test func `a limit is the most that is allowed`() {
    var limits = WorkerLimits()
    let rules = #"opp \"A\" on every 10s notify \"abcd\""#
    limits.rules = "opp \"A\" on every 10s notify \"abcd\"".utf8.count
    limits.state = 10
    limits.firings = 3
    limits.texts = 12
    limits.span = 30
    var bench = Bench(limits)
    let kept =
      #"{"op":"rules","rules":"a","zone":"UTC","files":[{"path":"a.opp","text":"\#(rules)"}]}"#
    #expect(bench.code(kept) == nil)
    #expect(bench.code(kept.replacing("abcd", with: "abcde")) == "over-size")
    for (state, code) in [
      (#"{"12345":"67890"}"#, "unreadable-state"), (#"{"12345":"678901"}"#, "over-size"),
      (#"{"123456":"67890"}"#, "over-size"),
    ] {
      let step = #"{"op":"step","key":"p","rules":"a","at":1000,"state":\#(state)}"#
      let found = bench.code(step)
      #expect((found == "over-size") == (code == "over-size"), "\(state): \(found ?? "none")")
    }
    let begin = #"{"op":"step","key":"p","rules":"a","at":1000,"state":{},"keep":true}"#
    bench.send(begin)
    #expect(bench.code(#"{"op":"step","key":"p","at":1031}"#) == "bad-message")
    #expect(bench.code(#"{"op":"step","key":"p","at":1030}"#) == nil)
  }

  @Test func `a step may have as many firings and as long texts as its limits`() {
    let rules = #"opp \"A\" on every 10s notify \"abcd\""#
    for (firings, texts, code) in [
      (3, 12, nil), (2, 12, "over-work"), (3, 11, "over-size"),
    ] as [(Int, Int, String?)] {
      var limits = WorkerLimits()
      limits.firings = firings
      limits.texts = texts
      var bench = Bench(limits)
      bench.send(
        #"{"op":"rules","rules":"a","zone":"UTC","files":[{"path":"a.opp","text":"\#(rules)"}]}"#)
      bench.send(#"{"op":"step","key":"p","rules":"a","at":1000,"state":{},"keep":true}"#)
      #expect(bench.code(#"{"op":"step","key":"p","at":1030}"#) == code, "\(firings) \(texts)")
    }
  }

  @Test func `options are within their limits`() {
    var bench = Bench()
    for (options, code) in [
      ("{}", nil), (#"{"time":60}"#, nil), (#"{"time":60.5}"#, "bad-message"),
      (#"{"time":0}"#, "bad-message"), (#"{"time":0.5}"#, nil), (#"{"lead":-1}"#, nil),
      (#"{"lead":1.5}"#, "bad-message"), (#"{"lateness":"1"}"#, "bad-message"),
      (#"{"spread":1}"#, "bad-message"), (#"{"at_once":1}"#, "bad-message"),
      (#"{"seed":-1}"#, nil), ("7", "bad-message"),
    ] as [(String, String?)] {
      let message = #"{"op":"rules","rules":"o","zone":"UTC","options":\#(options),"files":[]}"#
      #expect(bench.code(message) == code, "\(options)")
    }
  }
}
