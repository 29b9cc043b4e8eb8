internal import OppEngine
internal import OppModel

/// The values of charts at the seconds at which they are taken
///
/// The values themselves are watched, so that windows in them remember. A value in the scope of rows is no node that can be watched; but
/// the number of rows for which it is known is, and that has it evaluated for each row.
struct ChartSampler {
  private let charts: [Chart]

  /// The nodes that the engine has to watch
  private(set) var watched: [NodeID] = []

  /// By chart: the values taken so far, by the row, and by the period
  private var values: [[RowIndex?: [Int: Value]]]

  /// Adds the nodes that count rows to a graph, and takes its charts
  init(_ graph: inout ConditionGraph) {
    charts = graph.charts
    values = charts.map { _ in [:] }
    for chart in charts {
      guard let rows = chart.rows else {
        watched += chart.values
        continue
      }
      for node in chart.values + [rows.value].compactMap({ $0 }) {
        let isKnown = graph.append(.known(node), .bool, scopes: graph[node].scopes)
        watched.append(graph.append(countOf: rows, where: isKnown))
      }
      watched.append(graph.append(countOf: rows, where: rows.predicate))
    }
  }

  /// Takes the values of a chart at the present second
  ///
  /// - Parameter isAtEnd: whether that is the second after the last of the period.
  mutating func take(_ chart: Int, period: Int, isAtEnd: Bool, _ engine: inout Engine) {
    let last = charts[chart].value
    let node = isAtEnd ? charts[chart].valueAtEnd ?? last : last
    guard let rows = charts[chart].rows else {
      values[chart][nil, default: [:]][period] = engine.value(of: node)
      return
    }
    for row in engine.presentRows(of: rows.table) {
      values[chart][row, default: [:]][period] = engine.value(
        of: node, scope: rows.scope, row: row)
    }
  }

  /// The series of all charts; of the rows those that are in the list at the present second
  func results(
    _ periods: [[Range<Int64>]], _ engine: inout Engine
  ) -> [ChartSeriesList] {
    var results: [ChartSeriesList] = []
    for (index, chart) in charts.enumerated() {
      func series(_ row: RowIndex?, _ key: Value?) -> ChartSeries {
        let taken = values[index][row] ?? [:]
        return ChartSeries(key: key, values: periods[index].indices.map { taken[$0] })
      }
      var found: [ChartSeries] = []
      if let rows = chart.rows {
        for row in engine.presentRows(of: rows.table) {
          if let predicate = rows.predicate,
            engine.value(of: predicate, scope: rows.scope, row: row) != .truth(true)
          {
            continue
          }
          guard let value = rows.value else {
            found.append(series(row, .row(engine.rowID(row))))
            continue
          }
          guard let key = engine.value(of: value, scope: rows.scope, row: row) else { continue }
          found.append(series(row, key))
        }
        if rows.value != nil { found = sorted(found) }
      } else {
        found.append(series(nil, nil))
      }
      results.append(ChartSeriesList(periods: periods[index], series: found))
    }
    return results
  }

  /// Series in the order of their values; those of types without an order as they came
  private func sorted(_ series: [ChartSeries]) -> [ChartSeries] {
    series.enumerated().sorted { left, right in
      if let first = left.element.key, let second = right.element.key {
        if first.comesBefore(second) { return true }
        if second.comesBefore(first) { return false }
      }
      return left.offset < right.offset
    }.map { $0.element }
  }
}

extension Chart {
  /// The nodes that it is of
  fileprivate var values: [NodeID] { [value, valueAtEnd].compactMap { $0 } }
}

extension ConditionGraph {
  /// Adds a node behind all others
  fileprivate mutating func append(
    _ operation: Operation, _ type: ValueType, scopes: [ScopeID]
  ) -> NodeID {
    nodes.append(Node(operation: operation, type: type, scopes: scopes))
    return NodeID(index: Int32(truncatingIfNeeded: nodes.count - 1))
  }

  /// Adds the number of rows for which a condition holds
  fileprivate mutating func append(countOf rows: RowQuery, where condition: NodeID?) -> NodeID {
    let query = RowQuery(scope: rows.scope, table: rows.table, predicate: condition, value: nil)
    return append(.aggregate(.count, query), .number, scopes: [])
  }
}
