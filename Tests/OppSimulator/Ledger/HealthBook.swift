/// The messages on notifiers and services
struct HealthBook {
  /// `true` for a notifier whose last message in the present process said that it fails; none if there was no message
  private(set) var isFailing: [String: Bool] = [:]

  /// The notifiers that were said to fail, over all processes, and not to work since
  private(set) var reported: Set<String> = []

  /// The services that the present process has said to fail, and not to work since
  private(set) var services: Set<String> = []

  /// The notifiers whose failure a process may have kept and not said when it was killed
  private(set) var perhapsUnsaid: Set<String> = []

  mutating func set(_ notifier: String, isFailing: Bool) {
    self.isFailing[notifier] = isFailing
    if isFailing { reported.insert(notifier) } else { reported.remove(notifier) }
    perhapsUnsaid.remove(notifier)
  }

  mutating func set(service: String, isFailing: Bool) {
    if isFailing { services.insert(service) } else { services.remove(service) }
  }

  /// Begins a process: it finds out by itself which services fail
  mutating func begin() {
    isFailing = [:]
    services = []
  }

  /// The process was killed: it may have kept a failure that it could not say
  mutating func killed(_ notifiers: [String]) { perhapsUnsaid.formUnion(notifiers) }

  /// The process was killed before it could say that a notifier works
  mutating func forget(_ notifier: String) { reported.remove(notifier) }
}
