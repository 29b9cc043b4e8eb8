internal import OppSyntax

/// The declarations of one level, by kind, in the order of the files
///
/// There are two levels: the prelude, and all files of the rule set together.
struct Declarations {
  var enumerations: [EnumDeclarationSyntax] = []
  var sources: [SourceDeclarationSyntax] = []
  var tables: [TableDeclarationSyntax] = []
  var lets: [LetDeclarationSyntax] = []
  var places: [PlaceDeclarationSyntax] = []
  var settings: [SetDeclarationSyntax] = []
  var connections: [ConnectDeclarationSyntax] = []
  var charts: [ChartDeclarationSyntax] = []
  var opps: [OppDeclarationSyntax] = []
  var tests: [TestDeclarationSyntax] = []

  init() {}

  /// The declarations of one file
  init(_ tree: SyntaxTree) { add(tree.file) }

  /// Adds the declarations of a file, after those of the files before
  mutating func add(_ file: FileSyntax) {
    for declaration in file.declarations {
      switch declaration {
      case .enumeration(let view): enumerations.append(view)
      case .source(let view): sources.append(view)
      case .table(let view): tables.append(view)
      case .let(let view): lets.append(view)
      case .place(let view): places.append(view)
      case .setting(let view): settings.append(view)
      case .connection(let view): connections.append(view)
      case .chart(let view): charts.append(view)
      case .opp(let view): opps.append(view)
      case .test(let view): tests.append(view)
      }
    }
  }
}
