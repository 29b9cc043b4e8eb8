/// The version of Opp
package enum Version {
  /// Semantic, as `opp --version` and SARIF have it
  package static let number = "0.1.0"
}
