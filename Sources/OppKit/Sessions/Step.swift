/// The results of a step of a session
public struct Step: Sendable {
  /// The second that was decided: that of the call, or the next after one that was decided already
  public internal(set) var at: Timestamp

  /// In the order of time, name and row
  public internal(set) var firings: [Firing] = []

  /// What has become known of firings that were held, of this step and of earlier ones
  public internal(set) var deliveries: [Delivery] = []

  /// The rows that Opps have recorded into tables; the session has them already
  public internal(set) var records: [RecordedRow] = []

  /// Events that were slept through, or whose readings did not come in time
  public internal(set) var missed: [MissedEvent] = []

  /// The requests to make now; their responses belong into a later step
  public internal(set) var requests: [Request] = []

  /// What is missing, whom it silences and what to do, in lines for people; each is reported once
  public internal(set) var notices: [String] = []

  /// What arrived and could not be taken
  public internal(set) var rejections: [Rejection] = []

  /// The next second at which anything may change or must be requested; nil where nothing ever will by itself
  public internal(set) var wake: Timestamp?

  /// The number of seconds by which the step at ``wake`` may be late without changing anything but when somebody is notified,
  /// or when a reading is requested again
  public internal(set) var slack = 0

  /// The work of the step: conditions that were evaluated, and Opps that were examined
  public internal(set) var work = 0

  init(at: Timestamp) { self.at = at }
}
