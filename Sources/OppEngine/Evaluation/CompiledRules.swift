package import OppModel

/// A rule set as engines run it, made once and shared by all of them
///
/// An engine that is made of a graph compiles it first. A server that restores a session at each step does that once:
///
/// ```
/// graph                                2,000 nodes of 30 rules
/// CompiledRules(graph)                 their templates, and the meanings by which memory is keyed
/// LiveSession(rules, restoring: …)     shares both with every other session of these rules
/// ```
package struct CompiledRules: Sendable {
  package let graph: ConditionGraph

  /// The templates, all of which are followed
  let program: Program

  /// One a template
  let code: [TemplateCode]

  /// The keys of memory; nil for engines that are not to be restored
  let keys: MemoryKeys?

  /// Names everything that the entries of memory depend on; nil if that is not known
  private let edition: Fingerprint?

  /// - Parameter edition: another for any change of the rules, and for any version of the language; nil if that is not
  ///   known.
  package init(_ graph: ConditionGraph, edition: Fingerprint? = nil) {
    self.graph = graph
    self.edition = edition
    program = Program(graph: graph)
    code = program.code
    keys = MemoryKeys(graph)
  }

  /// Rules for engines of which no memory is taken
  ///
  /// - Parameter nodes: nodes, in any scope, to follow to the second beside the rules.
  package init(_ graph: ConditionGraph, following nodes: [NodeID]) {
    self.graph = graph
    edition = nil
    var program = Program(graph: graph)
    program.follow(nodes)
    self.program = program
    code = program.code
    keys = nil
  }

  /// Names the rules with the providers that serve them; nil if no edition is known
  ///
  /// An engine that continues from a memory of the same edition need not write the entries again that it has just read.
  func edition(with providers: [Provider]) -> Fingerprint? {
    guard let edition else { return nil }
    var hasher = FingerprintHasher()
    hasher.add(edition)
    for provider in providers {
      hasher.add(provider.name)
      hasher.add(provider.isPushed ? 1 : 0 as Int64)
      for served in provider.served {
        switch served {
        case .source(let source): hasher.add(graph[source].name)
        case .table(let table): hasher.add(graph[table].name)
        case .addresses: hasher.add(1 as Int64)
        case .places: hasher.add(2 as Int64)
        }
      }
    }
    return hasher.fingerprint
  }
}
