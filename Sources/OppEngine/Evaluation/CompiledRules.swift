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

  /// The fingerprints by which memory is keyed
  let meanings: Meanings

  package init(_ graph: ConditionGraph) {
    self.graph = graph
    program = Program(graph: graph)
    code = program.templates.map { TemplateCode($0) }
    meanings = Meanings(graph)
  }
}
