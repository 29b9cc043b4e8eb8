internal import OppEngine
internal import OppProviders
internal import OppSession
internal import OppStore

/// The events that have come, by kind, in the order in which they came
///
/// Of one provider, the last word counts: a loss that is followed by an arrival is none.
///
/// ```
/// mailbox   gpsd lost, weather responds, gpsd pushes @36.07,-79.79, "…/Walk" delivered
/// events    responses: 1   arrivals: the position   lost: none   deliveries: "…/Walk"
/// ```
struct LiveEvents {
  /// The responses to fetches of this rule set
  var responses: [FetchResponse] = []

  /// The arrivals that connectors have pushed
  var arrivals: [Arrival] = []

  /// The lines of programs that keep running, by the index of their provider
  ///
  /// Their readings are among ``arrivals``.
  var lines: [(provider: Int, lines: PushedLines)] = []

  /// The messages that are to be kept and acknowledged
  var messages: [(message: ReceivedMessage, provider: Int)] = []

  /// The notes of pushing connectors for people, by the index of their provider
  var notes: [(provider: Int, failure: FetchFailure)] = []

  /// The reports of notifiers, by their names
  var reports: [(notifier: String, report: NotifierReport)] = []

  /// The answers that people have given
  var answers: [StoredAnswer] = []

  /// The pushing connectors that have lost their connection, by the index of their provider
  var lost: [(provider: Int, failure: FetchFailure)] = []

  /// The providers that have pushed something, or are connected again
  private(set) var found: Set<Int> = []

  /// The providers whose files have been written
  var written: Set<Int> = []

  /// The outcomes of deliveries
  var deliveries: [DeliveryOutcome] = []
  var isStop = false
  var isHungUp = false
  var isRefresh = false

  /// `true` if the session has to receive it
  var bringNews: Bool {
    !responses.isEmpty || !arrivals.isEmpty || !lines.isEmpty || !lost.isEmpty || !answers.isEmpty
      || !found.isEmpty
  }

  /// Creates an empty value
  init() {}

  /// - Parameter generation: the number of the rule set; events of an earlier one are left out.
  init(_ events: [LiveEvent], generation: Int) {
    for event in events {
      switch event {
      // A pattern with the value of `generation`: of another number, it falls to `case .response, .pushed` below.
      case .response(let response, generation): responses.append(response)
      case .pushed(.arrived(let some), let provider, generation):
        arrived(some, from: provider)
      case .pushed(.lines(let lines), let provider, generation):
        self.lines.append((provider, lines))
        if !lines.arrivals.isEmpty { arrived(lines.arrivals, from: provider) }
      case .pushed(.received(let message), let provider, generation):
        messages.append((message, provider))
        arrived([], from: provider)
      case .pushed(.lost(let failure), let provider, generation): lost.append((provider, failure))
      case .pushed(.lapsed(let some), _, generation): arrivals += some
      case .pushed(.noted(let failure), let provider, generation):
        notes.append((provider, failure))
      case .written(let provider, generation): written.insert(provider)
      case .response, .pushed, .written: break
      case .delivered(let outcome): deliveries.append(outcome)
      case .reported(let report, let notifier): reports.append((notifier, report))
      case .changed: break
      case .hungUp: isHungUp = true
      case .refresh: isRefresh = true
      case .stop: isStop = true
      }
    }
  }

  /// Adds the arrivals that a provider has pushed, which is there again
  private mutating func arrived(_ some: [Arrival], from provider: Int) {
    arrivals += some
    lost.removeAll { $0.provider == provider }
    found.insert(provider)
  }

  /// Adds later events that the session has to receive
  mutating func add(_ later: LiveEvents) {
    responses += later.responses
    arrivals += later.arrivals
    lines += later.lines
    answers += later.answers
    found.formUnion(later.found)
    lost.removeAll { later.found.contains($0.provider) }
    lost += later.lost
  }
}
