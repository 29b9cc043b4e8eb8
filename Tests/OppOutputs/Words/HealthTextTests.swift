import OppEngine
import OppModel
import OppOutputs
import OppSession
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

  @Test func `a failure of a service is one line of all that it serves`() {
    func line(_ names: [String], _ state: HealthState) -> String {
      words.text(
        of: names.map {
          HealthChange(at: now, provider: "\($0) (homeassistant)", state: state, opps: ["V", $0])
        }, retry: now.advanced(by: 600))
    }
    let refused = HealthState.failing(
      FetchFailure(.refused, "Home Assistant at ha refuses the token", remedy: "Make another"),
      since: now)
    #expect(
      line(["sensor"], refused)
        == "sensor (homeassistant): Home Assistant at ha refuses the token; \"V\" and \"sensor\" wait for it. Make another; Opp tries again at 12:10."
    )
    #expect(
      line(["sensor", "climate"], refused)
        == "sensor and climate (homeassistant): Home Assistant at ha refuses the token; \"V\" and 2 more wait for it. Make another; Opp tries again at 12:10."
    )
    #expect(
      line(["sensor", "climate", "switch"], .well)
        == "sensor and 2 more (homeassistant) work again; \"V\" and 3 more continue.")
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
