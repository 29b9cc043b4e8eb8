internal import OppModel

/// The parts of a template that the evaluator needs again and again, in plain bytes
///
/// A ``Template`` holds arrays, whose owners would be counted at every look.
struct TemplateCode {
  let instruction: Instruction
  let isLive: Bool
  let isAnchor: Bool
  let countsRows: Bool
  let ownsHorizon: Bool

  /// The least and the greatest value of a scalar
  let limits: ClosedRange<Double>

  /// The operand that decides a junction by itself; unknown for any other instruction
  let deciding: Reading.Kind

  init(_ template: Template) {
    instruction = template.instruction
    isLive = template.isLive
    isAnchor = template.isAnchor
    countsRows = template.countsRows
    ownsHorizon = template.instruction.ownsHorizon
    limits = template.type.scalarLimits
    deciding =
      switch template.instruction {
      case .and: .no
      case .or: .yes
      default: .unknown
      }
  }
}
