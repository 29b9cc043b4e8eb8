import Foundation
import OppKit

/// The rules of the example, as its users have written them
public func lunchRules() throws -> RuleSet {
  guard let url = Bundle.module.url(forResource: "lunch", withExtension: "opp") else {
    throw CocoaError(.fileNoSuchFile)
  }
  return RuleSet([RuleFile(path: "lunch.opp", bytes: Array(try Data(contentsOf: url)))])
}
