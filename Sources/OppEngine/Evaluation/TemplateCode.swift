internal import OppModel

/// The parts of a template that the evaluator needs again and again, in plain bytes
///
/// A ``Template`` holds arrays, whose owners would be counted at every look.
///
/// - Invariant: it does not change once the program is complete, so that one a template is made then;
///   but for ``isAnchor``.
struct TemplateCode {
  let instruction: Instruction
  let isMaintained: Bool

  /// ``Template/isAnchor``, and of an operand of a counted junction true, too
  var isAnchor: Bool

  /// ``Template/countsRows``
  let countsRows: Bool

  /// ``Instruction/traits``, which cost a switch
  let traits: InstructionTraits

  /// ``InstructionTraits/Properties/ownsHorizon``, which all that samples has if it is of rows: at the second after a
  /// row has left its table, nothing else may change, and a latch or `began` begins anew
  let ownsHorizon: Bool

  /// Whether its instances are of rows
  let isOfRows: Bool

  /// Whether it is a distance of which one end moves, which is not of rows
  let isMovingDistance: Bool

  /// Whether it is a window that is not of rows
  let isPlainWindow: Bool

  /// The values that a scalar may have
  let limits: ScalarLimits

  /// - Parameter operands: the instructions of its operands.
  init(_ template: Template, _ operands: [Instruction]) {
    instruction = template.instruction
    isMaintained = template.isMaintained
    isAnchor = template.isAnchor
    countsRows = template.countsRows
    traits = template.instruction.traits
    ownsHorizon =
      traits.contains(.ownsHorizon) || traits.contains(.samples) && !template.scopes.isEmpty
    isOfRows = !template.scopes.isEmpty
    let varying = operands.count { if case .constant = $0 { false } else { true } }
    isMovingDistance =
      if case .distance = template.instruction { !isOfRows && varying == 1 } else { false }
    isPlainWindow =
      if case .window = template.instruction { template.scopes.isEmpty } else { false }
    limits = ScalarLimits(template.type)
  }
}
