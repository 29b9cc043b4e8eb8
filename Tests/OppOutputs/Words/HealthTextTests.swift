import OppEngine
import OppModel
import OppOutputs
import OppTestLimits
import Testing

@Suite(.limited) struct HealthTextTests {
  private let words = HealthText(zone: .utc)
  private let now = Instant(seconds: 1_782_043_200)

  private func line(_ failure: FetchFailure) -> String {
    words.text(
      of: HealthChange(
        at: now, provider: "doc (json)", state: .failing(failure, since: now), opps: ["V"]),
      retry: now.advanced(by: 120))
  }

  @Test func `a failure's own advice comes before that of its kind`() {
    #expect(
      line(
        FetchFailure(.refused, "nas.lan wants to be paid (402)", remedy: "See your account there"))
        == "doc (json): nas.lan wants to be paid (402); \"V\" waits for it. See your account there; Opp tries again at 12:02."
    )
    #expect(
      line(FetchFailure(.broken, "nas.lan responded with 502"))
        == "doc (json): nas.lan responded with 502; \"V\" waits for it. There is nothing to do: Opp tries again at 12:02."
    )
  }

  @Test func `a delivery that failed has the advice of its failure`() {
    func line(_ remedy: String?) -> String {
      let notifier = FailingNotifier(
        name: "notifications (ntfy)", failures: 1, since: now, retry: now.advanced(by: 120),
        isAsked: false, reason: "ntfy.sh responded with 403", remedy: remedy)
      return words.text(of: notifier, waiting: 2, at: now)
    }
    #expect(
      line("Check the token")
        == "notifications (ntfy): ntfy.sh responded with 403; 2 firings wait to be delivered. Check the token; Opp tries again at 12:02."
    )
    #expect(line(nil).hasSuffix("delivered. Opp tries again at 12:02."))
  }
}
