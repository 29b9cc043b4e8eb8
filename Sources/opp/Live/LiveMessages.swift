internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppStore

/// The messages of services that send them until they are acknowledged, on their way to a step
///
/// ```
/// a message ──▶ the store ──▶ acknowledged
///                  └──▶ inbox ──▶ step ──▶ commit: marked as taken
/// ```
///
/// A process that ends in between is followed by one that takes them out of the store.
struct LiveMessages {
  private let store: Store
  private var inbox = MessageInbox()

  init(_ store: Store) { self.store = store }

  /// `true` if a step has to take some
  var isWaiting: Bool { !inbox.isEmpty }

  /// Keeps messages, acknowledges them, and has them wait for a step
  ///
  /// - Parameter providers: those of the world, by the index that each message has.
  mutating func keep(
    _ messages: [(message: ReceivedMessage, provider: Int)], of providers: [Provider]
  ) throws(StoreFailure) {
    if messages.isEmpty { return }
    let kept = messages.filter { $0.message.content != nil }
    var numbers = try store.keep(
      kept.map { message, provider in
        StoredMessage(
          connection: providers[provider].name, identity: message.identity, at: message.at,
          content: message.content ?? "", until: message.keptUntil,
          isRepeated: message.isRepeated)
      })[...]
    for (message, _) in messages {
      message.acknowledge()
      guard message.content != nil else {
        inbox.add(message.arrivals, number: nil)
        continue
      }
      // One that was kept before has been taken, or waits already.
      if let number = numbers.popFirst() ?? nil { inbox.add(message.arrivals, number: number) }
    }
  }

  /// Queues the messages of the store again, as the connectors of a world understand them
  mutating func restore(for world: any LiveWorld, at now: Instant) throws(StoreFailure) {
    inbox = MessageInbox()
    let stored = try store.loadMessages(at: now)
    let names = Set(world.providers.map { $0.name })
    for name in names.sorted() {
      let own = stored.filter { $0.message.connection == name }
      let lists = world.arrivals(of: own.map { KeptMessage($0.message) }, connection: name)
      for ((number, message), arrivals) in zip(own, lists) where !message.isTaken {
        inbox.add(arrivals, number: number)
      }
      inbox.add(lists.last ?? [], number: nil)
    }
    // Those of connections that are no more are of no use to anybody.
    for (number, message) in stored where !names.contains(message.connection) {
      inbox.add([], number: number)
    }
  }

  /// Takes the arrivals that count at a second
  mutating func take(at now: Instant, in record: inout StepRecord) -> [Arrival] {
    let (arrivals, numbers) = inbox.take(at: now)
    record.takenMessages = numbers
    return arrivals
  }
}

extension KeptMessage {
  fileprivate init(_ message: StoredMessage) {
    self.init(at: message.at, content: message.content, isTaken: message.isTaken)
  }
}
