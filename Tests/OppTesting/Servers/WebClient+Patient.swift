package import OppProviders

extension WebClient {
  /// A client that waits for as long as a busy machine needs
  ///
  /// The tests run side by side, and some of them keep every processor busy for minutes: what is not
  /// about time must not fail for want of it.
  package static var patient: WebClient { WebClient(timeLimit: .seconds(1200)) }
}
