import OppModel

/// The last request and the last response of a service
struct ServiceBook {
  var requested: Instant?
  var responded: (at: Instant, isGood: Bool)?
}
