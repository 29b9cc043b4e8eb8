/// The declaration of an Opp in the rules, kept so that commands need not read the rules
package struct DeclaredOpp: Hashable, Sendable {
  package let name: String

  /// 0xRRGGBB; nil for none
  package let colour: Int32?

  /// The length of a `snooze` for it, in seconds
  package let snooze: Int64

  /// `true` if the rules declare it `disabled`
  package let isDisabled: Bool

  package init(name: String, colour: Int32?, snooze: Int64, isDisabled: Bool) {
    self.name = name
    self.colour = colour
    self.snooze = snooze
    self.isDisabled = isDisabled
  }
}
