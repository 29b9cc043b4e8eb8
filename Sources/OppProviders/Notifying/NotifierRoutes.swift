/// The notifiers of a rule set, and the people that each reaches
///
/// ```opp
/// connect notifications("Ann") to ntfy("https://ntfy.example.org/ann")      // notifications("Ann") (ntfy)
/// connect notifications to ntfy("https://ntfy.example.org/home")            // notifications (ntfy): all others
/// ```
///
/// A firing with `to ["Ann", "Bo"]` has a part of each. A person without a notifier is notified on standard output.
package struct NotifierRoutes: Sendable {
  /// A notifier, and its recipient; nil for all other people, and for the person
  package struct Route: Sendable {
    package let recipient: String?

    /// Nil for standard output, to which the run itself writes
    package let notifier: (any Notifier)?

    package init(recipient: String?, notifier: (any Notifier)?) {
      self.recipient = recipient
      self.notifier = notifier
    }

    /// The name by which people know the notifier
    fileprivate var name: String { notifier?.name ?? NotifierRoutes.outputName }
  }

  /// The name of standard output as a notifier
  package static let outputName = "notifications (stdout)"

  /// The last is that of all others
  private let routes: [Route]

  /// - Requires: at most one route of each recipient, and at most one for all others.
  package init(_ routes: [Route]) {
    let others = routes.first { $0.recipient == nil }
    self.routes =
      routes.filter { $0.recipient != nil } + [others ?? Route(recipient: nil, notifier: nil)]
  }

  /// The names of the notifiers, each once
  package var names: [String] {
    var seen: Set<String> = []
    return routes.map { $0.name }.filter { seen.insert($0).inserted }
  }

  /// The names of the notifiers but standard output
  package var services: [String] { names.filter { $0 != Self.outputName } }

  /// `true` if a name is that of one of the notifiers
  package func has(_ name: String) -> Bool { routes.contains { $0.name == name } }

  /// The notifier of a name; nil for standard output
  package func notifier(named name: String) -> (any Notifier)? {
    routes.first { $0.name == name }?.notifier
  }

  /// The notifiers but standard output, each once
  package var notifiers: [any Notifier] { services.compactMap { notifier(named: $0) } }

  /// The parts of a firing: each notifier that reaches any of its recipients, with the recipients that it reaches
  ///
  /// - Parameter recipients: empty for the person.
  package func parts(of recipients: [String]) -> [(notifier: String, recipients: [String])] {
    var parts: [(notifier: String, recipients: [String])] = []
    for route in routes {
      let reached = recipients.filter { reaches($0, route) }
      if reached.isEmpty, !recipients.isEmpty || route.recipient != nil { continue }
      if let place = parts.firstIndex(where: { $0.notifier == route.name }) {
        parts[place].recipients += reached
      } else {
        parts.append((route.name, reached))
      }
    }
    return parts
  }

  /// `true` if a person is notified by a route: the person's own, or that of all others
  private func reaches(_ recipient: String, _ route: Route) -> Bool {
    route.recipient.map { $0 == recipient }
      ?? !routes.contains { $0.recipient == recipient }
  }
}
