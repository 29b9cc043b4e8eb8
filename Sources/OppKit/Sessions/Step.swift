/// The results of a step of a session
public struct Step: Sendable {
  /// The second that was decided: that of the call, or the next after one that was decided already
  public internal(set) var at: Timestamp

  /// `true` if the session begins anew with this step, because the clock was far ahead
  ///
  /// Seconds that were decided while the clock was ahead come again. A firing of such a second may have the identity of a firing
  /// that was kept then, and is a new one.
  public internal(set) var beginsAnew = false

  /// In the order of time, name and row
  public internal(set) var firings: [Firing] = []

  /// The outcomes of firings that were held, of this step and of earlier ones
  public internal(set) var deliveries: [Delivery] = []

  /// The rows that Opps have recorded into tables; the session has them already
  public internal(set) var records: [RecordedRow] = []

  /// Events that were slept through, or whose readings did not come in time
  public internal(set) var missed: [MissedEvent] = []

  /// The requests to make now; their responses belong into a later step
  public internal(set) var requests: [Request] = []

  /// User-facing notices: the missing data, the Opps that it silences, and how to repair it; each is reported once
  public internal(set) var notices: [String] = []

  /// Arrivals that could not be taken, or not as a whole
  public internal(set) var rejections: [Rejection] = []

  /// The next second at which anything may change or must be requested; `nil` if nothing ever will by itself
  public internal(set) var wake: Timestamp?

  /// The number of seconds by which the step at ``wake`` may be late without changing anything but when somebody is notified, or
  /// when a reading is requested; 0 without ``SessionOptions/spreadsWakes``
  public internal(set) var slack = 0

  /// The work of the step: seconds that were run through, conditions that were evaluated, Opps that were examined, and
  /// conditions that were evaluated to find requests
  public internal(set) var work = 0

  init(at: Timestamp) { self.at = at }
}
