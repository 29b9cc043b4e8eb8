internal import OppModel

/// The parts of the world that are fetched when they matter; none in a replay
struct Fetchable: Hashable, Sendable {
  private var sources: Set<SourceID> = []
  private var tables: Set<TableID> = []

  /// Whether addresses are looked up, and places of categories
  private(set) var addresses = false
  private(set) var places = false

  /// Whether anything is fetched at all
  private(set) var isAny = false

  init() {}

  /// The subjects that are fetched from providers, or whose first report is awaited; other pushed ones come by themselves
  init(_ providers: [Provider]) {
    for provider in providers where !provider.isPushed || provider.awaitsReport {
      for served in provider.served { add(served) }
    }
  }

  /// Adds the subjects that a provider serves
  private mutating func add(_ served: Provider.Offer) {
    isAny = true
    switch served {
    case .source(let source): sources.insert(source)
    case .table(let table): tables.insert(table)
    case .addresses: addresses = true
    case .places: places = true
    }
  }

  func has(source: SourceID) -> Bool { sources.contains(source) }
  func has(table: TableID) -> Bool { tables.contains(table) }
}
