import OppEngine
import OppModel
import OppSession
import OppTesting
import Synchronization

@testable import OppProviders

/// What tests of notifiers share
enum Notices {
  static func notice(
    _ text: String = "It is sunny", title: String = "Walk", to recipients: [String] = [],
    payload: String? = nil, isUrgent: Bool = false, id: String = "Walk/2026-06-21T12:00:00Z"
  ) -> Notice {
    Notice(
      id: id, title: title, text: text, recipients: recipients, at: LocatedWorld.noon,
      payload: payload, colour: 0x00FF7F, isUrgent: isUrgent)
  }

  static func notifier(
    _ kind: String, _ values: [String: Value] = [:], secrets: [String: String] = [:],
    folder: String = "/"
  ) throws -> any Notifier {
    try ConnectorRegistry.notifier(
      options: LocatedWorld.options(
        "notifications", kind, values, secrets: secrets, folder: folder),
      zone: .utc, web: WebClient.patient, secretVariables: ["OPP_TEST_SECRET"])
  }

  /// Why a notice was not told; nil where it was
  static func deliver(_ notifier: any Notifier, _ notice: Notice) async -> String? {
    do throws(DeliveryFailure) {
      try await notifier.deliver(notice)
      return nil
    } catch {
      let wait = error.retryAfter.map { " (again after \($0) s)" } ?? ""
      return error.reason + wait + (error.isFinal ? ", for good" : "")
    }
  }
}
