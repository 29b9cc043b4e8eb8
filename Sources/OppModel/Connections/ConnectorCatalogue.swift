/// The connectors that a rule set may name, which the program that runs the rules hands to the checker
package struct ConnectorCatalogue: Hashable, Sendable {
  /// In the order of the reference
  package let connectors: [ConnectorDescription]

  /// `true` if connectors that are not listed are accepted, with any options
  package let isOpen: Bool

  /// For checking without anything to connect to: every connector is accepted
  ///
  /// The connectors of files are known even so, because a file may be there as part of a recording.
  package static let open = ConnectorCatalogue(
    connectors: [.rowFile("csv"), .rowFile("jsonl")], isOpen: true)

  package init(_ connectors: [ConnectorDescription]) {
    self.init(connectors: connectors, isOpen: false)
  }

  /// A catalogue that is open or not
  private init(connectors: [ConnectorDescription], isOpen: Bool) {
    self.connectors = connectors
    self.isOpen = isOpen
  }

  package func connector(named name: String) -> ConnectorDescription? {
    connectors.first { $0.name == name }
  }

  /// The names of the connectors that may serve the target of a connection
  package func names(for target: String) -> [String] {
    connectors.filter { $0.serves(target) }.map { $0.name }
  }
}
