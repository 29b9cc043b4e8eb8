import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

@testable import opp

/// What is said of a service that several sources are pushed from
@Suite(.limited) struct SharedFailureTests {
  /// The lines that some seconds bring
  ///
  /// - Parameter seconds: `10: -a -b refused`, `20: +a`.
  private func check(
    _ seconds: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var shared = SharedFailures()
    var said: [String] = []
    for second in seconds {
      let parts = second.split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts[1].split(separator: " ")
      let reason = words.last { !$0.hasPrefix("-") && !$0.hasPrefix("+") } ?? "refused"
      let at = Instant(seconds: Int64(parts[0]) ?? 0)
      let changes = words.filter { $0.hasPrefix("-") || $0.hasPrefix("+") }.map { word in
        HealthChange(
          at: at, provider: "\(word.dropFirst()) (ha)",
          state: word.hasPrefix("+")
            ? .well : .failing(FetchFailure(.refused, String(reason)), since: at),
          opps: [])
      }
      for line in shared.lines(of: changes, at: at, isShared: { !$0.hasPrefix("own") }) {
        let names = line.map {
          "\($0.state.isHealthy ? "+" : "-")\($0.provider.prefix { $0 != " " })"
        }
        said.append("\(parts[0]): \(names.joined(separator: " "))")
      }
    }
    #expect(said == expected, sourceLocation: sourceLocation)
  }

  @Test func `a failure is one line, be it noticed in one second or in several`() {
    check(["10: -a -b", "11: -c", "50: +b", "51: +a +c"], ["10: -a -b", "50: +a +b +c"])
    check(["10: -a", "11: -b", "12: +a +b"], ["10: -a", "12: +a +b"])
  }

  @Test func `another reason, another time or another service is another line`() {
    check(
      ["10: -a refused", "11: -b gone", "100: -c refused", "200: +a", "201: +b", "202: +c"],
      ["10: -a", "11: -b", "100: -c", "200: +a", "201: +b", "202: +c"])
    check(
      ["10: -own1 -own2", "11: +own1", "12: +own2"],
      ["10: -own1", "10: -own2", "11: +own1", "12: +own2"])
  }

  @Test func `one that still fails is said once the others work again`() {
    check(
      ["10: -a -b", "50: +a", "55:", "61:", "70: +b"],
      ["10: -a -b", "50: +a +b", "61: -b", "70: +b"])
  }

  @Test func `a service that fails again is said again`() {
    check(
      ["10: -a -b", "12: +a +b", "14: -a -b", "16: +b +a"],
      ["10: -a -b", "12: +a +b", "14: -a -b", "16: +a +b"])
  }
}
