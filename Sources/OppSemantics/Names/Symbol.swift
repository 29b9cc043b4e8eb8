internal import OppModel
internal import OppSyntax

/// The meaning of a declared name
///
///     place home = …   →   place(0), the index among the places of ``Definitions``
enum Symbol: Hashable {
  /// By its index in ``Definitions/places``
  case place(Int)
  /// By its index in ``Definitions/lets``
  case `let`(Int)
  case enumeration(EnumerationID)
  case source(SourceID)
  case table(TableID)

  /// The kind as a sentence names it: `a table`
  var phrase: String {
    switch self {
    case .place: "a place"
    case .let: "a let"
    case .enumeration: "an enum"
    case .source: "a source"
    case .table: "a table"
    }
  }

  /// The kind as a noun: `table`
  var noun: String {
    switch self {
    case .place: "place"
    case .let: "let"
    case .enumeration: "enum"
    case .source: "source"
    case .table: "table"
    }
  }
}

/// A field of a source that needs no arguments, which may stand without the name of the source
struct PlainField {
  let source: SourceID
  let field: Int
  /// `true` if the prelude declares the source
  let isOfPrelude: Bool
}

/// The names of one level: those of the rule set, or those of the prelude
///
/// `temp` is a field of `weather`, whose place has a default, so it is a plain name; `count` of
/// `stock(store: Text, item: Text)` is none.
struct NameLevel {
  /// Declared names, and where each is declared
  var symbols: [String: (symbol: Symbol, range: SourceRange)] = [:]

  /// Fields of sources that need no arguments, by their plain names
  var fields: [String: [PlainField]] = [:]
}

/// A parameter of a source or of a let
struct Parameter {
  let name: String

  /// Nil if the type cannot be determined; expressions that use it then stay silent
  let type: ValueType?

  /// The default if no argument is given
  let standard: ExpressionSyntax?
}

/// The checker's record of a source beside its schema
struct SourceSymbol {
  let parameters: [Parameter]

  /// The fields that are used with the source before them only, as the prelude marks them
  var fieldsWithoutPlainName: Set<String> = []

  /// By name; nil for the index of a field whose type cannot be determined
  var fields: [String: Int] = [:]
  /// The indices of fields whose type cannot be determined
  var untypedFields: Set<Int> = []
  /// The places of the fields, by their index
  var fieldRanges: [SourceRange] = []

  /// `true` if some of it could not be parsed, so that a field may be missing
  let isBroken: Bool

  /// `true` if the source needs no arguments
  var needsNoArguments: Bool { parameters.allSatisfy { $0.standard != nil } }

  /// `true` if a field may stand without the name of the source
  func hasPlainName(_ field: String) -> Bool {
    needsNoArguments && !fieldsWithoutPlainName.contains(field)
  }
}

/// The checker's record of a table beside its schema
struct TableSymbol {
  /// The indices of the fields, by their names
  var fields: [String: Int] = [:]
  /// The indices of fields whose type cannot be determined
  var untypedFields: Set<Int> = []
  /// The places of the fields, by their index
  var fieldRanges: [SourceRange] = []
  /// `true` if some of it could not be parsed, so that a field may be missing
  let isBroken: Bool
}

/// The checker's record of an enum beside its schema
struct EnumerationSymbol {
  /// The indices of the cases, by every name of each
  var cases: [String: Int] = [:]
  /// `true` if some of it could not be parsed, so that a case may be missing
  let isBroken: Bool
}
