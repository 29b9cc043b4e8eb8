package import OppEngine

/// Notifiers of several people, and one for all others, as one
///
/// ```opp
/// connect notifications("Ann") to ntfy("https://ntfy.example.org/ann")      // of: "Ann"
/// connect notifications to ntfy("https://ntfy.example.org/home")            // others
/// ```
///
/// A firing with `to ["Ann", "Bo"]` goes to both. What one of them has taken is not sent to it again when the other
/// has failed; only a new process forgets that, and sends with the same identity.
package actor RoutedNotifier: Notifier {
  /// A notifier, and the person whose it is; nil for all others, and for the person
  package struct Route: Sendable {
    package let recipient: String?
    package let notifier: any Notifier

    package init(recipient: String?, notifier: any Notifier) {
      self.recipient = recipient
      self.notifier = notifier
    }
  }

  package nonisolated let name: String
  private let routes: [Route]

  /// The people who are notified in another way
  private let leftOut: Set<String>

  /// By identity of a notice: the places of the routes that have taken it, or have refused it for good
  private var finished: [String: Set<Int>] = [:]

  /// - Parameter leftOut: the people whom the caller notifies, as on standard output.
  /// - Requires: at least one route, at most one for all others.
  package init(_ routes: [Route], leavingOut leftOut: Set<String> = []) {
    self.routes = routes
    self.leftOut = leftOut
    name = routes.map { $0.notifier.name }.joined(separator: ", ")
  }

  /// Delivers to each route that has part in a notice, and has not taken it
  ///
  /// - Throws: the first failure that another attempt may mend; else the first that is final.
  package func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    var failure: DeliveryFailure?
    for (place, route) in routes.enumerated() {
      guard let part = part(of: notice, for: route),
        finished[notice.id]?.contains(place) != true
      else { continue }
      do throws(DeliveryFailure) {
        try await route.notifier.deliver(part)
        finished[notice.id, default: []].insert(place)
      } catch {
        if error.isFinal { finished[notice.id, default: []].insert(place) }
        if failure.map({ $0.isFinal && !error.isFinal }) ?? true { failure = error }
      }
    }
    guard let failure else {
      finished[notice.id] = nil
      return
    }
    if failure.isFinal { finished[notice.id] = nil }
    throw failure
  }

  /// The notice for those whom a route reaches; nil where there are none
  private func part(of notice: Notice, for route: Route) -> Notice? {
    if let own = route.recipient {
      return notice.recipients.contains(own) ? notice.sent(to: [own]) : nil
    }
    let others = notice.recipients.filter { recipient in
      !leftOut.contains(recipient) && !routes.contains { $0.recipient == recipient }
    }
    return others.isEmpty && !notice.recipients.isEmpty ? nil : notice.sent(to: others)
  }
}

extension Notice {
  /// The same for some of its recipients
  fileprivate func sent(to recipients: [String]) -> Notice {
    Notice(
      id: id, title: title, text: text, recipients: recipients, at: at, payload: payload,
      colour: colour, isUrgent: isUrgent)
  }
}
