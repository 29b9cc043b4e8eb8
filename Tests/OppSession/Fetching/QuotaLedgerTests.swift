import OppModel
import OppTestLimits
import Testing

@testable import OppEngine
@testable import OppSession

/// When one more request is within a quota
@Suite(.limited) struct QuotaLedgerTests {
  /// - Parameters:
  ///   - responses: the seconds of the responses so far.
  ///   - underWay: the number of requests without a response.
  private func earliest(
    _ quota: Quota, responses: [Int64], underWay: Int = 0, from now: Int64
  ) -> Int64 {
    var ledger = QuotaLedger(quota)
    for second in responses {
      ledger.begin()
      ledger.end(at: Instant(seconds: second))
    }
    for _ in 0..<underWay { ledger.begin() }
    return ledger.earliest(from: Instant(seconds: now)).seconds
  }

  @Test func `without a quota it is now`() {
    #expect(earliest(Quota(), responses: [1, 2, 3], underWay: 3, from: 9) == 9)
  }

  @Test func `seconds lie between two requests, counted from the response`() {
    let quota = Quota(spacing: 5)
    #expect(earliest(quota, responses: [], from: 9) == 9)
    #expect(earliest(quota, responses: [8], from: 9) == 14)
    #expect(earliest(quota, responses: [8], from: 20) == 20)
    #expect(earliest(quota, responses: [], underWay: 1, from: 9) == 15)
  }

  @Test func `a minute has so many, in whichever minute`() {
    let quota = Quota(perMinute: 2)
    #expect(earliest(quota, responses: [0], from: 11) == 11)
    #expect(earliest(quota, responses: [0, 10], from: 11) == 61)
    #expect(earliest(quota, responses: [0, 10, 20], from: 21) == 71)
    #expect(earliest(quota, responses: [0, 10], from: 61) == 61)
    #expect(earliest(quota, responses: [0], underWay: 1, from: 11) == 61)
    #expect(earliest(quota, responses: [0], underWay: 2, from: 11) == 72)
  }

  @Test func `a day is any 86 400 seconds, and the strictest limit counts`() {
    #expect(earliest(Quota(perDay: 1), responses: [100], from: 101) == 86_501)
    #expect(earliest(Quota(perMinute: 1, perDay: 2), responses: [0, 100], from: 101) == 86_401)
    #expect(
      earliest(Quota(perMinute: 1, perDay: 9, spacing: 5), responses: [100], from: 101) == 161)
  }

  @Test func `a quota of none is never`() {
    #expect(earliest(Quota(perDay: 0), responses: [], from: 1) == Seconds.never)
  }

  @Test func `thousands of requests are forgotten after a day`() {
    var ledger = QuotaLedger(Quota(perDay: 1000))
    for second in Int64(0)..<5000 {
      ledger.begin()
      ledger.end(at: Instant(seconds: second * 87))
    }
    // 994 of them lie within the last day.
    let now = Instant(seconds: 4999 * 87)
    #expect(ledger.earliest(from: now) == now)
    for _ in 0..<5 { ledger.begin() }
    #expect(ledger.earliest(from: now) == now)
    ledger.begin()
    #expect(ledger.earliest(from: now) > now)
  }
}
