import Foundation
import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct ProcessVariablesTests {
  @Test func `the variables are the ones that Foundation finds`() {
    let all = ProcessVariables.all
    #expect(all == ProcessInfo.processInfo.environment)
    for (name, value) in all { #expect(ProcessVariables[name] == value) }
    #expect(ProcessVariables["OPP_NO_SUCH_VARIABLE"] == nil)
  }
}
