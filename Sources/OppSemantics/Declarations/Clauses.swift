internal import OppSyntax

/// The clauses of an Opp, each the first of its kind
///
/// The parser has reported further ones; they are not checked.
struct Clauses {
  var forEach: ForEachClauseSyntax?
  var on: OnClauseSyntax?
  var when: WhenClauseSyntax?
  var near: NearClauseSyntax?
  var notify: NotifyClauseSyntax?
  var record: RecordClauseSyntax?
  var colour: ColourClauseSyntax?
  var atMost: AtMostClauseSyntax?
  var again: AgainClauseSyntax?
  var snooze: SnoozeClauseSyntax?
  var expires: ExpiresClauseSyntax?
  var isUrgent = false
  var isDisabled = false

  /// `true` if nothing says when the Opp fires; with `for each` alone, it does when a row comes into the list
  var isEmpty: Bool { forEach == nil && on == nil && when == nil && near == nil }

  init(_ view: OppDeclarationSyntax) {
    for clause in view.clauses {
      switch clause {
      case .forEach(let view): forEach = forEach ?? view
      case .on(let view): on = on ?? view
      case .when(let view): when = when ?? view
      case .near(let view): near = near ?? view
      case .notify(let view): notify = notify ?? view
      case .record(let view): record = record ?? view
      case .colour(let view): colour = colour ?? view
      case .atMost(let view): atMost = atMost ?? view
      case .again(let view): again = again ?? view
      case .snooze(let view): snooze = snooze ?? view
      case .expires(let view): expires = expires ?? view
      case .urgent: isUrgent = true
      case .disabled: isDisabled = true
      }
    }
  }
}
