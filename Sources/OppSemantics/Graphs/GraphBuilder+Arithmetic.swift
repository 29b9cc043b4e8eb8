internal import OppModel

extension GraphBuilder {
  /// Arithmetic on two nodes, done at once if both are constants and the result is a number
  ///
  ///     1 + 2 * 3 → 7     50% + 10% → 60%     free * 50% → (percentOf calendar.free 50%)     1 / 0 → (divide 1 0)
  func arithmetic(
    _ operation: Arithmetic, _ left: NodeID, _ right: NodeID, _ type: ValueType
  ) -> NodeID {
    if let first = constantScalar(of: left), let second = constantScalar(of: right),
      let value = operation.value(first, second)
    {
      return constant(.scalar(value), type)
    }
    return node(.arithmetic(operation, left, right), type)
  }

  /// An amount of money, rounded to the minor unit of its currency, half away from zero
  ///
  ///     12.50EUR * 19% → 1250 * 19 / 100 is 237.5, which is 238: 2.38EUR
  func wholeMinorUnits(_ amount: NodeID, _ type: ValueType) -> NodeID {
    unary(.round, amount, type)
  }

  /// A function of one scalar, done at once if it is a constant
  func unary(_ function: Unary, _ operand: NodeID, _ type: ValueType) -> NodeID {
    if let value = constantScalar(of: operand) {
      let result = function.value(value)
      if result.isFinite { return constant(.scalar(result), type) }
    }
    return node(.unary(function, operand), type)
  }
}

extension Arithmetic {
  /// The result on two constants; `nil` if it is not a number, or needs the zone of the run
  fileprivate func value(_ left: Double, _ right: Double) -> Double? {
    let secondsPerDay = 86_400.0
    let result: Double
    switch self {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide: result = left / right
    case .modulo: result = Self.modulo(left, right)
    case .percentOf: result = left * right / 100
    case .dateAdvance: result = left + right / secondsPerDay
    case .dateRetreat: result = left - right / secondsPerDay
    case .dateDifference: result = (left - right) * secondsPerDay
    case .timeAdvance: result = Arithmetic.wrapped(left + right)
    case .timeRetreat: result = Arithmetic.wrapped(left - right)
    case .combine: return nil
    }
    return result.isFinite ? result : nil
  }

  /// Seconds brought into one day
  ///
  ///     23:00 + 2h: 90000 → 3600, which is 01:00     01:00 - 2h: -3600 → 82800, which is 23:00
  private static func wrapped(_ seconds: Double) -> Double {
    let secondsPerDay = 86_400.0
    let rest = seconds.truncatingRemainder(dividingBy: secondsPerDay)
    return rest < 0 ? rest + secondsPerDay : rest
  }
}
