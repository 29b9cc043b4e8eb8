internal import OppAnalysis
internal import OppModel

/// The way from the ids of one graph to those of another that has the same sources and tables
///
/// Only readings that examples name are translated: those of sources whose arguments are constants.
///
/// ```
/// old graph    request 3 = weather(), node 17 = its temp        a witness: node 17 is 31 °C
/// new graph    request 2 = weather(), node 12 = its temp        the same witness: node 12 is 31 °C
/// ```
///
/// A class, since its tables are made when the first example is translated, which mostly never happens.
final class GraphTransfer {
  /// The graph that examples are of
  private let old: ConditionGraph

  /// The graph that they are to be of
  private let new: ConditionGraph

  /// The requests of the new graph, and their fields that are read
  private lazy var requests: [PlainRequest: RequestID] = findRequests()
  /// The nodes of the new graph that read a field of a request
  private lazy var readings: [Reading: NodeID] = findReadings()

  /// A request whose arguments are constants
  private struct PlainRequest: Hashable {
    let source: SourceID

    /// In the order of the parameters; nil for a default
    let arguments: [Value?]
  }

  /// A field of a request, by its index in the source
  private struct Reading: Hashable {
    let request: RequestID
    let field: Int
  }

  init(from old: ConditionGraph, to new: ConditionGraph) {
    self.old = old
    self.new = new
  }

  /// The example in the new graph; `nil` if that has no such readings
  ///
  /// - Complexity: O(*n*) in the new graph at the first call, then O(1) a reading.
  func witness(_ witness: Witness) -> Witness? {
    witness.translated { reading in
      guard let plain = plain(old.requests[Int(reading.request.index)], old),
        let request = requests[plain],
        let node = readings[Reading(request: request, field: reading.field)]
      else { return nil }
      return (node, request)
    }
  }

  /// A request whose arguments are constants; nil for another
  private func plain(_ request: Request, _ graph: ConditionGraph) -> PlainRequest? {
    var arguments: [Value?] = []
    for argument in request.arguments {
      guard let argument else {
        arguments.append(nil)
        continue
      }
      guard case .constant(let value) = graph[argument].operation else { return nil }
      arguments.append(value)
    }
    return PlainRequest(source: request.source, arguments: arguments)
  }

  /// The requests of the new graph whose arguments are constants
  private func findRequests() -> [PlainRequest: RequestID] {
    var found: [PlainRequest: RequestID] = [:]
    for (index, request) in new.requests.enumerated() {
      if let plain = plain(request, new) {
        found[plain] = RequestID(index: Int32(truncatingIfNeeded: index))
      }
    }
    return found
  }

  /// The readings of the new graph
  private func findReadings() -> [Reading: NodeID] {
    var found: [Reading: NodeID] = [:]
    for (index, node) in new.nodes.enumerated() {
      guard case .reading(let request, let field) = node.operation else { continue }
      found[Reading(request: request, field: field)] = NodeID(
        index: Int32(truncatingIfNeeded: index))
    }
    return found
  }
}
