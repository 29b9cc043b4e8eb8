internal import OppEngine
internal import OppModel

/// The seconds at which the conditions of an explanation turn
struct TruthEnds: Sendable {
  /// The instances that have not turned yet, and their truth
  private var open: [InstanceID: Truth] = [:]

  /// By instance: the first second with another truth
  private var turns: [InstanceID: Instant] = [:]

  init(_ explanation: Explanation?) {
    if let explanation { add(explanation) }
  }

  /// `true` if all of them have turned
  var isComplete: Bool { open.isEmpty }

  /// Follows the conditions of an explanation and of its parts
  private mutating func add(_ explanation: Explanation) {
    if explanation.type == .bool { open[explanation.instance] = explanation.truth }
    for part in explanation.parts { add(part) }
  }

  /// Notes the truths of a second after that of the explanation
  mutating func note(_ engine: borrowing Engine) {
    for (instance, truth) in open where engine.truth(ofInstance: instance) != truth {
      turns[instance] = engine.present
      open[instance] = nil
    }
  }

  /// Adds the seconds at which an explanation and its parts turned
  func fill(_ explanation: inout Explanation) {
    explanation.until = turns[explanation.instance]
    for index in explanation.parts.indices { fill(&explanation.parts[index]) }
  }
}
