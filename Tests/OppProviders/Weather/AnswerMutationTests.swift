import Foundation
import OppEngine
import OppModel
import OppRecordings
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Answers that a service, or something on the way, has damaged
@Suite(.limited) struct AnswerMutationTests {
  private let rounds = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1" ? 20_000 : 300

  private func response(_ bytes: [UInt8]) throws -> WebResponse {
    WebResponse(
      status: 200, headers: [:], body: bytes, address: try WebAddress("https://example.org"),
      bytes: bytes.count)
  }

  @Test func `weather of damaged bytes is a failure or a weather that can be`() throws {
    var mutation = Mutation(seed: 7)
    let samples = [
      OpenMeteoConnectorTests.present, OpenMeteoConnectorTests.hourly,
      OpenWeatherMapConnectorTests.present,
    ].map { Array($0.utf8) }
    let graph = try ConnectedRules("connect weather to openmeteo()").graph
    let fields = graph.sources.filter { $0.name == "weather" }.flatMap(\.fields)
    var survivors = 0
    for round in 0..<rounds {
      let bytes = mutation.damaged(samples[round % samples.count])
      let response = try response(bytes)
      guard let document = try? JSONDocument(response, expected: "the weather") else { continue }
      var reports: [WeatherReport] = []
      if let found = try? OpenMeteoDocument(document).present() { reports.append(found.report) }
      reports += (try? OpenMeteoDocument(document).expected()) ?? []
      if let found = try? OpenWeatherMapDocument(document).present() {
        reports.append(found.report)
      }
      reports += (try? OpenWeatherMapDocument(document).expected()) ?? []
      if !reports.isEmpty { survivors += 1 }
      for report in reports {
        for field in fields {
          guard case .scalar(let value)? = report.value(of: field, in: graph) else { continue }
          #expect(value.isFinite && abs(value) <= 1_000_000)
        }
      }
    }
    #expect(survivors > rounds / 20 && survivors < rounds)
  }

  @Test func `rows of damaged bytes are a failure or rows`() throws {
    var mutation = Mutation(seed: 11)
    let rules = "table chores by id { id: Text, due: Instant, done: Bool }"
    let graph = try ConnectedRules(rules + "\nconnect chores to csv(\"x\")").graph
    let subject = try #require(ConnectionTarget(named: "chores", in: graph))
    let rows = JSONRows(
      subject: subject, zone: .utc, enumerations: graph.enumerations,
      origin: .service("example.org"))
    let sample = Array(
      #"{"data": [{"id": "a", "due": "2026-06-22T07:00Z", "done": false}, {"id": "b"}]}"#.utf8)
    for _ in 0..<rounds {
      let file = TextFile(path: "example.org", bytes: mutation.damaged(sample))
      do throws(FetchFailure) {
        let found = try rows.read(file, path: ["data"], allowsLines: true, now: ConnectedRules.now)
        guard case .table(_, _, let table) = found else { continue }
        #expect(table.rows(at: ConnectedRules.now).count <= 8)
      } catch {
        #expect(!error.reason.contains("\n"))
      }
    }
  }

  @Test func `no failure of a service has a secret in it`() async throws {
    let server = try LoopbackServer()
    let echo = #"{"cod": 400, "error": "bad key hunter2", "message": "hunter2"}"#
    let answers: [ServerAnswer] = [
      .json(echo), .json(echo, status: 400), .json(echo, status: 401), .json(echo, status: 500),
      .status(429, headers: [("Retry-After", "hunter2")]), .redirect(to: "hunter2://hunter2"),
      .redirect(to: "/hunter2?appid=hunter2"), .page("<html>hunter2"), .fault(.close),
      .fault(.closeAfter(3), text: "hunter2"), .fault(.raw, text: "hunter2"),
    ]
    for target in ["weather", "forecast"] {
      for answer in answers {
        server.on("/data/2.5/weather") { _ in answer }
        server.on("/data/3.0/onecall") { _ in answer }
        let rules = try ConnectedRules(
          #"connect \#(target) to openweathermap(key: env("KEY"), url: "\#(server.url)")"#,
          secrets: ["KEY": "hunter2"])
        let said = try await rules.answer(position: Position(latitude: 1, longitude: 1))
        #expect(!said.contains("hunter2"), "\(said)")
        #expect(!said.contains("?") && !said.contains("appid"), "\(said)")
      }
    }
    server.stop()
  }
}
