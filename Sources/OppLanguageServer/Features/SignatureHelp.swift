internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The parameters of the call around a place
package struct SignatureHelp: Hashable, Sendable {
  /// The ways to call it, such as `min(values)` and `min(x, last D)`
  package let signatures: [Signature]

  /// The index of the way that fits the arguments written so far
  package let active: Int

  /// The parameter that the place is in; nil behind the last
  package let activeParameter: Int?

  package struct Signature: Hashable, Sendable {
    package let label: String
    package let documentation: String

    /// The parameters as they stand in ``label``, in bytes from its beginning
    package let parameters: [Range<Int>]
  }
}

extension RuleSetSnapshot {
  /// The signature of the innermost call whose parentheses hold an offset
  ///
  /// - Parameter text: the text of the file as it is now; nil for that of the snapshot.
  package func signatureHelp(
    at offset: Int32, in file: Int, text: [UInt8]? = nil
  ) -> SignatureHelp? {
    let around = CompletionText(text ?? source(at: file).bytes, at: Int(offset))
    let tree = Parser.parse(SourceFile(path: "signature", bytes: around.bytes)).tree
    let path = tree.path(to: around.probeOffset)
    guard let list = path.last(where: { $0.kind == .argumentList }),
      let node = path.last(where: { $0.kind == .call }),
      case .call(let call) = ExpressionSyntax(node: node), let callee = call.name?.text
    else { return nil }
    let isConnector = path.contains { $0.kind == .connectDeclaration }
    let signatures = isConnector ? connector(callee) : signatures(of: callee)
    guard !signatures.isEmpty else { return nil }
    let position = list.tokens(.comma).count { $0.range.end <= around.probeOffset }
    let named = call.arguments.first { argument in
      argument.range.start <= around.probeOffset && around.probeOffset <= argument.range.end
    }?.name?.text
    let active = signatures.firstIndex { $0.parameters.count > position } ?? signatures.count - 1
    return SignatureHelp(
      signatures: signatures, active: active,
      activeParameter: Self.parameter(position, named: named, of: signatures[active]))
  }

  /// The index of the parameter that an argument is for, by its name or else by its position
  private static func parameter(
    _ position: Int, named name: String?, of signature: SignatureHelp.Signature
  ) -> Int? {
    if let name {
      let bytes = Array(signature.label.utf8)
      return signature.parameters.firstIndex { range in
        String(decoding: bytes[range], as: UTF8.self).hasPrefix(name + ":")
      }
    }
    return position < signature.parameters.count ? position : nil
  }

  // MARK: Signatures

  /// The ways to call a function, a source or a let; those that are declared before those of the language
  private func signatures(of callee: String) -> [SignatureHelp.Signature] {
    let declared = analysis.declarations.last {
      $0.name == callee && ($0.kind == .function || $0.kind == .source)
    }
    if let declared, declared.kind == .function || Manual.entry(.function, callee) == nil {
      let parameters = analysis.declarations.filter {
        $0.kind == .parameter && $0.container == callee && $0.range.file == declared.range.file
      }
      return [
        Self.signature(
          callee, parameters.map { "\($0.name): \($0.type.map { name(of: $0) } ?? "?")" },
          declared.documentation.joined(separator: "\n"))
      ]
    }
    guard let entry = Manual.entry(.function, callee) else { return [] }
    return Manual.parameters(ofFunction: callee).map { Self.signature(callee, $0, entry.text) }
  }

  /// The options of a connector as parameters: `openmeteo(latitude: …)`
  private func connector(_ name: String) -> [SignatureHelp.Signature] {
    guard let connector = analysis.connector(named: name) else { return [] }
    let parameters = connector.options.map { "\($0.name): \($0.phrase)" }
    return [Self.signature(name, parameters, connector.summary)]
  }

  /// A signature whose parameters know their places in the label, in bytes of UTF-8
  private static func signature(
    _ name: String, _ parameters: [String], _ words: String
  ) -> SignatureHelp.Signature {
    var label = name + "("
    var ranges: [Range<Int>] = []
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { label += ", " }
      let start = label.utf8.count
      label += parameter
      ranges.append(start..<label.utf8.count)
    }
    return SignatureHelp.Signature(label: label + ")", documentation: words, parameters: ranges)
  }
}
