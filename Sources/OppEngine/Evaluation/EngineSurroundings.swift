/// The session that an engine is for, as far as the engine has to know it
package struct EngineSurroundings {
  /// The providers, whose subjects are undecided while they are missing
  let providers: [Provider]

  /// The time limits of events that wait for readings, or `nil` if readings are there at their seconds
  let timeouts: EventTimeouts?

  /// The number of seconds before it matters that something is fetched
  let lead: Int64

  /// The subjects whose last fetch failed, with the reasons, as far as no memory has them
  package var failures: [(subject: FetchKey, reason: String)] = []

  package init(
    providers: [Provider] = [], timeouts: EventTimeouts? = nil, lead: Int64 = 0
  ) {
    self.providers = providers
    self.timeouts = timeouts
    self.lead = lead
  }
}
