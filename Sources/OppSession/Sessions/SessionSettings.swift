/// The settings by which a session fetches and waits
package struct SessionSettings: Hashable, Sendable {
  /// Whether responses come in the seconds of their requests, as in a simulation
  package var respondsAtOnce: Bool

  /// The number of seconds before an event at which its readings are fetched
  package var lead: Int64

  /// The number of transient failures in a row before they are reported
  package var tolerance: Int

  /// The number of seconds after which a request without a response is made again; nil where each gets one, if only
  /// a failure
  package var requestLimit: Int64?

  /// Whether steps say how late their wakes may be, and readings are fetched again so much earlier (``WakeSlack``)
  package var spreads: Bool

  /// The seed of the jitter of backoff
  package var seed: UInt64

  /// The pace of the round that the session makes; nil for a session that goes on
  package var pace: RoundPace?

  /// - Parameter lead: counted as 0 where responses come at once.
  package init(
    respondsAtOnce: Bool = false, lead: Int64 = 20, tolerance: Int = 2, seed: UInt64 = 0,
    requestLimit: Int64? = nil, spreads: Bool = false, pace: RoundPace? = nil
  ) {
    self.respondsAtOnce = respondsAtOnce
    self.lead = respondsAtOnce ? 0 : lead
    self.tolerance = tolerance
    self.seed = seed
    self.requestLimit = requestLimit
    self.spreads = spreads
    self.pace = pace
  }

  /// The number of seconds for which a request is waited for whose process may have ended
  package static let longestRequest: Int64 = 60

  /// The number of seconds for which a response counts where neither it nor its source gives a freshness
  static let ordinaryFreshness: Int64 = 900

  /// The number of seconds for which the response of a table counts if its connector does not say otherwise
  static let tableFreshness: Int64 = 3600

  /// The number of seconds for which a reading of unknown age counts
  static let unknownAge: Int64 = 60
}
