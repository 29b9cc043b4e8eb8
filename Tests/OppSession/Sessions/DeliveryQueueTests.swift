import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

/// What follows from a delivery that succeeds, fails or is refused
@Suite(.limited) struct DeliveryQueueTests {
  private static let now = Instant(seconds: 1_000_000)
  private static let ntfy = "notifications (ntfy)"

  /// Deliveries that wait, such as `a b2`: the number is that of failed attempts
  private func waiting(_ words: String) -> [DeliveryQueue.Waiting] {
    words.split(separator: " ").map { word in
      let attempts = Int(word.dropFirst()) ?? 0
      return .init(id: String(word.prefix(1)), attempts: attempts)
    }
  }

  /// Runs a round over deliveries of which some fail, and returns the order of the attempts, and the end
  private func round(
    _ words: String, failing: Set<String>, _ queue: inout DeliveryQueue, at now: Instant = now,
    of notifier: String = ntfy, retryAfter: Int64? = nil
  ) throws -> (order: String, end: FailingNotifier?) {
    try queue.begin(waiting(words), of: notifier)
    var order = ""
    while let id = queue.take(of: notifier) {
      order += id
      let failure = failing.contains(id) ? DeliveryFailure("down", retryAfter: retryAfter) : nil
      let result = queue.finish(id, by: notifier, failure, at: now)
      if case .delivered(let success) = result, success.hasRecovered { order += "!" }
      if let end = queue.endRound(of: notifier, at: now) { return (order, end) }
    }
    return (order, nil)
  }

  @Test func `what is due is sent in order, one at a time`() throws {
    var queue = DeliveryQueue()
    try queue.begin(waiting("b a c"), of: Self.ntfy)
    #expect(queue.take(of: Self.ntfy) == "b")
    #expect(queue.take(of: Self.ntfy) == nil)
    #expect(queue.isAwaiting)
    #expect(queue.next(of: Self.ntfy, Self.now) == nil)
    for (id, next) in [("b", "a"), ("a", "c"), ("c", nil)] {
      _ = queue.finish(id, by: Self.ntfy, nil, at: Self.now)
      #expect(queue.endRound(of: Self.ntfy, at: Self.now) == nil)
      #expect(queue.take(of: Self.ntfy) == next)
    }
    #expect(!queue.isAwaiting)
  }

  @Test func `a notifier that hangs keeps no other waiting`() throws {
    var queue = DeliveryQueue()
    try queue.begin(waiting("a"), of: "one")
    #expect(queue.take(of: "one") == "a")
    #expect(queue.next(of: "one", Self.now) == nil)
    #expect(queue.next(of: "two", Self.now) == Self.now)
    try queue.begin(waiting("a"), of: "two")
    #expect(queue.take(of: "two") == "a")
  }

  @Test func `a notifier that fails pauses after two attempts`() throws {
    var queue = DeliveryQueue()
    let (order, end) = try round("a b c d", failing: ["a", "b", "c", "d"], &queue)
    #expect(order == "ab")
    #expect(end?.failures == 1)
    #expect(end?.retry == Self.now.advanced(by: 15))
    #expect(queue.horizon(of: Self.ntfy, at: Self.now) == Self.now.advanced(by: 15))
    #expect(queue.failure(of: "another") == nil)
  }

  @Test func `a firing that fails by itself holds up no other, and blames no notifier`() throws {
    var queue = DeliveryQueue()
    let (order, end) = try round("a3 b2 c0 d1", failing: ["a"], &queue)
    // After a failure, the one that was tried least.
    #expect(order == "acbd")
    #expect(end == nil)
    #expect(queue.failure(of: Self.ntfy) == nil)
  }

  @Test func `a notifier that breaks down in the midst of a round pauses`() throws {
    var queue = DeliveryQueue()
    let (order, end) = try round("a b c d e", failing: ["b", "c", "d", "e"], &queue)
    #expect(order == "abc")
    #expect(end?.failures == 1)
  }

