import OppModel
import Testing
import OppTestLimits

@testable import OppEngine
@testable import OppSession

/// The requests of before that count for limits which were edited, and the fetches of sources that come back
@Suite(.limited) struct PastRequestTests {
  private static let rules = #"source hall fresh for 60s { warm: Bool } opp "Warm" when hall.warm"#

  private func counted(_ quota: Quota, rules: String = rules) -> CountedSession {
    CountedSession(rules) { CountedSession.sources($0, named: "hall", quota: quota) }
  }

  private func past(_ seconds: [Int64]) -> [PastRequest] {
    seconds.map {
      PastRequest(provider: "hall", at: Instant(seconds: CountedSession.begins + $0), cost: 1)
    }
  }

  @Test func `requests before the first of the memory are added, and no others`() {
    var counted = counted(Quota(perMinute: 3, perDay: 4))
    counted.live(seconds: 1)
    counted.live(seconds: 2)
    #expect(counted.requests.count == 1)
    // The store has that of the memory, at second 1, besides two of before and one of a clock that was ahead.
    counted.session.count(past([-50_000, -40, 1, 9_000]))
    let quota = counted.session.states[0].quota
    #expect(
      quota.counted(at: counted.session.present)
        == [-50_000, -40, 1].map { CountedSession.begins + $0 })
    counted.session.count(past([-50_000, -40, 1]))
    #expect(counted.session.states[0].quota.counted(at: counted.session.present).count == 3)
  }

  @Test func `a provider without a quota counts nothing`() {
    var counted = counted(Quota())
    #expect(counted.session.requestReach == nil)
    counted.session.count(past([-1]))
    #expect(counted.session.states[0].quota.counted(at: counted.session.present).isEmpty)
  }

  @Test func `the reach is that of the longest limit`() {
    #expect(counted(Quota(perMinute: 1)).session.requestReach == 60)
    #expect(counted(Quota(perDay: 1)).session.requestReach == 86_400)
    let budget = counted(Quota(perMinute: 1), rules: "set budget 2 per 7d " + Self.rules)
    #expect(budget.session.requestReach == 604_800)
  }

  @Test func `costs before the first of the memory count for the budget`() {
    var counted = counted(Quota(), rules: "set budget 3 per 1d " + Self.rules)
    counted.session.count(past([-90_000, -7, -5]))
    let begins = Instant(seconds: CountedSession.begins)
    #expect(counted.session.budget?.used(at: begins) == 2)
    counted.session.count(past([-7, -5]))
    #expect(counted.session.budget?.used(at: begins) == 2)
  }
}
