internal import Foundation

/// A day of an Opp as lanes: its condition and each part, true, false or unknown, and the firings
///
/// It is made of the output of `opp report --format json`. A lane shows truth by its height and its colour: true is the
/// whole height, false a thin line, unknown half the height. The words of a lane are its label for readers who cannot see it.
struct DayPicture {
  private let name: String
  private let lanes: [Lane]
  private let firings: [Firing]
  private let day: Range<Double>

  /// The units of a drawing's width: minutes
  private static let width = 1440.0
  private static let height = 16.0

  /// The truth of the condition or of a part
  private struct Lane {
    let label: String
    var stretches: [Line]
  }

  private struct Firing {
    let at: Double
    let text: String
  }

  /// A line of a report
  private struct Line: Decodable {
    let type: String
    let opp: String?
    let part: String?
    let row: String?
    let truth: String?
    let from: Date?
    let to: Date?
    let at: Date?
    let text: String?
  }

  /// Reads the lines of a report of one day
  ///
  /// - Throws: ``SiteFailure`` if the Opp is not among them.
  init(of name: String, in report: String) throws(SiteFailure) {
    self.name = name
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var lanes: [Lane] = []
    var firings: [Firing] = []
    do {
      for text in report.split(separator: "\n") {
        let line = try decoder.decode(Line.self, from: Data(text.utf8))
        guard line.opp == name, line.row == nil else { continue }
        if line.type == "firing", let at = line.at {
          firings.append(Firing(at: at.timeIntervalSince1970, text: line.text ?? name))
        } else if line.type == "truth" {
          let label = line.part ?? ""
          if lanes.last?.label != label { lanes.append(Lane(label: label, stretches: [])) }
          lanes[lanes.count - 1].stretches.append(line)
        }
      }
    } catch {
      throw SiteFailure("the report cannot be read: \(error)")
    }
    let all = lanes.first?.stretches ?? []
    guard let from = all.first?.from, let to = all.last?.to, from < to else {
      throw SiteFailure("the report has no truth of `\(name)`")
    }
    day = from.timeIntervalSince1970..<to.timeIntervalSince1970
    // The parts come first, as in the rules; the condition that follows from them is below.
    self.lanes = Array(lanes.dropFirst()) + lanes.prefix(1)
    self.firings = firings
  }

  /// The firings in words: the time of each, as `12:00`, and its text
  var notices: [(time: String, text: String)] {
    firings.map { (clock($0.at), $0.text) }
  }

  /// The picture as HTML: a row for each lane, and the hours below
  var markup: String {
    let rows = lanes.map { row($0) }
    let hours = stride(from: 0, through: 24, by: 3).map { "<span>\($0)</span>" }
    return """
      <figure class="day">
      \(rows.joined(separator: "\n"))
      <div class="hours" aria-hidden="true">\(hours.joined())</div>
      <figcaption>Thick where it is true, thin where it is false; a mark where the rule fires.</figcaption>
      </figure>
      """
  }

  /// A lane with its label
  private func row(_ lane: Lane) -> String {
    let isWhole = lane.label.isEmpty
    let title =
      isWhole ? "<b>\(name.escapedMarkup)</b>" : "<code>\(lane.label.escapedMarkup)</code>"
    var paths = "<path class=\"track\" d=\"M0 8H1440\"/>"
    for truth in ["true", "unknown"] {
      let outline = lane.stretches.filter { $0.truth == truth }.map { shape(of: $0) }.joined()
      if !outline.isEmpty { paths += "<path class=\"\(truth)\" d=\"\(outline)\"/>" }
    }
    if isWhole {
      for firing in firings {
        paths += "<path class=\"firing\" d=\"M\(Self.number(place(firing.at))) 0V16\"/>"
      }
    }
    let label = (isWhole ? name : lane.label) + ": " + words(lane)
    let fired = isWhole ? firings.map { "fires at \(clock($0.at)): \($0.text)" } : []
    let note = fired.map { "<p class=\"fired\">\($0.escapedMarkup)</p>" }.joined()
    return """
      <div class="lane">\(title)<svg viewBox="0 0 1440 16" preserveAspectRatio="none" role="img" aria-label="\(label.escapedMarkup)">\(paths)</svg>\(note)</div>
      """
  }

  private func shape(of line: Line) -> String {
    guard let from = line.from, let to = line.to else { return "" }
    let start = Self.number(place(from.timeIntervalSince1970))
    let end = Self.number(place(to.timeIntervalSince1970))
    return line.truth == "true"
      ? "M\(start) 1H\(end)V15H\(start)z" : "M\(start) 5H\(end)V11H\(start)z"
  }

  /// `true 12:00 to 13:00`, or that it never is
  private func words(_ lane: Lane) -> String {
    var parts: [String] = []
    for truth in ["true", "unknown"] {
      let spans = lane.stretches.filter { $0.truth == truth }.compactMap { line -> String? in
        guard let from = line.from, let to = line.to else { return nil }
        return clock(from.timeIntervalSince1970) + " to " + clock(to.timeIntervalSince1970)
      }
      if !spans.isEmpty { parts.append("\(truth) \(spans.joined(separator: ", "))") }
    }
    return parts.isEmpty ? "never true" : parts.joined(separator: "; ")
  }

  /// The minute of the day, from 0 to 1440
  private func place(_ second: Double) -> Double {
    (second - day.lowerBound) / (day.upperBound - day.lowerBound) * Self.width
  }

  /// `12:00`; the end of the day is 24:00
  private func clock(_ second: Double) -> String {
    let minutes = Int((second - day.lowerBound) / 60)
    return String(format: "%d:%02d", minutes / 60, minutes % 60)
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : String(format: "%.1f", value)
  }
}
