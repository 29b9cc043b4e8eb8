internal import OppEngine
internal import OppModel

/// The provider of each subject, and the fetch that brings it
///
/// Several subjects may come with one fetch, and the fetch of a subject may depend on where the person is:
///
/// ```
/// subject                    provider                      fetch, for a person at @48.4284,-123.3656
/// weather                    cell of 0.1°                  weather at @48.4,-123.4
/// weather(@48.46,-123.31)    cell of 0.1°                  weather(@48.5,-123.3), wherever the person is
/// agenda                     bundle of calendar, agenda    calendar
/// thermostat("hall")         has all values                thermostat
/// ```
struct ProviderIndex: Sendable {
  /// The providers in the order of the `connect` declarations
  let providers: [Provider]

  /// The index of the provider of each thing that is served
  private var ofOffer: [Provider.Offer: Int] = [:]

  /// The sizes of cells, each once
  private let cellSizes: [Double]

  /// Of two providers of one thing, the first counts
  init(_ providers: [Provider]) {
    self.providers = providers
    cellSizes = Array(Set(providers.compactMap { $0.cell }))
    for (index, provider) in providers.enumerated() {
      for served in provider.served where ofOffer[served] == nil { ofOffer[served] = index }
    }
  }

  /// The index of the provider of a subject; `nil` if it is not connected
  func provider(of subject: FetchKey) -> Int? { ofOffer[Provider.Offer(subject)] }

  /// Whether any provider serves something
  func serves(_ served: Provider.Offer) -> Bool { ofOffer[served] != nil }

  /// The fetch that brings a subject for a person at a position
  ///
  /// - Returns: `nil` if the subject is not connected, or depends on a position that is not known.
  func fetch(for subject: FetchKey, at position: Position?) -> Fetch? {
    guard let index = provider(of: subject) else { return nil }
    let provider = providers[index]
    var requested = subject
    if provider.isBundle, let first = provider.served.first {
      switch first {
      case .source(let source): requested = .source(source, [])
      case .table(let table): requested = .table(table)
      case .addresses, .places: break
      }
    }
    if provider.hasAllValues, case .source(let source, let arguments) = requested {
      requested = .source(source, arguments.map { _ in nil })
    }
    guard let cell = provider.cell else { return Fetch(subject: requested) }
    switch requested {
    case .source(let source, let arguments):
      let isOfPerson = arguments.allSatisfy { $0 == nil }
      if !isOfPerson {
        let rounded = arguments.map { $0.map { Self.roundedValue($0, to: cell) } }
        return Fetch(subject: .source(source, rounded))
      }
    case .address: return Fetch(subject: requested)
    case .table, .places: break
    }
    guard let position else { return nil }
    return Fetch(subject: requested, position: Self.rounded(position, to: cell))
  }

  /// The middle of the cell of each size that a position lies in; empty if the position is not known
  func cells(around position: Position?) -> [Position] {
    guard let position else { return [] }
    return cellSizes.map { Self.rounded(position, to: $0) }
  }

  /// The middle of the cell that a position lies in
  static func rounded(_ position: Position, to cell: Double) -> Position {
    guard cell > 0 else { return position }
    func middle(_ degrees: Double) -> Double {
      // Rounded once more, so that 36.1 does not become 36.100000000000001.
      ((degrees / cell).rounded() * cell * 1e6).rounded() / 1e6
    }
    return Position(latitude: middle(position.latitude), longitude: middle(position.longitude))
      ?? position
  }

  /// An argument of a request: positions, also those of places, as the middle of their cell
  private static func roundedValue(_ value: Value, to cell: Double) -> Value {
    switch value {
    case .position(let position): .position(rounded(position, to: cell))
    case .place(let place): .position(rounded(place.position, to: cell))
    case .truth, .scalar, .text, .list, .row: value
    }
  }
}
