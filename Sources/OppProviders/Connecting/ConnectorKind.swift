package import OppModel

/// A kind of connection: its description, and the making of one
///
/// Each is declared in the file of its connector or notifier, and listed in ``ConnectorRegistry``.
///
/// ```swift
/// static let kind = ConnectorKind(
///   "nominatim", "Positions of addresses, from OpenStreetMap.", serves: [.addresses],
///   options: [.text("url")],
///   connector: { settings throws(ConnectorProblem) in try NominatimConnector(settings) })
/// ```
///
/// The checker reads the description: an unknown option and a target that is not served are errors before anything is
/// made, so the makers only see to values.
package struct ConnectorKind: Sendable {
  package let description: ConnectorDescription

  /// `true` if one response has the readings for all values of the parameters
  ///
  /// It is equal to ``Provider/hasAllValues`` of a connector that is made.
  package let hasAllValues: Bool

  /// `true` if its service keeps messages while no run is connected, and has to know the run again
  package let isKnownAgain: Bool

  /// Nil for a kind that only delivers, as `ntfy`
  let connector: ConnectorMaker?

  /// Nil for a kind that only fetches, and for `stdout`
  let notifier: NotifierMaker?

  typealias ConnectorMaker =
    @Sendable (ConnectorSettings) throws(ConnectorProblem) -> any Connector
  typealias NotifierMaker =
    @Sendable (ConnectorSettings) throws(ConnectorProblem) -> any Notifier

  init(
    _ description: ConnectorDescription, hasAllValues: Bool = false, isKnownAgain: Bool = false,
    connector: ConnectorMaker? = nil, notifier: NotifierMaker? = nil
  ) {
    self.description = description
    self.hasAllValues = hasAllValues
    self.isKnownAgain = isKnownAgain
    self.connector = connector
    self.notifier = notifier
  }

  /// - Parameters:
  ///   - summary: its purpose in one sentence, for editors.
  ///   - options: in the order in which they may be given without names.
  ///   - connector: makes one for a source, a table, addresses or places; nil if it serves none.
  ///   - notifier: makes one for notifications; nil if it delivers none, or the program itself writes them.
  init(
    _ name: String, _ summary: String, serves: Set<ConnectionRole>,
    options: [ConnectorOption] = [], hasAllValues: Bool = false, isKnownAgain: Bool = false,
    connector: ConnectorMaker? = nil, notifier: NotifierMaker? = nil
  ) {
    self.init(
      ConnectorDescription(name, summary, serves: serves, options: options),
      hasAllValues: hasAllValues, isKnownAgain: isKnownAgain, connector: connector,
      notifier: notifier)
  }
}

/// The reason why a connection cannot be made: something in it, or around it, must be changed first
package struct ConnectorProblem: Error, Hashable, Sendable {
  /// A fragment for people without a secret in it
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
