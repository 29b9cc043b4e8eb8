internal import OppEngine
internal import OppModel
internal import OppSession
internal import Synchronization

/// `homeassistant(url, token: …, notify: "mobile_app_ann_phone")`: a notification with buttons, or a call of a service
///
/// ```
/// >  {"id":2,"type":"call_service","domain":"notify","service":"mobile_app_ann_phone","service_data":{"title":"Walk","message":"Sunny",
///     "data":{"tag":"opp:ID","actions":[{"action":"opp:done ID","title":"Done"}, …]}}}
/// <  {"id":2,"type":"result","success":true,"result":{…}}
/// <  {"id":1,"type":"event","event":{"event_type":"mobile_app_notification_action","data":{"action":"opp:done ID",…}}}
/// ```
///
/// The tag is the identity of the firing: a second delivery takes the place of the first.
struct HomeNotifier: Notifier {
  let name: String
  private let hubs: HomeHubs
  private let access: HomeAccess
  private let pace: ServicePace
  private let domain: String
  private let service: String

  /// `true` for a constant command of `call`, `false` for a message to a person
  private let isCommand: Bool

  /// The entity of a command; `nil` for none
  private let entity: String?

  /// The seconds after which it is of no use any more; `nil` for none
  private let within: Int64?

  /// `true` if the token is not of an administrator: Home Assistant reports buttons to administrators alone
  private let hasNoButtons = NoButtons()

  /// The time that Home Assistant has to carry it out
  private static let answerLimit = Duration.seconds(20)

  /// A command that comes later is worse than none, in seconds
  private static let usualWithin: Double = 120

  /// The event of a button of Home Assistant's own app
  private static let eventType = "mobile_app_notification_action"

  /// The mark of a button that is one of Opp
  private static let mark = "opp:"

  /// The codes of refusals that the same command would meet again
  private static let finalCodes: Set<String> = [
    "not_found", "invalid_format", "service_validation_error", "unauthorized",
  ]

