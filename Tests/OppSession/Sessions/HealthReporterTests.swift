import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

/// Each state of a provider is reported once, and its end once
@Suite(.limited) struct HealthReporterTests {
  private static let noon = Instant(seconds: 1_782_043_200)

  private func change(
    _ state: HealthState, _ provider: String = "weather (openmeteo)", opps: [String] = ["Walk"]
  ) -> HealthChange {
    HealthChange(at: Self.noon, provider: provider, state: state, opps: opps)
  }

  private func failing(_ reason: String, since seconds: Int64 = 0) -> HealthState {
    .failing(FetchFailure(.broken, reason), since: Self.noon.advanced(by: seconds))
  }

  /// Whether each change is news after those before
  private func areNews(_ changes: [HealthChange]) -> [Bool] {
    var reporter = HealthReporter()
    return changes.map { !reporter.news(in: [$0]).isEmpty }
  }

  @Test func `a failure is reported once, whenever it began, and its end once`() {
    #expect(
      areNews([
        change(failing("503")), change(failing("503", since: 60)), change(.well), change(.well),
        change(failing("503")),
      ]) == [true, false, true, false, true])
  }

  @Test func `another reason, or other Opps, are news`() {
    #expect(
      areNews([
        change(failing("503")), change(failing("no host")),
        change(failing("no host"), opps: ["Umbrella", "Walk"]),
      ]) == [true, true, true])
  }

  @Test func `the same minute is the same message`() {
    #expect(
      areNews([
        change(.quotaSpent(until: Self.noon)),
        change(.quotaSpent(until: Self.noon.advanced(by: 59))),
        change(.quotaSpent(until: Self.noon.advanced(by: 60))),
        change(.budgetSpent(until: Self.noon.advanced(by: 60))),
      ]) == [true, false, true, true])
  }

  @Test func `what nothing connects matters only to an Opp`() {
    #expect(
      areNews([
        change(.notConnected, opps: []), change(.notConnected), change(failing("503"), opps: []),
      ]) == [false, true, true])
  }

  @Test func `what works and never failed is no news`() {
    #expect(areNews([change(.well)]) == [false])
  }

  @Test func `providers do not hide each other`() {
    var reporter = HealthReporter()
    let news = reporter.news(in: [change(failing("503")), change(failing("503"), "agenda (ical)")])
    #expect(news.map(\.provider) == ["weather (openmeteo)", "agenda (ical)"])
    #expect(reporter.isFailing("agenda (ical)"))
    #expect(!reporter.isFailing("places (overpass)"))
  }

  @Test func `changed rules keep the failures that go on, and forget the others`() {
    var reporter = HealthReporter()
    let failures = reporter.news(in: [
      change(failing("503"), "weather"), change(failing("503"), "calendar"),
      change(.notConnected, "gps"),
    ])
    #expect(failures.count == 3)
    let isNews = reporter.fail("notifications (ntfy)")
    #expect(isNews)
    let forgotten = reporter.forgetProviders(but: ["weather"])
    #expect(forgotten == ["calendar"])
    let again = reporter.news(in: failures)
    #expect(again.map { $0.provider } == ["calendar"])
    for name in ["weather", "notifications (ntfy)"] {
      let wasFailing = reporter.recover(name)
      #expect(wasFailing)
    }
  }

  @Test func `what changed rules connect is forgotten, and may lack its connection again`() {
    var reporter = HealthReporter()
    let lacking = [change(.notConnected, "gps"), change(.notConnected, "weather")]
    let first = reporter.news(in: lacking + [change(failing("503"), "calendar")])
    #expect(first.count == 3)
    let forgotten = reporter.forgetConnected(but: ["weather"])
    #expect(forgotten == ["gps"])
    let again = reporter.news(in: lacking)
    #expect(again.map { $0.provider } == ["gps"])
    #expect(reporter.isFailing("calendar"))
  }

  @Test func `a notifier that fails is reported once until it works`() {
    var reporter = HealthReporter()
    let name = "notifications (ntfy)"
    let first = [reporter.fail(name), reporter.fail(name)]
    let recovery = [reporter.recover(name), reporter.recover(name)]
    let second = reporter.fail(name)
    #expect(first == [true, false] && recovery == [true, false] && second)
  }
}
