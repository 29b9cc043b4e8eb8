package import OppModel
internal import OppSemantics
package import OppSyntax

/// A few words that an editor shows behind a place of the text
package struct InlayHint: Hashable, Sendable {
  /// The kinds, each of which has a switch of its own
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `68F` is 20 °C
    case temperatures

    /// `30m` is 30 minutes, or 30 metres
    case minutes

    /// `3mi` is 4.83 km
    case lengths

    /// `20mph` is 32.19 km/h
    case speeds

    /// `sunset` is at 21:18 at home
    case sun
  }

  package let kind: Kind

  /// The end of the word that it belongs to
  package let place: SourceRange
  package let label: String

  /// A sentence for those who point at it
  package let tooltip: String
}

/// The instant and the place for which hints show the times of the sun
package struct SunPlace: Sendable {
  package let instant: Instant
  package let zone: Zone
  package let position: Position

  /// The name of the position in the hint: `home`
  package let name: String

  package init(instant: Instant, zone: Zone, position: Position, name: String) {
    self.instant = instant
    self.zone = zone
    self.position = position
    self.name = name
  }
}

extension RuleSetSnapshot {
  /// The hints of the part of a file, in the order of the text
  package func inlayHints(
    of file: Int, in range: Range<Int32>, kinds: Set<InlayHint.Kind>, sun: SunPlace? = nil
  ) -> [InlayHint] {
    let tree = tree(at: file)
    var found: [InlayHint] = []
    var index = tree.tokenIndex(at: range.lowerBound) ?? 0
    while index < tree.tokenKinds.count, tree.tokenStarts[index] < range.upperBound {
      if tree.tokenKinds[index] == .quantity, let hint = unitHint(tree, index),
        kinds.contains(hint.kind)
      {
        found.append(hint)
      }
      index += 1
    }
    if let sun, kinds.contains(.sun) {
      found += sunHints(of: tree, in: range, sun)
      found.sort { $0.place < $1.place }
    }
    return found
  }

  // MARK: Units

  /// The hint behind a quantity in a unit that readers may not be used to; `nil` if there is none
  ///
  /// `30m` may be minutes or metres. It has a hint only if the checker has decided which.
  private func unitHint(_ tree: SyntaxTree, _ index: Int) -> InlayHint? {
    let token = tree.token(at: index)
    guard UnitConversion.isWorthwhile(token.bytes),
      let node = tree.path(to: token.range.start).last(where: { $0.kind == .literal }),
      case .literal(let literal) = ExpressionSyntax(node: node),
      let quantity = try? QuantityLiteral.parse(literal.text)
    else { return nil }
    let type = analysis.symbols.type(of: node.range) ?? quantity.readings.first?.type
    guard let type, let reading = quantity.readings.first(where: { $0.type == type }),
      quantity.readings.count == 1 || analysis.symbols.type(of: node.range) != nil,
      let conversion = UnitConversion(reading)
    else { return nil }
    return InlayHint(
      kind: conversion.kind, place: node.range.endPoint, label: " = \(conversion.text)",
      tooltip: "`\(literal.text)` is \(conversion.phrase).")
  }

  // MARK: The sun

  /// The hints behind the fields of the prelude's `sun`, at the time of the day that the surroundings name
  private func sunHints(
    of tree: SyntaxTree, in range: Range<Int32>, _ sun: SunPlace
  ) -> [InlayHint] {
    let wanted = SourceRange(
      file: tree.source.index, start: range.lowerBound, end: range.upperBound)
    return analysis.symbols.uses(in: wanted).compactMap { use in
      guard let field = sunField(use.id), !isArgued(use.range, in: tree),
        let time = sun.time(of: field)
      else { return nil }
      return InlayHint(
        kind: .sun, place: use.range.endPoint, label: " \(time) at \(sun.name)",
        tooltip: "On this day, `\(analysis.text(use.range))` is at \(time) at \(sun.name).")
    }
  }

  /// The name of a time of day of the prelude's `sun`, such as `sunset`; nil for every other name
  private func sunField(_ id: SymbolID) -> String? {
    guard case .sourceField = id, let declaration = analysis.symbols.declaration(of: id),
      isPrelude(declaration.range.file), declaration.container == "sun",
      declaration.type == .timeOfDay
    else { return nil }
    return declaration.name
  }

  /// `true` if a field is that of a place that is given: `sun(park).sunset`
  private func isArgued(_ range: SourceRange, in tree: SyntaxTree) -> Bool {
    guard let access = tree.path(to: range.start).last, access.kind == .fieldAccess else {
      return false
    }
    return access.child(.call) != nil
  }
}

extension SunPlace {
  /// The local time of a field of the prelude's `sun` on the day of the instant; `nil` if there is none
  func time(of field: String) -> String? {
    let date = zone.local(at: instant).date
    let day = SolarDay(date: date, position: position, zone: zone)
    let crossing: Instant? =
      switch field {
      case "sunrise": day.sunrise.instant
      case "sunset": day.sunset.instant
      case "dawn": day.dawn.instant
      case "dusk": day.dusk.instant
      case "solar_noon": day.noon
      default: nil
      }
    guard let crossing else { return nil }
    let second = zone.local(at: crossing).secondOfDay
    let (hour, minute) = (second / 3600, second / 60 % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
