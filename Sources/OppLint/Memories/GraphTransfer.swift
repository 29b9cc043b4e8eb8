internal import OppAnalysis
internal import OppModel

/// The way from the ids of one graph to those of another that has the same sources and tables
///
/// Only what examples name is translated: readings of sources whose arguments are constants.
final class GraphTransfer {
  private let old: ConditionGraph
  private let new: ConditionGraph

  /// The requests of the new graph, and their fields that are read
  private lazy var requests: [PlainRequest: RequestID] = findRequests()
  private lazy var readings: [Reading: NodeID] = findReadings()

  private struct PlainRequest: Hashable {
    let source: SourceID
    let arguments: [Value?]
  }

  private struct Reading: Hashable {
    let request: RequestID
    let field: Int
  }

  init(from old: ConditionGraph, to new: ConditionGraph) {
    self.old = old
    self.new = new
  }

  /// The example in the new graph; nil where that has no such readings
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

  private func findRequests() -> [PlainRequest: RequestID] {
    var found: [PlainRequest: RequestID] = [:]
    for (index, request) in new.requests.enumerated() {
      if let plain = plain(request, new) {
        found[plain] = RequestID(index: Int32(truncatingIfNeeded: index))
      }
    }
    return found
  }

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
