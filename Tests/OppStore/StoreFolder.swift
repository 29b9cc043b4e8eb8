import Foundation
import OppModel
import OppStore

/// A folder of a test's own, gone at its end
final class StoreFolder {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { file("store.sqlite") }

  func file(_ name: String) -> String { folder.appending(path: name).path }

  /// The store of the folder; each call is a connection of its own
  func open() throws -> Store { try Store.open(path: path) }
}

extension Instant {
  /// So many seconds after some noon
  static func noon(_ seconds: Int64 = 0) -> Instant {
    Instant(seconds: 1_782_043_200 + seconds)
  }
}

extension StepRecord {
  /// A step of one firing
  static func firing(_ firing: NewFiring) -> StepRecord {
    var step = StepRecord(at: firing.at)
    step.firings = [firing]
    return step
  }
}

/// The firings of steps that name no notifiers
extension Store {
  func waiting(at now: Instant) throws(StoreFailure) -> [StoredFiring] {
    try waiting(for: "", at: now).map { $0.firing }
  }

  func nextDelivery() throws(StoreFailure) -> Instant? { try nextDelivery(of: "") }

  func markDelivered(_ id: String, at now: Instant) throws(StoreFailure) {
    try markDelivered(id, by: "", at: now)
  }

  func markAttempt(
    _ id: String, at now: Instant, reason: String, next: Instant?
  ) throws(StoreFailure) {
    try markAttempt(id, by: "", at: now, reason: reason, next: next)
  }
}
