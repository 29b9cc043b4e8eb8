/// The patience of a daemon with a store that another process holds, or whose disk is full
///
/// Each change of the store is tried again until it succeeds, so that nothing is lost. Failures in a row are reported once, as is the success
/// that ends them:
///
/// ```
/// 12:00:05  the store `store.sqlite` is held by another process     reported, waits
/// 12:00:10  …                                                       waits
/// 12:00:12  committed                                               works again, reported
/// ```
package final class StorePatience {
  /// Reports the first failure in a row, and `nil` when the store works again
  private let report: (StoreFailure?) -> Void

  /// Waits a little; `false` if the daemon is to end instead
  private let wait: () -> Bool

  /// `true` from a failure on that was reported, until the store works again
  private var isFailing = false

  /// - Parameters:
  ///   - report: is given the first failure in a row, and `nil` when the store works again.
  ///   - wait: waits a little, and returns `false` if the daemon is to end instead.
  package init(report: @escaping (StoreFailure?) -> Void, wait: @escaping () -> Bool) {
    self.report = report
    self.wait = wait
  }

  /// `true` if the failed operation is to be tried again, after a wait
  func retries(after failure: StoreFailure) -> Bool {
    switch failure.kind {
    case .locked, .full: break
    case .missing, .foreign, .notRegular, .hardLinked, .newer, .corrupt, .notWritable, .notOpenable,
      .running, .existing, .noFiring, .sameFile, .broken:
      return false
    }
    if !isFailing { report(failure) }
    isFailing = true
    return wait()
  }

  /// Takes note that the store has done its work
  func succeed() {
    guard isFailing else { return }
    isFailing = false
    report(nil)
  }
}
