package import OppModel

/// One firing of an Opp
///
/// A step may have thousands. What most of them have in common is kept once, so that each is a few words: one that has nothing
/// else has its name and colour, and a text that is a constant, from its rule.
package struct Firing: Sendable {
  /// The index of the Opp in ``ConditionGraph/rules``
  package let rule: Int
  package let at: Instant

  private let content: Content

  private enum Content {
    /// The names and texts of all rules
    case constant([RuleHeading])
    /// A text of its own, and the names and colours of all rules
    case text(String, [RuleHeading])
    case details(FiringDetails)
  }

  init(rule: Int, at: Instant, _ headings: [RuleHeading]) {
    self.rule = rule
    self.at = at
    content = .constant(headings)
  }

  init(rule: Int, at: Instant, text: String, _ headings: [RuleHeading]) {
    self.rule = rule
    self.at = at
    content = .text(text, headings)
  }

  init(rule: Int, at: Instant, _ details: FiringDetails) {
    self.rule = rule
    self.at = at
    content = .details(details)
  }
}

/// The name of a rule, and its text and colour where these are constants
struct RuleHeading: Sendable {
  let name: String
  let text: String?
  let colour: Int32?

  /// Whether a firing of it without a row has nothing of its own but its text
  let hasTextOnly: Bool
}

/// All of a firing that is not the same at each firing of its rule
final class FiringDetails: Sendable {
  let name: String
  let row: RowID?
  let text: String?
  let recipient: Value?
  let payload: [PayloadValue]
  let colour: Int32?
  let delivery: FiringDelivery

  init(
    name: String, row: RowID?, text: String?, recipient: Value?, payload: [PayloadValue],
    colour: Int32?, delivery: FiringDelivery
  ) {
    self.name = name
    self.row = row
    self.text = text
    self.recipient = recipient
    self.payload = payload
    self.colour = colour
    self.delivery = delivery
  }
}

extension Firing {
  /// The name of the Opp
  package var opp: String {
    switch content {
    case .constant(let headings), .text(_, let headings): headings[rule].name
    case .details(let details): details.name
    }
  }

  /// The text of the notification; nil for an Opp that only records
  package var text: String? {
    switch content {
    case .constant(let headings): headings[rule].text
    case .text(let text, _): text
    case .details(let details): details.text
    }
  }

  /// Whether it has nothing but the name and the constants of its rule, as each firing of that has
  package var isConstant: Bool {
    switch content {
    case .constant: true
    case .text, .details: false
    }
  }

  /// The row of `for each`
  package var row: RowID? { details?.row }

  /// A text or a list of texts; nil for the person
  package var recipient: Value? { details?.recipient }

  package var payload: [PayloadValue] { details?.payload ?? [] }

  /// 0xRRGGBB, as of the firing; nil for none, and for an unknown one
  package var colour: Int32? {
    switch content {
    case .constant(let headings), .text(_, let headings): headings[rule].colour
    case .details(let details): details.colour
    }
  }

  /// The time at which it is delivered, as far as that is known
  package var delivery: FiringDelivery { details?.delivery ?? .immediate }

  /// The same firing with the news of its delivery
  func settled(_ delivery: FiringDelivery) -> Firing {
    Firing(
      rule: rule, at: at,
      FiringDetails(
        name: opp, row: row, text: text, recipient: recipient, payload: payload, colour: colour,
        delivery: delivery))
  }

  private var details: FiringDetails? {
    switch content {
    case .constant, .text: nil
    case .details(let details): details
    }
  }
}

extension Firing: Hashable {
  package static func == (left: Firing, right: Firing) -> Bool {
    left.rule == right.rule && left.at == right.at && left.opp == right.opp
      && left.row == right.row && left.text == right.text && left.recipient == right.recipient
      && left.payload == right.payload && left.colour == right.colour
      && left.delivery == right.delivery
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(at)
    hasher.combine(row)
    hasher.combine(text)
  }
}