  @Test func `each pause is twice as long, up to an hour, and ends with a success`() throws {
    var queue = DeliveryQueue()
    var now = Self.now
    var pauses: [Int64] = []
    for _ in 0..<10 {
      let end = try #require(try round("a", failing: ["a"], &queue, at: now).end)
      pauses.append(try #require(end.retry).seconds(since: now))
      #expect(end.since == Self.now)
      now = try #require(end.retry)
    }
    #expect(pauses == [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    #expect(try round("a b", failing: [], &queue, at: now).order == "a!b")
    #expect(try round("c", failing: ["c"], &queue, at: now).end?.failures == 1)
  }

  /// The pause of the third failure ends after 60 s
  @Test(arguments: [(5, 60), (45, 60), (50, 65), (59, 74)])
  func `a firing that comes in a pause is tried, and leaves the pause as it is, but for 15 s`(
    after: Int64, end: Int64
  ) throws {
    var queue = DeliveryQueue()
    var now = Self.now
    for _ in 0..<2 {
      now = try #require(try round("a", failing: ["a"], &queue, at: now).end?.retry)
    }
    let first = try #require(try round("a", failing: ["a"], &queue, at: now).end)
    #expect(first.retry == now.advanced(by: 60))
    let soon = now.advanced(by: after)
    #expect(queue.next(of: Self.ntfy, soon) == soon)
    let (order, failing) = try round("a3 b", failing: ["a", "b"], &queue, at: soon)
    #expect(order == "ab")
    #expect(failing?.retry == now.advanced(by: end))
    #expect(failing?.failures == 3)
    #expect(try round("a4 b1 c", failing: [], &queue, at: soon).order == "a!bc")
  }

  @Test(arguments: [(5, 15), (7200, 7200), (1_000_000, 86_400), (-5, 15)])
  func `a notifier may ask for a longer pause, in which nothing is sent to it`(
    retryAfter: Int64, seconds: Int64
  ) throws {
    var queue = DeliveryQueue()
    let (order, end) = try round("a b", failing: ["a", "b"], &queue, retryAfter: retryAfter)
    #expect(order == "a")
    #expect(end?.retry == Self.now.advanced(by: seconds))
    #expect(queue.next(of: Self.ntfy, Self.now) == end?.retry)
    queue.endPause(of: Self.ntfy)
    #expect(queue.next(of: Self.ntfy, Self.now) == Self.now)
  }

  @Test func `a pause of an earlier run goes on`() throws {
    var queue = DeliveryQueue(failing: [
      FailingNotifier(
        name: Self.ntfy, failures: 3, since: Self.now.advanced(by: -45), retry: Self.now,
        isAsked: false, reason: "down")
    ])
    let end = try #require(try round("a", failing: ["a"], &queue).end)
    #expect(end.failures == 4)
    #expect(end.since == Self.now.advanced(by: -45))
    #expect(end.retry == Self.now.advanced(by: 120))
  }

  @Test func `what is refused is given up, and counted by its reason once the round is over`()
    throws
  {
    var queue = DeliveryQueue()
    try queue.begin(waiting("a b c"), of: Self.ntfy)
    for (id, reason) in [("a", "too long"), ("b", "no object"), ("c", "too long")] {
      #expect(queue.take(of: Self.ntfy) == id)
      #expect(queue.takeRefusals().isEmpty)
      let refusal = DeliveryFailure(reason, isFinal: true)
      #expect(queue.finish(id, by: Self.ntfy, refusal, at: Self.now) == .givenUp)
      #expect(queue.endRound(of: Self.ntfy, at: Self.now) == nil)
    }
    #expect(queue.hasGivenUp)
    #expect(
      queue.takeRefusals().map { "\($0.count) \($0.reason)" } == ["2 too long", "1 no object"])
    #expect(queue.takeRefusals().isEmpty)
  }

  @Test func `what was delivered is never due again, unless the clock was wrong`() throws {
    var queue = DeliveryQueue()
    _ = try round("a", failing: [], &queue)
    // Another notifier may have a part in it.
    #expect(try round("a", failing: [], &queue, of: "another").order == "a")
    #expect(throws: DeliveryQueue.RepeatedDelivery.self) {
      var copy = queue
      try copy.begin(waiting("a"), of: Self.ntfy)
    }
    queue.beginAnew()
    #expect(try round("a", failing: [], &queue).order == "a")
  }
}
