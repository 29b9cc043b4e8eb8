internal import OppEngine
internal import OppModel

/// The subjects that a rule set reads from the world, to be fetched as long as it is recorded
///
/// ```opp
/// opp "Shoes" when stock("Shoe Barn", "runner 42").count > 0     // stock("Shoe Barn", "runner 42")
/// opp "Walk" when sky == sunny                                   // weather, of the person's position
/// place park = "Country Park, Greensboro" within 400m            // the address
/// ```
///
/// A source whose argument is a field of a row is left out: its values are known only as the rules run.
struct RecordingKeys {
  /// Each once, in the order of the providers
  let subjects: [FetchKey]

  /// The sources that are also read with values that are not known before it runs
  let leftOut: Set<String>

  /// - Parameter onlyRead: whether to leave out sources and tables that no rule reads.
  init(_ graph: ConditionGraph, providers: [Provider], onlyRead: Bool = false) {
    var subjects: [FetchKey] = []
    var leftOut: Set<String> = []
    func add(_ subject: FetchKey) {
      if !subjects.contains(subject) { subjects.append(subject) }
    }
    for provider in providers where !provider.isPushed {
      // All that a bundle serves comes with a fetch of the first: of a calendar, the schedule brings the agenda.
      for served in provider.isBundle ? Array(provider.served.prefix(1)) : provider.served {
        switch served {
        case .table(let table):
          if !onlyRead || graph.scopes.contains(table) { add(.table(table)) }
        case .source(let source) where provider.hasAllValues:
          let parameters = graph.sources[Int(source.index)].parameters
          if !onlyRead || graph.requests.contains(where: { $0.source == source }) {
            add(.source(source, parameters.map { _ in nil }))
          }
        case .source(let source):
          // A table that no rule reads now may be needed later.
          if !onlyRead, graph.sources[Int(source.index)].parameters.isEmpty {
            add(.source(source, []))
          }
          for request in graph.requests where request.source == source {
            guard let arguments = request.constants(in: graph) else {
              leftOut.insert(graph.sources[Int(source.index)].name)
              continue
            }
            add(.source(source, arguments))
          }
        case .addresses:
          for text in graph.constantTexts({ if case .address(let node) = $0 { node } else { nil } })
          { add(.address(text)) }
        case .places:
          for category in graph.constantTexts({
            if case .nearest(let node, _) = $0 { node } else { nil }
          }) { add(.places(category: category)) }
        }
      }
    }
    self.subjects = subjects
    self.leftOut = leftOut
  }
}

extension Request {
  /// The arguments if all of them are constants
  fileprivate func constants(in graph: ConditionGraph) -> [Value?]? {
    var values: [Value?] = []
    for argument in arguments {
      guard let argument else {
        values.append(nil)
        continue
      }
      guard case .constant(let value) = graph.nodes[Int(argument.index)].operation else {
        return nil
      }
      values.append(value)
    }
    return values
  }
}

extension ConditionGraph {
  /// The constant texts among the operands that are picked, each once
  fileprivate func constantTexts(_ operand: (Operation) -> NodeID?) -> [String] {
    var texts: [String] = []
    for node in nodes {
      guard let id = operand(node.operation),
        case .constant(.text(let text)) = nodes[Int(id.index)].operation, !texts.contains(text)
      else { continue }
      texts.append(text)
    }
    return texts
  }
}
