extension Unit {
  /// A numeral in this unit, in the base unit of its dimension
  ///
  /// ```
  /// 12.5EUR     1250                 12.505EUR     more decimals than there are
  /// 45deg       45                   360deg        no angle, as it is that of 0deg
  /// 68F         20
  /// ```
  package func value(of numeral: ExactDecimal) throws(QuantityProblem) -> Double {
    guard let value = numeral.value(in: self) else { throw .outOfRange }
    switch dimension {
    case .money(let currency):
      guard numeral.scale <= currency.decimals else { throw .tooManyDecimals(currency) }
    case .angle:
      guard value >= 0, value < 360 else {
        let rest = value.truncatingRemainder(dividingBy: 360)
        throw .angleOutOfTurn(same: rest < 0 ? rest + 360 : rest)
      }
    case .elevation:
      guard (-90...90).contains(value) else { throw .elevationOutOfRange }
    case .percent, .duration, .length, .speed, .temperature, .temperatureDifference, .pressure,
      .measure:
      break
    }
    return value
  }
}
