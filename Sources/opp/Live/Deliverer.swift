internal import OppEngine
package import OppProviders
internal import OppSession

/// The way in which a live run has notifiers deliver, beside its loop
///
/// A firing is in the store before ``send(_:by:)`` is called.
package protocol Deliverer: Sendable {
  /// Begins a delivery; its outcome comes to the mailbox of the run
  func send(_ notice: Notice, by notifier: any Notifier)
}

/// Deliveries in tasks of their own, so that a notifier that hangs delays no other
struct ConcurrentDeliverer: Deliverer {
  /// The receiver of outcomes
  let mailbox: LiveMailbox

  func send(_ notice: Notice, by notifier: any Notifier) {
    Task.detached { [mailbox] in
      var failure: DeliveryFailure?
      do throws(DeliveryFailure) {
        try await notifier.deliver(notice)
      } catch {
        failure = error
      }
      let outcome = DeliveryOutcome(id: notice.id, notifier: notifier.name, failure: failure)
      mailbox.put(.delivered(outcome))
    }
  }
}
