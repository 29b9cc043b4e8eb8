/// The parts of earlier responses that later ones use again
final class ResponseMemory {
  /// The reports of the last check of each rule set, by its root, for clients that pull
  var reports: [String: (generation: Int, reports: DiagnosticReports)] = [:]

  /// The reports that the client has pulled
  var pulled = PulledReports()

  /// The last replay of each rule set, by its root
  var firings: [String: FiringReplay] = [:]

  /// The colour classes that the client was sent last of each file, by its URI
  private(set) var tokens: [String: (id: String, data: [UInt32])] = [:]

  /// The number of lists of colour classes sent so far, which names the next
  private var tokenResultCount = 0

  /// Keeps the colour classes that a client is sent of a file
  ///
  /// - Returns: the `resultId` by which the client names them.
  func remember(tokens data: [UInt32], of uri: String) -> String {
    tokenResultCount += 1
    let id = "\(tokenResultCount)"
    tokens[uri] = (id, data)
    return id
  }
}
