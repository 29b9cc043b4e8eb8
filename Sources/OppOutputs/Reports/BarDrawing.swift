/// The bars of one series of a chart, to a scale that the series share
///
/// ```
///  ▂  █         a bar a period; of more than ``columnLimit`` periods, one for the greatest of several
/// ▁█▁▃█   ▁     an unknown value has no bar, but a dot on the line of zero
/// ```
struct BarDrawing {
  /// The least and the greatest value of all series; zero is between them
  let low: Double
  let high: Double

  /// The units from the top to the bottom, and from a bar to the next
  static let height = 100.0
  static let pitch = 10.0

  /// The most bars of a drawing
  static let columnLimit = 400

  /// The scale of the series of a chart
  init(_ chart: ReportedChart) {
    var (low, high) = (0.0, 0.0)
    for series in chart.series {
      for case let value? in series.values {
        (low, high) = (min(low, value.number), max(high, value.number))
      }
    }
    (self.low, self.high) = (low, high)
  }

  /// The values that bars are drawn of, at most ``columnLimit``: of several periods the value farthest from zero
  static func columns(_ values: [(number: Double, text: String)?]) -> [Double?] {
    let step = (values.count + columnLimit - 1) / columnLimit
    guard step > 1 else { return values.map { $0?.number } }
    return stride(from: 0, to: values.count, by: step).map { start in
      values[start..<min(start + step, values.count)].compactMap { $0?.number }
        .max { $0.magnitude < $1.magnitude }
    }
  }

  /// The height of a value above the bottom of the drawing
  func level(_ value: Double, height: Double = BarDrawing.height) -> Double {
    high > low ? (value - low) / (high - low) * height : 0
  }

  /// The path of the bars
  func bars(
    _ columns: [Double?], pitch: Double = BarDrawing.pitch, height: Double = BarDrawing.height,
    x: Double = 0, y: Double = 0
  ) -> String {
    var path = ""
    let zero = y + height - level(0, height: height)
    for (index, value) in columns.enumerated() {
      guard let value, value != 0 else { continue }
      let left = Markup.number(x + Double(index) * pitch + pitch * 0.14)
      let size = Markup.number(level(value, height: height) - level(0, height: height))
      let width = Markup.number(pitch * 0.72)
      path +=
        "M\(left) \(Markup.number(zero))v\(size == "0" ? "0" : negated(size))h\(width)V\(Markup.number(zero))z"
    }
    return path
  }

  /// The path of a dot on the line of zero for each unknown value
  func gaps(
    _ columns: [Double?], pitch: Double = BarDrawing.pitch, height: Double = BarDrawing.height,
    x: Double = 0, y: Double = 0
  ) -> String {
    let zero = Markup.number(y + height - level(0, height: height))
    var path = ""
    for (index, value) in columns.enumerated() where value == nil {
      path += "M\(Markup.number(x + (Double(index) + 0.5) * pitch)) \(zero)h0"
    }
    return path
  }

  /// A number of the other sign, as text
  private func negated(_ number: String) -> String {
    number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number
  }
}
