internal import Foundation

/// A page as `docc convert` writes it: Markdown that is parsed, with its links resolved
///
/// The schema is DocC's `RenderNode`. Of its kinds of blocks those are read that the manual has; any other one fails
/// the build with its name, so that nothing is left out unnoticed.
struct RenderedPage: Decodable {
  /// `doc://opp/documentation/Opp/Truth`
  let identifier: String
  let title: String
  let summary: [Inline]
  let blocks: [Block]

  /// The groups of pages under `## Topics`
  let topics: [Topic]

  /// A group of pages
  struct Topic: Decodable {
    let title: String
    let identifiers: [String]
  }

  /// Reads a file of an archive
  ///
  /// - Parameter addresses: the titles of links to other sites, which `docc` leaves out if they are in a summary.
  /// - Throws: ``SiteFailure`` with the path, for a file that is not of the schema or has a kind that is not known.
  static func read(
    _ file: URL, addresses: [String: RenderedReference] = [:]
  ) throws(SiteFailure) -> RenderedPage {
    do {
      let data = try Data(contentsOf: file)
      let references = try JSONDecoder().decode(ReferenceList.self, from: data).references
        .merging(addresses) { own, _ in own }
      let decoder = JSONDecoder()
      if let key = CodingUserInfoKey.references { decoder.userInfo[key] = references }
      return try decoder.decode(RenderedPage.self, from: data)
    } catch let failure as SiteFailure {
      throw SiteFailure("\(file.lastPathComponent): \(failure)")
    } catch {
      throw SiteFailure("\(file.lastPathComponent): \(error)")
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    identifier = try values.nestedContainer(keyedBy: Key.self, forKey: .identifier)
      .decode(String.self, forKey: .url)
    // Titles stand in lists and in the bars of windows, if there is no code.
    title = try values.nestedContainer(keyedBy: Key.self, forKey: .metadata)
      .decode(String.self, forKey: .title).replacing("`", with: "")
    summary = try values.decodeIfPresent([Inline].self, forKey: .abstract) ?? []
    topics = try values.decodeIfPresent([Topic].self, forKey: .topicSections) ?? []
    let sections = try values.decodeIfPresent([Section].self, forKey: .primaryContentSections) ?? []
    let content = sections.flatMap { $0.content }
    // DocC sets a heading of its own above text that has none; one that is written has a capital in its anchor.
    blocks = Array(content.drop { $0 == .heading(level: 2, anchor: "overview", text: "Overview") })
  }

  private enum Key: String, CodingKey {
    case identifier, url, metadata, title, abstract, topicSections, primaryContentSections
  }

  /// A section of the text; a page of prose has one
  private struct Section: Decodable {
    let content: [Block]

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      let kind = try values.decode(String.self, forKey: .kind)
      guard kind == "content" else { throw SiteFailure("the section `\(kind)` is not known") }
      content = try values.decode([Block].self, forKey: .content)
    }

    private enum Key: String, CodingKey {
      case kind, content
    }
  }

  /// The targets of links by their identifiers, which are read before the text that names them
  private struct ReferenceList: Decodable {
    let references: [String: RenderedReference]
  }
}

extension CodingUserInfoKey {
  /// The references of the page that is being read; a raw value that is a text always makes a key
  static let references = CodingUserInfoKey(rawValue: "references")
}
