package import OppSyntax

/// Something that can be written at a place
package struct CompletionItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case keyword
    case snippet
    case function
    case variable
    case place
    case field
    case source
    case table
    case type
    case enumCase
    case unit
    case opp
    case connector
    case parameter
    case setting
  }

  /// The text as the list shows it, and as it is written if the client knows no snippets
  package let label: String
  package let kind: Kind

  /// The type, or the form
  package var detail = ""

  /// The text with its stops `${1:…}`; `nil` if it is ``label``
  package var snippet: String?

  /// The plain text to write; `nil` if it is ``label``
  package var text: String?

  /// The rank of the item, the least best
  package var rank = 5

  /// The key by which ``RuleSetSnapshot/documentation(ofItem:)`` finds more
  package var key: String?
}

/// The items that can be written at a place
package struct CompletionList: Sendable {
  /// The bytes that an item replaces, the word around the place
  package let replaced: SourceRange

  /// The best first
  package let items: [CompletionItem]

  /// `true` if there are more than were listed
  package let isIncomplete: Bool

  /// The greatest number of items in a list
  package static let limit = 200

  /// The sort key of an item by its place in ``items``, for editors that sort by text
  ///
  /// `0000`, `0001`, …, `0199`.
  package static func sortKey(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
