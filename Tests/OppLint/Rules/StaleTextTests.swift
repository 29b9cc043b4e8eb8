import OppLint
import OppTestLimits
import Testing

/// The rule about texts that may be delivered late, and the Opps that never fire while it is quiet
@Suite(.limited) struct StaleTextTests {
  private static let notify = #"notify "{free} until the next event.""#

  private func finds(_ opp: String) -> Bool {
    lint("set quiet 22:00..7:00\nopp \"A\" \(opp) \(Self.notify)").contains {
      $0.rule.name == "stale-text"
    }
  }

  @Test(arguments: [
    "on 12:00", "on 7:00 or 21:59", "on every 8h when time in 7:00..20:00",
    "when temp > 30C and time in 9:00..18:00", "on raining when time in 8:00..9:00",
  ])
  func `an Opp that never fires in quiet hours is no matter`(opp: String) {
    #expect(!finds(opp))
  }

  @Test(arguments: [
    "on 6:59", "on 12:00 or 23:00", "on every 8h", "when temp > 30C",
    "when temp > 30C and time in 20:00..23:00", "on raining",
  ])
  func `an Opp that may fire in quiet hours is told of`(opp: String) { #expect(finds(opp)) }
}
