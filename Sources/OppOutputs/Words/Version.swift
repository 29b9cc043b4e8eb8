/// The version of Opp
package enum Version {
  package static let number = "0.1.0"
}
