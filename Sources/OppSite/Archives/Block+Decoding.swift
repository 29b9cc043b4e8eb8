extension Block: Decodable {
  /// Reads a block of DocC's schema
  ///
  /// - Throws: ``SiteFailure`` for a kind that the writers do not know.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let kind = try values.decode(String.self, forKey: .type)
    switch kind {
    case "heading":
      self = .heading(
        level: try values.decode(Int.self, forKey: .level),
        anchor: try values.decode(String.self, forKey: .anchor),
        text: try values.decode(String.self, forKey: .text))
    case "paragraph":
      self = .paragraph(try values.decode([Inline].self, forKey: .inlineContent))
    case "codeListing":
      self = .code(
        syntax: try values.decodeIfPresent(String.self, forKey: .syntax) ?? "",
        text: try values.decode([String].self, forKey: .code).joined(separator: "\n"))
    case "orderedList", "unorderedList":
      let items = try values.decode([Item].self, forKey: .items)
      self = .list(isOrdered: kind == "orderedList", items: items.map { $0.content })
    case "table":
      let header = try values.decode(String.self, forKey: .header)
      guard header == "row" || header == "none" else {
        throw SiteFailure("a table with the header `\(header)` is not known")
      }
      self = .table(
        hasHeader: header == "row", rows: try values.decode([[[Block]]].self, forKey: .rows))
    default:
      throw SiteFailure("the block `\(kind)` is not known")
    }
  }

  /// An item of a list
  private struct Item: Decodable {
    let content: [Block]
  }

  private enum Key: String, CodingKey {
    case type, level, anchor, text, inlineContent, syntax, code, items, header, rows
  }
}

extension Inline: Decodable {
  /// Reads a part of a line of DocC's schema
  ///
  /// - Throws: ``SiteFailure`` for a kind that the writers do not know, or a link without a target.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let kind = try values.decode(String.self, forKey: .type)
    switch kind {
    case "text": self = .text(try values.decode(String.self, forKey: .text))
    case "codeVoice": self = .code(try values.decode(String.self, forKey: .code))
    case "emphasis": self = .emphasis(try values.decode([Inline].self, forKey: .inlineContent))
    case "strong": self = .strong(try values.decode([Inline].self, forKey: .inlineContent))
    case "reference":
      let identifier = try values.decode(String.self, forKey: .identifier)
      let references = CodingUserInfoKey.references.flatMap { decoder.userInfo[$0] }
      let targets = references as? [String: RenderedReference]
      guard let reference = targets?[identifier] else {
        throw SiteFailure("the link `\(identifier)` leads nowhere")
      }
      let title = try values.decodeIfPresent([Inline].self, forKey: .overridingTitleInlineContent)
      self = .link(reference.destination, title ?? reference.title)
    default:
      throw SiteFailure("the text `\(kind)` is not known")
    }
  }

  private enum Key: String, CodingKey {
    case type, text, code, inlineContent, identifier, overridingTitleInlineContent
  }
}
