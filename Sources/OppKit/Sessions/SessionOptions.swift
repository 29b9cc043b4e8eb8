/// The settings by which a session requests and waits
public struct SessionOptions: Hashable, Sendable {
  /// `true` if responses come in the seconds of their requests, as in a simulation
  ///
  /// A caller then asks for ``Session/requests(at:arrivals:responses:)``, and steps when there are none left.
  public var respondsAtOnce = false

  /// The number of seconds before an event at which its inputs are requested
  public var lead = 20

  /// The number of seconds within which a notification that comes late is still of use
  ///
  /// An event that a step processes later than that is missed, and a condition that came true then, and still is, fires at the
  /// step. It must exceed the longest time for which nothing steps the session.
  public var latenessLimit = 900

  /// The most work of a step (``Step/work``), or `nil` for no limit
  ///
  /// A step that exceeds this limit, or one of the next three, ends at once and has no results, and ``Session/excess`` says why from then
  /// on: such a session is to be thrown away, and its memory from before given to another.
  public var workLimit: Int?

  /// The most firings of a step, or `nil` for no limit
  public var firingLimit: Int?

  /// The most bytes of the texts of all firings of a step together, or `nil` for no limit
  public var textLimit: Int?

  /// The most seconds that a step takes, or `nil` for no limit; a session without a ``Session/clock`` has none
  public var timeLimit: Double? = 2

  /// `true` if ``Step/slack`` is found, by which a service spreads the steps of many people over a minute
  ///
  /// A reading is then requested again a little earlier, so that a wake that comes late does not make it stale.
  public var spreadsWakes = false

  /// The seed of the jitter of retries: sessions of different seeds do not retry at the same second
  public var seed: UInt64 = 0

  public init() {}
}
