internal import OppEngine
internal import OppModel
internal import OppStore

extension LiveDriver {
  /// The settings of a run
  struct Settings {
    /// Ends as soon as everything that can be decided is decided
    var isOnce = false

    /// The number of seconds for which it waits for responses then
    var onceLimit: Int64 = 60

    /// The number of seconds for which it waits for the first report of a source that is pushed, then
    var reportLimit: Int64 = Self.usualReportLimit

    /// The seconds between rounds that a person states; nil if the last distances count
    var distance: Int64?

    /// The wait for a first report without `--wait`
    static let usualReportLimit: Int64 = 10
    var isRehearsal = false

    /// `true` if responses come in the seconds of their requests
    var respondsAtOnce = false

    /// The store as people know it; `nil` if it is gone with the process
    var storeName: String?

    /// The seed of the jitter of backoff: no two runs should send requests at the same seconds
    var seed: UInt64 = 0

    /// Makes the deliveries
    var deliverer: any Deliverer

    /// Makes the world of the rules; the number is that of the rule set
    var makeWorld: (LiveRules, Int) -> any LiveWorld

    /// Reads the rules again
    var reload: () -> ChangedRules = { .broken }

    /// `true` if a rule file has changed
    var haveRulesChanged: () -> Bool = { false }

    /// `true` if the state and the requests of the session are of no further use: a rehearsal whose store is gone
    /// with the process is not continued, nor do its rules change
    func isForgotten(_ store: Store) -> Bool { isRehearsal && store.isInMemory }
  }
}
