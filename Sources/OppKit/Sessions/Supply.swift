internal import OppEngine
internal import OppModel

/// The way in which a session gets the readings of a source or the rows of a table
///
/// Supplies are given by the name of the source or table. `calendar` supplies the table `agenda` as well, unless that has a
/// supply of its own; `addresses` and `places` are the services that find the position of a text and the places of a
/// category. A source or table without a supply is unknown.
///
/// ```swift
/// let supplies: [String: Supply] = [
///   "weather": .fetched(freshness: 3600, cell: 0.1), "calendar": .fetched(), "location": .pushed,
/// ]
/// ```
public struct Supply: Hashable, Sendable {
  /// `true` if readings come by themselves, and are never requested
  public let isPushed: Bool

  /// The number of seconds for which a response counts, if the source does not declare it (`fresh for`)
  public let freshness: Int?

  /// The precision of positions in requests, in degrees of latitude and of longitude; nil if responses depend on no
  /// position
  public let cell: Double?

  /// The limits on requests
  public let quota: Quota

  /// The cost of a request, by which cheaper ones are preferred; `nil` for the cost that the source declares
  public let cost: Double?

  /// `true` if one response has the readings for all values of the source's parameters
  public let hasAllValues: Bool

  /// `true` if its requests say nothing of the person but a cell, so that one response may serve many people
  public let isShared: Bool

  /// The limits on requests to a service
  public struct Quota: Hashable, Sendable {
    /// The greatest number of requests a minute, and a day; nil for no limit
    public let perMinute: Int?
    public let perDay: Int?

    /// The least number of seconds between two requests
    public let spacing: Int

    /// No limit
    public static let none = Quota()

    public init(perMinute: Int? = nil, perDay: Int? = nil, spacing: Int = 0) {
      self.perMinute = perMinute
      self.perDay = perDay
      self.spacing = spacing
    }
  }

  /// Readings come by themselves: a session never requests them
  public static let pushed = Supply(isPushed: true)

  /// Readings are requested, when a rule cannot be decided without them
  ///
  /// - Parameters: as the properties of the same names.
  public static func fetched(
    freshness: Int? = nil, cell: Double? = nil, quota: Quota = .none, cost: Double? = nil,
    hasAllValues: Bool = false, isShared: Bool = false
  ) -> Supply {
    Supply(
      isPushed: false, freshness: freshness, cell: cell, quota: quota, cost: cost,
      hasAllValues: hasAllValues, isShared: isShared)
  }

  private init(
    isPushed: Bool, freshness: Int? = nil, cell: Double? = nil, quota: Quota = .none,
    cost: Double? = nil, hasAllValues: Bool = false, isShared: Bool = false
  ) {
    self.isPushed = isPushed
    self.freshness = freshness
    self.cell = cell
    self.quota = quota
    self.cost = cost
    self.hasAllValues = hasAllValues
    self.isShared = isShared
  }

  /// The provider of an engine
  func provider(named name: String, serving served: [Provider.Offer]) -> Provider {
    Provider(
      name: name, served: served, isBundle: served.count > 1 && !isPushed,
      hasAllValues: hasAllValues, isPushed: isPushed, freshness: freshness.map { Int64($0) },
      cell: cell,
      quota: OppEngine.Quota(
        perMinute: quota.perMinute, perDay: quota.perDay, spacing: Int64(quota.spacing)),
      cost: cost)
  }
}

/// The supplies of a session, as the providers of its engine
struct SupplyList {
  /// In the order of the names
  private(set) var providers: [Provider] = []

  /// By provider
  private(set) var supplies: [Supply] = []

  /// The name under which geocoding is supplied, and that of the search for places
  static let addresses = "addresses"
  static let places = "places"

  /// - Throws: if a name is that of nothing.
  init(_ supplies: [String: Supply], of graph: ConditionGraph) throws(InvalidRules) {
    var unknown: [String] = []
    for (name, supply) in supplies.sorted(by: { $0.key < $1.key }) {
      guard let served = Self.served(name, supplies, graph) else {
        unknown.append(Self.message(on: name, graph))
        continue
      }
      providers.append(supply.provider(named: name, serving: served))
      self.supplies.append(supply)
    }
    guard unknown.isEmpty else { throw InvalidRules(unknownSupplies: unknown) }
  }

  /// The sources and tables that a name supplies; nil for none
  private static func served(
    _ name: String, _ supplies: [String: Supply], _ graph: ConditionGraph
  ) -> [Provider.Offer]? {
    if let source = graph.source(named: name) {
      guard source == graph.wellKnown.calendar?.source, let agenda = graph.wellKnown.agenda?.table,
        supplies[graph[agenda].name] == nil
      else { return [.source(source)] }
      return [.source(source), .table(agenda)]
    }
    if let table = graph.suppliedTable(named: name) { return [.table(table)] }
    switch name {
    case addresses: return [.addresses]
    case places: return [.places]
    default: return nil
    }
  }

  private static func message(on name: String, _ graph: ConditionGraph) -> String {
    let near = graph.nearestName(to: name).map { "; did you mean `\($0)`?" } ?? ""
    return "there is no source or table `\(name)` to supply\(near)"
  }
}
