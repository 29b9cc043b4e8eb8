import OppLint
import OppModel
import OppSemantics

/// The facts of recordings for the examples of the rules about data, without files
enum LintRecordings {
  static let first = CivilDate(days: 20_100)

  /// The facts for an example of a rule; nil for a rule that reads none
  static func facts(for rule: LintRule, _ text: String, _ analysis: Analysis) -> ObservedData? {
    guard rule.need == .recorded else { return nil }
    var data = ObservedData(days: first...first.advanced(by: 411))
    data.owners = ["weather", "location", "calendar"]
    data.fields = fields
    data.addresses = ["Main Street 12": false, "Main Street 12, Hull": true]
    data.opps[0] = opp(rule.name, isBad: text == rule.page.bad, analysis)
    return data
  }

  private static var fields: [ObservedData.FieldName: ObservedData.FieldFacts] {
    var sky = ObservedData.FieldFacts()
    sky.count = 9000
    sky.values = ["clear": 5000, "rain": 3997, "smoke": 3]
    var temp = ObservedData.FieldFacts()
    temp.count = 9000
    temp.range = degrees("-12C")...degrees("37C")
    var wind = ObservedData.FieldFacts()
    wind.count = 9000
    wind.range = 0...25
    var others = ObservedData.FieldFacts()
    others.count = 9000
    return [
      ObservedData.FieldName(owner: "weather", field: "humidity"): others,
      ObservedData.FieldName(owner: "weather", field: "rain"): others,
      ObservedData.FieldName(owner: "calendar", field: "free"): others,
      ObservedData.FieldName(owner: "location", field: "position"): others,
      ObservedData.FieldName(owner: "weather", field: "sky"): sky,
      ObservedData.FieldName(owner: "weather", field: "temp"): temp,
      ObservedData.FieldName(owner: "weather", field: "wind"): wind,
    ]
  }

  private static func degrees(_ text: String) -> Double {
    (try? QuantityLiteral.parse(text))?.value(as: .temperature) ?? 0
  }

  private static func opp(
    _ rule: String, isBad: Bool, _ analysis: Analysis
  ) -> ObservedData.OppFacts {
    var facts = ObservedData.OppFacts()
    let day = first.advanced(by: 100)
    facts.firings = [day: 2]
    facts.unknownShare = 0.1
    guard isBad else { return facts }
    switch rule {
    case "never-fired":
      facts.firings = [:]
      facts.closest = ObservedData.Closest(date: day, missing: [part(2, analysis)])
    case "fires-too-often": facts.firings = [day: 47, day.advanced(by: 1): 9]
    case "mostly-unknown":
      facts.unknownShare = 0.835
      facts.unknownReason = "location.position: stale"
    case "part-never-decides": facts.idleParts = [part(1, analysis)]
    case "flapping": facts.flapping = ObservedData.Flapping(date: day, count: 31)
    default: break
    }
    return facts
  }

  /// A part of the conjunction of the first Opp
  private static func part(_ index: Int, _ analysis: Analysis) -> NodeID {
    guard let condition = analysis.graph.rules[0].condition,
      case .and(let parts) = analysis.graph[condition].operation
    else { return NodeID(index: 0) }
    return parts[index]
  }
}
