import OppEngine
import OppModel
import OppTestLimits
import Testing

/// What follows from a delivery that succeeds, fails or is refused
@Suite(.limited) struct DeliveryQueueTests {
  private static let now = Instant(seconds: 1_000_000)

  private func wait(
    after failure: DeliveryFailure, attempts: Int, _ queue: inout DeliveryQueue
  ) -> Int64? {
    guard case .retry(let next) = queue.finish("a", failure, attempts: attempts, at: Self.now)
    else { return nil }
    return next.seconds(since: Self.now)
  }

  @Test func `what is due is sent once at a time, in order`() throws {
    var queue = DeliveryQueue()
    #expect(try queue.begin(["b", "a"], at: Self.now) == ["b", "a"])
    #expect(try queue.begin(["b", "c", "a"], at: Self.now) == ["c"])
    #expect(queue.isAwaiting)
    for id in ["a", "b", "c"] {
      #expect(queue.finish(id, nil, attempts: 0, at: Self.now) == .delivered)
    }
    #expect(!queue.isAwaiting)
  }

  @Test(arguments: [(0, 15), (1, 30), (2, 60), (7, 1920), (8, 3600), (1000, 3600)])
  func `each retry waits twice as long, up to an hour`(attempts: Int, seconds: Int64) {
    var queue = DeliveryQueue()
    #expect(wait(after: DeliveryFailure("down"), attempts: attempts, &queue) == seconds)
  }

  @Test(arguments: [(5, 15), (7200, 7200), (1_000_000, 86_400), (-5, 15)])
  func `a notifier may ask for a longer wait, up to a day`(retryAfter: Int64, seconds: Int64) {
    var queue = DeliveryQueue()
    let failure = DeliveryFailure("429", retryAfter: retryAfter)
    #expect(wait(after: failure, attempts: 0, &queue) == seconds)
  }

  @Test func `nothing is sent to a notifier that rests`() throws {
    var queue = DeliveryQueue()
    _ = try queue.begin(["a"], at: Self.now)
    _ = queue.finish("a", DeliveryFailure("429", retryAfter: 600), attempts: 0, at: Self.now)
    let end = Self.now.advanced(by: 600)
    #expect(try queue.begin(["b"], at: end.advanced(by: -1)) == [])
    #expect(queue.next(Self.now) == end)
    #expect(queue.retryTime(from: Self.now) == end)
    #expect(try queue.begin(["a", "b"], at: end) == ["a", "b"])
  }

  @Test func `a shorter rest does not end a longer one`() throws {
    var queue = DeliveryQueue()
    _ = try queue.begin(["a", "b"], at: Self.now)
    _ = queue.finish("a", DeliveryFailure("429", retryAfter: 600), attempts: 0, at: Self.now)
    _ = queue.finish("b", DeliveryFailure("429", retryAfter: 60), attempts: 0, at: Self.now)
    #expect(queue.retryTime(from: Self.now) == Self.now.advanced(by: 600))
    queue.endRest()
    #expect(queue.retryTime(from: Self.now) == Self.now)
  }

  @Test func `a failure without a wish leaves other deliveries alone`() throws {
    var queue = DeliveryQueue()
    _ = try queue.begin(["a"], at: Self.now)
    _ = queue.finish("a", DeliveryFailure("down"), attempts: 0, at: Self.now)
    #expect(try queue.begin(["b"], at: Self.now) == ["b"])
  }

  @Test func `what is refused is given up, and counted by its reason once all are done`() throws {
    var queue = DeliveryQueue()
    _ = try queue.begin(["a", "b", "c"], at: Self.now)
    let refusal = DeliveryFailure("too long", isFinal: true)
    #expect(queue.finish("a", refusal, attempts: 0, at: Self.now) == .givenUp)
    #expect(queue.hasGivenUp)
    #expect(queue.takeRefusals().isEmpty)
    _ = queue.finish("b", DeliveryFailure("no object", isFinal: true), attempts: 0, at: Self.now)
    _ = queue.finish("c", refusal, attempts: 3, at: Self.now)
    #expect(
      queue.takeRefusals().map { "\($0.count) \($0.reason)" } == ["2 too long", "1 no object"])
    #expect(queue.takeRefusals().isEmpty)
  }

  @Test func `nothing is next while an outcome is still to come`() throws {
    var queue = DeliveryQueue()
    #expect(queue.next(nil) == nil)
    #expect(queue.next(Self.now) == Self.now)
    _ = try queue.begin(["a"], at: Self.now)
    #expect(queue.next(Self.now) == nil)
  }

  @Test func `what was delivered is never due again, unless the clock was wrong`() throws {
    var queue = DeliveryQueue()
    _ = try queue.begin(["a"], at: Self.now)
    _ = queue.finish("a", nil, attempts: 0, at: Self.now)
    #expect(throws: DeliveryQueue.RepeatedDelivery.self) {
      var copy = queue
      _ = try copy.begin(["a"], at: Self.now)
    }
    queue.beginAnew()
    #expect(try queue.begin(["a"], at: Self.now) == ["a"])
  }
}
