internal import OppModel

/// Positions for the addresses that conditions name
///
/// `near "A" and not near "B"` needs two spots apart, `near "A" and near "B"` needs one: the builder tries both.
///
/// ```
/// apart       A 50, 8      B 50.1, 8.1      C 50.2, 8.2       some 13 km from one to the next
/// together    A 50, 8      B 50, 8
/// ```
struct AddressBook: Sendable {
  /// In the order in which the network has them, each text once
  private(set) var addresses: [Witness.Address] = []

  /// - Parameter isTogether: whether all are one spot, rather than some kilometres apart.
  init(_ network: Network, in graph: ConditionGraph, isTogether: Bool) {
    for variable in network.variables {
      guard case .address(let text) = graph[variable.node].operation,
        case .constant(.text(let address)) = graph[text].operation, position(of: address) == nil
      else { continue }
      let place = isTogether ? 0 : Double(addresses.count) / 10
      guard let position = Position(latitude: 50 + place, longitude: 8 + place) else { continue }
      addresses.append(Witness.Address(text: address, position: position))
    }
  }

  /// The position of a text; `nil` if it is not one of the network's
  func position(of address: String) -> Position? {
    addresses.first { $0.text == address }?.position
  }

  /// The position of a node that is a pin or an address
  func pin(_ node: NodeID, in graph: ConditionGraph) -> Position? {
    if let place = graph[node].operation.samePosition { return pin(place, in: graph) }
    guard case .address(let text) = graph[node].operation else { return graph.pin(node) }
    guard case .constant(.text(let address)) = graph[text].operation else { return nil }
    return position(of: address)
  }
}
