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

  /// The failures of each notifier as they were last listed
  private var listed: [String: Int] = [:]

  /// The notifiers whose failures may be counted anew, as somebody has had them tried
  private var triedAgain: Set<String> = []

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

  /// Takes note of the failures with which a notifier is listed
  ///
  /// - Returns: the number before, if it was greater without a reason.
  mutating func list(_ failures: Int, of notifier: String) -> Int? {
    defer { listed[notifier] = failures }
    guard let before = listed[notifier], failures < before else { return nil }
    return triedAgain.remove(notifier) == nil ? before : nil
  }

  /// The failures of a notifier that has taken something are counted anew
  mutating func succeeded(_ notifier: String) {
    listed[notifier] = nil
    triedAgain.remove(notifier)
  }

  /// Somebody has had notifiers tried
  mutating func tryAgain(_ notifiers: [String]) { triedAgain.formUnion(notifiers) }

  /// The process was killed: it may have kept a failure that it could not say
  mutating func killed(_ notifiers: [String]) { perhapsUnsaid.formUnion(notifiers) }

  /// The process was killed before it could say that a notifier works
  mutating func forget(_ notifier: String) { reported.remove(notifier) }
}
