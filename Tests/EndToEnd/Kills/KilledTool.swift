import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppProviders
import OppSession
import OppStore
import Testing
import opp

/// A life in processes of `opp run`, which are killed
///
/// A process that is killed leaves a copy of the store as it is at that instant, and nothing that it does from then on has an effect.
/// It is used by one thread, as the run is.
final class KilledTool: @unchecked Sendable {
  private let folder: String
  private var store: String { folder + "/store.sqlite" }

  /// What is outside of the processes
  private(set) var world: KilledWorld

  /// The files of the store as the process that was killed has left them behind
  private var left: [String: Data] = [:]

  init(_ plan: KillPlan) throws {
    world = KilledWorld(plan)
    // A disk that syncs would be most of the time.
    let parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : nil
    folder = (parent ?? FileManager.default.temporaryDirectory.path) + "/opp-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(KilledDay.rules.utf8).write(to: URL(filePath: folder + "/rules.opp"))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Lives through the day
  ///
  /// - Returns: the firings in the order of the steps.
  func live() throws -> [StoredFiring] {
    while !world.isOver {
      world.begin()
      let mailbox = LiveMailbox()
      let surroundings = LiveSurroundings(
        clock: Clock(life: self), mailbox: mailbox,
        deliverer: Deliveries(life: self, mailbox: mailbox)
      ) { graph, providers, generation in
        World(self, mailbox, graph, providers, generation)
      }
      let context = CommandContext(
        workingDirectory: folder, variables: ["TZ": "UTC", "HOME": folder],
        present: Instant(seconds: world.now), surroundings: surroundings)
      let console = Console()
      let status = CommandLineTool.run(
        ["run", "rules.opp", "--store", "store.sqlite"], in: context, console)
      if world.isDead {
        restore()
      } else {
        #expect(
          world.isOver && status == .success,
          "\(String(decoding: console.transcript, as: UTF8.self))")
        if !world.isOver { break }
      }
    }
    return try Store.open(path: store).history()
  }

  // MARK: Kills

  /// Kills the process, if it is to be killed at this place
  ///
  /// - Returns: whether it is dead now.
  private func passes(_ place: KillPoint.Place) -> Bool {
    let wasDead = world.isDead
    let isDead = world.passes(place)
    if isDead, !wasDead {
      for ending in ["", "-wal", "-journal"] {
        left[ending] = FileManager.default.contents(atPath: store + ending)
      }
    }
    return isDead
  }

  private func restore() {
    for ending in ["", "-wal", "-journal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store + ending)
    }
    for (ending, content) in left { try? content.write(to: URL(filePath: store + ending)) }
    left = [:]
  }

  // MARK: The surroundings

  private struct Clock: LiveClock {
    let life: KilledTool

    var now: Instant { Instant(seconds: life.world.now) }

    func wait(for mailbox: LiveMailbox, until: Instant?, isAwaiting: Bool) -> Bool {
      if life.world.isDead { return false }
      if !mailbox.isEmpty { return true }
      if life.passes(.asleep) { return false }
      life.world.advance(to: until?.seconds ?? .max)
      if life.world.isOver { return false }
      life.services?.send()
      return true
    }

    func pause(milliseconds: Int32) {}
  }

  /// The services of the present process
  private weak var services: World?

  private final class World: LiveWorld {
    private let life: KilledTool
    private let mailbox: LiveMailbox
    private let graph: ConditionGraph
    private let generation: Int
    private var waiting: [Fetch] = []

    /// By number, what is under way
    private var underWay: [Int: Fetch] = [:]
    let providers: [Provider]

    init(
      _ life: KilledTool, _ mailbox: LiveMailbox, _ graph: ConditionGraph, _ providers: [Provider],
      _ generation: Int
    ) {
      self.life = life
      self.mailbox = mailbox
      self.graph = graph
      // With a request for each number.
      self.providers = providers.map { provider in
        provider.isPushed
          ? provider
          : Provider(
            name: provider.name, served: provider.served, freshness: provider.freshness,
            latency: provider.latency)
      }
      self.generation = generation
      life.services = self
      send()
    }

    /// Sends the process what has come
    func send() {
      for (second, degrees) in life.world.takeReadings() {
        let reading = reading("hall", [], degrees, at: second)
        let provider = providers.firstIndex { $0.isPushed } ?? 0
        mailbox.put(.pushed(.arrived([reading]), provider: provider, generation: generation))
      }
      while let (number, degrees) = life.world.takeResponse(), let fetch = underWay[number] {
        let value = Value.scalar(Double(number))
        let reading = reading("box", [value], degrees, at: life.world.now)
        mailbox.put(
          .response(
            FetchResponse(fetch: fetch, outcome: .arrived([reading])), generation: generation))
      }
    }

    private func reading(
      _ name: String, _ arguments: [Value?], _ degrees: Int, at second: Int64
    ) -> Arrival {
      let index = graph.sources.firstIndex { $0.name == name } ?? 0
      return .reading(
        SourceReading(
          source: SourceID(index: Int32(index)), arguments: arguments,
          instant: Instant(seconds: second), fields: [.known(.scalar(Double(degrees)))],
          freshness: nil, isLasting: false))
    }

    var reportsToMailbox: Bool { true }
    var nextArrival: Instant? { nil }
    func responses(upTo now: Instant) -> [FetchResponse] { [] }

    /// Called in the midst of each step: its commit is still to come
    func arrivals(upTo now: Instant) -> [Arrival] {
      _ = life.passes(.beforeCommit)
      return []
    }

    func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse] {
      waiting += fetches
      return []
    }

    /// Called as soon as a step is committed
    func begin() {
      if life.world.isDead { return }
      life.world.keeps()
      if life.passes(.afterCommit) { return }
      for fetch in waiting {
        guard case .source(_, let arguments) = fetch.subject,
          case .scalar(let number)?? = arguments.first
        else {
          Issue.record("a request without a number")
          return
        }
        if life.passes(.beforeRequest) { return }
        underWay[Int(number)] = fetch
        life.world.request(Int(number))
        if life.passes(.afterRequest) { return }
      }
      waiting = []
    }

    func end() {}
  }

  private struct Deliveries: Deliverer {
    let life: KilledTool
    let mailbox: LiveMailbox

    func send(_ notice: Notice, by notifier: any Notifier) {
      if life.passes(.beforeDelivery) { return }
      life.world.tell(notice.id, notice.text)
      if life.passes(.afterDelivery) { return }
      mailbox.put(
        .delivered(DeliveryOutcome(id: notice.id, notifier: notifier.name, failure: nil)))
    }
  }
}
