package import OppModel

/// A connection as the planner knows it: its subjects, and its quota, cost and latency
///
/// ```
///                     weather service   calendar file          thermostat with rooms     position by push
/// served              source weather    calendar and agenda    source thermostat         source location
/// isBundle            no                yes                    no                        no
/// hasAllValues        no                no                     yes: all rooms at once    no
/// isPushed            no                no                     no                        yes
/// cell                0.1°              nil                    nil                       nil
/// ```
package struct Provider: Hashable, Sendable {
  /// As people know it: the target and the kind of the connection, such as `weather (openmeteo)`
  package let name: String

  /// The subjects that it serves
  package let served: [Offer]

  /// Whether everything that it serves comes with one fetch: that of the first it serves
  package let isBundle: Bool

  /// Whether one response has the readings for all values of its source's parameters
  package let hasAllValues: Bool

  /// Whether its readings are pushed, and never fetched
  package let isPushed: Bool

  /// Whether its first report is awaited like a response, as a round of `opp run --once` does
  package private(set) var awaitsReport = false

  /// The number of seconds for which a response counts; nil for the freshness that its source declares
  package let freshness: Int64?

  /// The precision of positions in its requests, in degrees of latitude and of longitude; nil where its
  /// responses depend on none
  package let cell: Double?

  package let quota: Quota

  /// The cost of one fetch; `nil` for the cost that its source declares, or else 1
  package let cost: Double?

  /// The latency that is expected before there is any experience, in seconds
  package let latency: Double

  /// A source, a table, or a service without readings of its own
  package enum Offer: Hashable, Sendable {
    case source(SourceID)
    case table(TableID)
    case addresses
    case places
  }

  package init(
    name: String, served: [Offer], isBundle: Bool = false, hasAllValues: Bool = false,
    isPushed: Bool = false, freshness: Int64? = nil, cell: Double? = nil, quota: Quota = Quota(),
    cost: Double? = nil,
    latency: Double = 1
  ) {
    self.name = name
    self.served = served
    self.isBundle = isBundle
    self.hasAllValues = hasAllValues
    self.isPushed = isPushed
    self.freshness = freshness
    self.cell = cell
    self.quota = quota
    self.cost = cost
    self.latency = latency
  }
}

extension Provider {
  /// The same provider, whose first report is awaited if its readings are pushed
  package var awaitingReport: Provider {
    var provider = self
    provider.awaitsReport = isPushed
    return provider
  }
}

/// The limits on the fetches from a service, each `nil` if the service has none
package struct Quota: Hashable, Sendable {
  package let perMinute: Int?
  package let perDay: Int?

  /// The least number of seconds between two fetches
  package let spacing: Int64

  package init(perMinute: Int? = nil, perDay: Int? = nil, spacing: Int64 = 0) {
    self.perMinute = perMinute
    self.perDay = perDay
    self.spacing = spacing
  }
}
