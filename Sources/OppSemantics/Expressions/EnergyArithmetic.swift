internal import OppModel

/// Builds products and quotients of powers, energies and durations
///
/// Their base units are watts, watt hours and seconds, so that 3600 stands between them. It is applied to the product, which
/// is mostly a whole number, so that the result is rounded once.
///
/// ```
/// 2kW * 90min      (2000 * 5400) / 3600    3000 Wh
/// 3kWh / 90min     (3000 * 3600) / 5400    2000 W
/// 3kWh / 2kW       (3000 * 3600) / 2000    5400 s
/// ```
struct EnergyArithmetic {
  let builder: GraphBuilder

  /// The node of a product or a quotient, and its type; `nil` if the types are others
  func node(
    _ isProduct: Bool, _ left: (node: NodeID, type: ValueType),
    _ right: (node: NodeID, type: ValueType)
  ) -> (node: NodeID, type: ValueType)? {
    switch (isProduct, left.type, right.type) {
    case (true, .measure(.power), .duration), (true, .duration, .measure(.power)):
      let product = builder.arithmetic(.multiply, left.node, right.node, .number)
      return (wattHours(ofWattSeconds: product), .measure(.energy))
    case (false, .measure(.energy), .duration):
      let seconds = wattSeconds(left.node)
      let type = ValueType.measure(.power)
      return (builder.arithmetic(.divide, seconds, right.node, type), type)
    case (false, .measure(.energy), .measure(.power)):
      let seconds = wattSeconds(left.node)
      return (builder.arithmetic(.divide, seconds, right.node, .duration), .duration)
    default: return nil
    }
  }

  /// Watt hours of watt seconds
  private func wattHours(ofWattSeconds node: NodeID) -> NodeID {
    builder.arithmetic(.divide, node, hour, .measure(.energy))
  }

  /// Watt seconds of watt hours
  private func wattSeconds(_ node: NodeID) -> NodeID {
    builder.arithmetic(.multiply, node, hour, .number)
  }

  /// The number of seconds in an hour
  private var hour: NodeID {
    builder.constant(.scalar(Double(ValueType.measure(.energy).secondsOfTotal)), .number)
  }
}
