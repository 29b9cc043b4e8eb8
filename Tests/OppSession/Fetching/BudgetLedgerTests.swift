import OppModel
import OppTestLimits
import Testing

@testable import OppEngine
@testable import OppSession

/// When a cost is within the budget
@Suite(.limited) struct BudgetLedgerTests {
  /// 0.3 a minute, with a tenth spent at each of some seconds
  private func ledger(tenthsAt seconds: [Int64]) -> BudgetLedger {
    var ledger = BudgetLedger(Budget(cost: 0.3, seconds: 60))
    for second in seconds {
      ledger.begin(0.1)
      ledger.end(0.1, at: Instant(seconds: second))
    }
    return ledger
  }

  @Test(
    arguments: [
      ([], 0.3, 5, 5), ([0, 10], 0.1, 11, 11), ([0, 10], 0.2, 11, 61), ([0, 10, 20], 0.1, 30, 61),
      ([0, 10, 20], 0.2, 30, 71), ([0, 10, 20], 0.3, 30, 81), ([0, 10, 20], 0.3, 90, 90),
      ([0, 10, 20], 0, 30, 30), ([0, 10, 20], 0.1, 60, 61), ([0, 10, 20], 0.1, 61, 61),
    ] as [([Int64], Double, Int64, Int64)])
  func `what was spent frees its part of the budget after the period`(
    spent: [Int64], cost: Double, now: Int64, earliest: Int64
  ) {
    let found = ledger(tenthsAt: spent).earliest(cost, from: Instant(seconds: now))
    #expect(found.seconds == earliest)
  }

  @Test func `more than the whole budget is never`() {
    #expect(ledger(tenthsAt: []).earliest(0.4, from: Instant(seconds: 1)) == .distantFuture)
  }

  @Test func `what is used is that of the period, and what is under way`() {
    var ledger = ledger(tenthsAt: [0, 10])
    #expect(abs(ledger.used(at: Instant(seconds: 30)) - 0.2) < 1e-12)
    #expect(abs(ledger.used(at: Instant(seconds: 60)) - 0.2) < 1e-12, "its last second")
    #expect(abs(ledger.used(at: Instant(seconds: 61)) - 0.1) < 1e-12)
    #expect(ledger.counted(at: Instant(seconds: 60)).map(\.second) == [0, 10])
    #expect(ledger.counted(at: Instant(seconds: 61)).map(\.second) == [10])
    #expect(ledger.lapse(at: Instant(seconds: 60)) == 61)
    #expect(ledger.lapse(at: Instant(seconds: 61)) == 71)
    ledger.begin(0.2)
    #expect(abs(ledger.used(at: Instant(seconds: 61)) - 0.3) < 1e-12)
    #expect(ledger.earliest(0.1, from: Instant(seconds: 61)).seconds == 71)
    #expect(ledger.earliest(0.2, from: Instant(seconds: 61)).seconds == 122, "as of now")
    ledger.end(0.2, at: Instant(seconds: 63))
    #expect(ledger.earliest(0.2, from: Instant(seconds: 75)).seconds == 124)
  }
}
