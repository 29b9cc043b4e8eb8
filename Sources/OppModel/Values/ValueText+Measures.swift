extension ValueText {
  /// An amount of a measure: `850 W`, `1.2 kWh`, `230 V`, `0.25 A`, `1.5 kg`, `20 ml`, `12.5 µg/m³`
  func text(of value: Double, _ measure: Measure) -> String {
    let size = value.magnitude
    let isLarge = Rounding.nearest(size) >= 1000
    switch measure {
    case .power: return isLarge ? thousand(value) + " kW" : whole(value) + " W"
    case .energy: return isLarge ? thousand(value) + " kWh" : whole(value) + " Wh"
    case .voltage: return DecimalText.rounded(value, places: 1) + " V"
    case .current: return DecimalText.rounded(value, places: 2) + " A"
    case .mass:
      return isLarge
        ? thousand(value) + " kg" : DecimalText.rounded(value, places: size < 10 ? 1 : 0) + " g"
    case .volume:
      return size >= 1 || size == 0
        ? DecimalText.rounded(value, places: 1) + " l" : whole(value * 1000) + " ml"
    case .concentration: return whole(value) + " ppm"
    case .density: return DecimalText.rounded(value, places: 1) + " µg/m³"
    case .illuminance: return whole(value) + " lx"
    }
  }

  /// Thousands to one decimal
  private func thousand(_ value: Double) -> String {
    DecimalText.rounded(value / 1000, places: 1)
  }
}
