package import OppModel
internal import OppProviders

extension ConnectorCatalogue {
  /// The connectors of the tool, for tests of what knows none itself
  package static let tool = ConnectorRegistry.catalogue
}
