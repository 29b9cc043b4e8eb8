internal import OppEngine
package import OppModel

/// Makes the connectors that `connect` declares
package enum ConnectorFactory {
  /// Makes a connector of a source, a table, `addresses` or `places`
  ///
  /// - Parameters:
  ///   - zone: for local times that a file or a service gives without an offset.
  ///   - secretVariables: the variables of the environment that any `env(…)` of the rule set names;
  ///     no program that is run gets to see them.
  ///   - connected: the targets of all connections of the rule set: what another connection serves,
  ///     this one does not.
  package static func make(
    options: ConnectorOptions, graph: ConditionGraph, zone: Zone, web: WebClient,
    secretVariables: Set<String> = [], connected: Set<String> = []
  ) throws(ConnectorProblem) -> any Connector {
    guard let make = makers[options.kind] else {
      throw ConnectorProblem("`\(options.target)` cannot be connected to \(options.kind)()")
    }
    return try make(
      ConnectorSettings(
        options: options, graph: graph, zone: zone, web: web, secretVariables: secretVariables,
        connected: connected))
  }

  /// Whether one response of a connector of a kind has the readings for all values of the parameters
  ///
  /// It is equal to ``Supplier/hasAllValues`` of a connector that is made.
  package static func hasAllValues(kind: String) -> Bool {
    ["csv", "jsonl", "json", "command"].contains(kind)
  }

  typealias Maker =
    @Sendable (ConnectorSettings) throws(ConnectorProblem) -> any Connector

  /// The maker of each kind, a line a kind
  private static let makers: [String: Maker] = [
    "openmeteo": { settings throws(ConnectorProblem) in try OpenMeteoConnector(settings) },
    "openweathermap": { settings throws(ConnectorProblem) in
      try OpenWeatherMapConnector(settings)
    },
    "ical": { settings throws(ConnectorProblem) in try settings.ical() },
    "caldav": { settings throws(ConnectorProblem) in try settings.caldav() },
    "google": { settings throws(ConnectorProblem) in try settings.google() },
    "csv": { settings throws(ConnectorProblem) in try RowFileConnector(settings) },
    "jsonl": { settings throws(ConnectorProblem) in try RowFileConnector(settings) },
    "json": { settings throws(ConnectorProblem) in try JSONConnector(settings) },
    "command": { settings throws(ConnectorProblem) in try CommandConnector(settings) },
    "fixed": { settings throws(ConnectorProblem) in
      try stating { () throws(FetchFailure) in
        try FixedConnector(settings.options, graph: settings.graph)
      }
    },
    "gpsd": { settings throws(ConnectorProblem) in
      try stating { () throws(FetchFailure) in
        try GPSDConnector(settings.options, graph: settings.graph)
      }
    },
    "owntracks": { settings throws(ConnectorProblem) in
      try stating { () throws(FetchFailure) in
        try OwnTracksConnector(settings.options, graph: settings.graph, client: settings.web)
      }
    },
    "nominatim": { settings throws(ConnectorProblem) in
      try stating { () throws(FetchFailure) in
        try NominatimConnector(settings.options, client: settings.web)
      }
    },
    "overpass": { settings throws(ConnectorProblem) in
      try stating { () throws(FetchFailure) in
        try OverpassConnector(settings.options, client: settings.web)
      }
    },
    "geojson": { settings throws(ConnectorProblem) in
      try stating { () throws(FetchFailure) in try GeoJSONConnector(settings.options) }
    },
  ]

  /// Reports a failure of a connector as a problem of the connection
  static func stating<Made>(_ make: () throws(FetchFailure) -> Made) throws(ConnectorProblem)
    -> Made
  {
    do throws(FetchFailure) {
      return try make()
    } catch {
      throw ConnectorProblem(error.reason)
    }
  }
}

/// Why a connection cannot be made: something in it, or around it, must be changed first
package struct ConnectorProblem: Error, Hashable, Sendable {
  /// A fragment for people without a secret in it
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
