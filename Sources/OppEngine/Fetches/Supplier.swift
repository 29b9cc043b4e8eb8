package import OppModel

/// What the planner knows of a connection: what it tells of, and on which terms
package struct Supplier: Hashable, Sendable {
  /// As people know it: the target and the kind of the connection, such as `weather (openmeteo)`
  package let name: String

  /// What it answers for
  package let served: [Served]

  /// Whether everything that it serves comes with one fetch: that of the first it serves
  package let isBundle: Bool

  /// Whether one response has the readings for all values of its source's parameters
  package let hasAllValues: Bool

  /// Whether what it serves comes by itself, and is never asked for
  package let isPushed: Bool

  /// For how many seconds an answer counts; nil for what its source declares
  package let freshness: Int64?

  /// How finely a position matters to its answers, in degrees of latitude and of longitude; nil where
  /// they depend on none
  package let cell: Double?

  package let quota: Quota

  /// What one fetch costs; nil for what its source declares, else 1
  package let cost: Double?

  /// How long an answer takes before there is any experience, in seconds
  package let latency: Double

  package enum Served: Hashable, Sendable {
    case source(SourceID)
    case table(TableID)
    case addresses
    case places
  }

  package init(
    name: String, served: [Served], isBundle: Bool = false, hasAllValues: Bool = false,
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

/// How often a service may be asked; nil where it may be as often as one likes
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
