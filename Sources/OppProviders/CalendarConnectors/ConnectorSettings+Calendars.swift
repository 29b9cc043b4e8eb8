internal import OppEngine

/// The making of calendar connectors from the options of `connect`
extension ConnectorSettings {
  func ical() throws(ConnectorProblem) -> any Connector {
    try calendar { options, target, web throws(FetchFailure) in
      try ICalConnector(options, target: target, client: web)
    }
  }

  func caldav() throws(ConnectorProblem) -> any Connector {
    try calendar { options, target, web throws(FetchFailure) in
      try CalDAVConnector(options, target: target, client: web)
    }
  }

  func google() throws(ConnectorProblem) -> any Connector {
    try calendar { options, target, web throws(FetchFailure) in
      try GoogleConnector(options, target: target, client: web)
    }
  }

  private func calendar(
    _ make: (ConnectorOptions, CalendarTarget, WebClient) throws(FetchFailure) -> any Connector
  ) throws(ConnectorProblem) -> any Connector {
    do throws(FetchFailure) {
      let target = try CalendarTarget(
        options.target, graph: graph, others: connected.subtracting([options.target]), zone: zone,
        database: ZoneDatabase())
      return try make(options, target, web)
    } catch {
      throw ConnectorProblem("\(options.kind)(): \(error.reason)")
    }
  }
}