  private static let buttons: [(word: String, title: String, answer: Answer)] = [
    ("done", "Done", .done), ("snooze", "Snooze", .snoozed), ("dismiss", "Dismiss", .dismissed),
  ]

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try self.init(settings, HomeAssistantConnector.pace)
  }

  init(_ settings: ConnectorSettings, _ pace: ServicePace) throws(ConnectorProblem) {
    for name in ["domain", "device_class", "lost"] where settings.options.has(name) {
      throw settings.problem("`\(name)` is for sources and tables")
    }
    name = settings.name
    switch (settings.text("notify"), settings.text("call")) {
    case (let notify?, nil):
      guard settings.text("entity") == nil else { throw settings.problem("`entity` is for `call`") }
      domain = "notify"
      service = notify.hasPrefix("notify.") ? String(notify.dropFirst(7)) : notify
      isCommand = false
    case (nil, let call?):
      (domain, service) = (EntityID.domain(call), EntityID.object(call))
      isCommand = true
    case (nil, nil):
      throw settings.problem(
        "notifications need `notify: \"mobile_app_…\"`, or `call: \"switch.turn_off\"`")
    case (.some, .some): throw settings.problem("`notify` and `call` are two connections")
    }
    guard !service.isEmpty, !domain.isEmpty else {
      throw settings.problem("`call` is a service with its domain, such as \"switch.turn_off\"")
    }
    entity = settings.text("entity")
    let within = settings.options.scalar("within") ?? (isCommand ? Self.usualWithin : nil)
    if let within, within < 1 { throw settings.problem("`within` is at least a second") }
    self.within = within.map { Int64(min($0, 1e9)) }
    hubs = settings.web.homes
    access = try HomeAccess(settings)
    self.pace = pace
  }

  /// The connection, which others with the same address share
  private var hub: HomeHub { hubs.hub(access, pace) }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    if let within, pace.clock().seconds(since: notice.at) > within {
      throw DeliveryFailure("too late: it is of use for \(within) s", isFinal: true)
    }
    let data = try isCommand ? commandData(notice) : messageData(notice)
    let command = HomeCommand(
      "call_service",
      [
        ("domain", Notice.json(domain)), ("service", Notice.json(service)), ("service_data", data),
      ])
    do {
      _ = try await hub.result(of: command, within: Self.answerLimit)
    } catch let refusal as HomeRefusal {
      throw DeliveryFailure(
        "\(hub.access.name) refuses `\(domain).\(service)`: \(refusal.message)",
        isFinal: Self.finalCodes.contains(refusal.code))
    } catch {
      throw DeliveryFailure((error as? HomeFault ?? .silent).failure(hub.access))
    }
  }

  /// The entity, and the values of `with { … }`
  private func commandData(_ notice: Notice) throws(DeliveryFailure) -> String {
    let members = try notice.payloadMembers(reserved: ["entity_id"])
    let own = entity.map { "\"entity_id\":" + Notice.json($0) }
    return "{" + [own, members.isEmpty ? nil : members].compactMap { $0 }.joined(separator: ",")
      + "}"
  }

  private func messageData(_ notice: Notice) throws(DeliveryFailure) -> String {
    let reserved = ["tag", "actions", "push", "ttl", "priority"]
    let members = try notice.payloadMembers(reserved: reserved)
    let own = Notice.object([
      ("tag", Notice.json(Self.mark + notice.id)),
      ("actions", hasNoButtons.isTrue ? nil : Self.actions(notice.id)),
      // The first is for phones of Apple, the others are for those with Android.
      ("push", notice.isUrgent ? #"{"interruption-level":"time-sensitive"}"# : nil),
      ("ttl", notice.isUrgent ? "0" : nil), ("priority", notice.isUrgent ? "\"high\"" : nil),
    ])
    let data = members.isEmpty ? own : String(own.dropLast()) + "," + members + "}"
    return Notice.object([
      ("title", Notice.json(notice.title)),
      ("message", Notice.json(notice.text.isEmpty ? notice.title : notice.text)), ("data", data),
    ])
  }

  private static func actions(_ id: String) -> String {
    let actions = buttons.map { button in
      Notice.object([
        ("action", Notice.json("\(mark)\(button.word) \(id)")),
        ("title", Notice.json(button.title)),
      ])
    }
    return "[" + actions.joined(separator: ",") + "]"
  }

  // MARK: - Buttons

  func reports() -> AsyncStream<NotifierReport>? {
    guard !isCommand else { return nil }
    let (hub, hasNoButtons) = (hub, hasNoButtons)
    return AsyncStream { continuation in
      let task = Task {
        let (stream, _) = hub.events(.events(Self.eventType))
        for await event in stream {
          switch event {
          case .connected: hasNoButtons.isTrue = false
          case .event(let message):
            if let pressed = Self.pressed(message) { continuation.yield(.pressed(pressed)) }
          case .refused:
            guard !hasNoButtons.isTrue else { break }
            hasNoButtons.isTrue = true
            continuation.yield(
              .noted(
                FetchFailure(
                  .refused, "buttons need the token of an administrator",
                  remedy: "Make one as an administrator for \(hub.access.token.variable)")))
          case .lost, .tick: break
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The button of an event; `nil` for one that is not of Opp
  private static func pressed(_ event: HomeMessage) -> PressedButton? {
    guard let action = event["data"]?["action"]?.text, action.hasPrefix(mark),
      let space = action.firstIndex(of: " ")
    else { return nil }
    let word = action[..<space].dropFirst(mark.count)
    guard let button = buttons.first(where: { $0.word == word }) else { return nil }
    return PressedButton(
      firing: String(action[action.index(after: space)...]), answer: button.answer)
  }
}

/// The knowledge that buttons are of no use
private final class NoButtons: Sendable {
  private let value = Mutex(false)

  var isTrue: Bool {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
