internal import Foundation

/// The tour as a page: the texts, beginnings and answers of all lessons, which the playground shows one by one
struct TourDocument {
  let document: Document

  /// The page
  static let home = Document.Crumb(path: "tour/", title: "Tour")

  /// The folder of the lessons in the checkout
  private static let folder = "editors/web/tour"

  /// - Throws: ``SiteFailure`` if a lesson lacks a file.
  init(sources: URL) throws(SiteFailure) {
    let folder = sources.appending(path: Self.folder)
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.first?.isNumber == true }.sorted()
    guard let first = names.first else { throw SiteFailure("\(Self.folder) has no lessons") }
    var passages = [
      Self.paragraph("Take it in the browser: ", Self.link(to: first, "begin with lesson 1"))
    ]
    for (index, name) in names.enumerated() {
      passages += try Self.lesson(at: folder.appending(path: name), number: index + 1)
    }
    document = Document(
      path: Self.home.path, title: "Tour: seventeen short lessons",
      summary: [
        .text(
          "A tutorial of seventeen lessons, from an alarm clock to a rule over a file of your own.")
      ],
      passages: passages, trail: [Manual.home])
  }

  private static func lesson(at folder: URL, number: Int) throws(SiteFailure) -> [Passage] {
    func text(_ file: String) throws(SiteFailure) -> String {
      guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else {
        throw SiteFailure("\(folder.lastPathComponent) has no \(file)")
      }
      return text.trimmingCharacters(in: .newlines)
    }
    let name = folder.lastPathComponent
    var passages: [Passage] = []
    var section = ""
    for part in try text("lesson.md").components(separatedBy: "\n\n") {
      if part.hasPrefix("# ") {
        let title = "\(number). \(part.dropFirst(2))"
        passages.append(Passage(block: .heading(level: 2, anchor: name, text: title)))
      } else if part.hasPrefix("## ") {
        section = String(part.dropFirst(3))
      } else if section.isEmpty {
        passages.append(Passage(block: .paragraph([Inline](prose: part))))
      } else if section == "Your turn" {
        passages.append(Passage(block: .code(syntax: "opp rules.opp", text: try text("start.opp"))))
        passages.append(
          Passage(block: .paragraph([.strong([.text("Your turn. ")])] + [Inline](prose: part))))
        passages.append(paragraph("", link(to: name, "Try it in the playground")))
      }
    }
    passages.append(Passage(block: .paragraph([.text("The answer:")])))
    passages.append(Passage(block: .code(syntax: "opp", text: try text("solution.opp"))))
    return passages
  }

  private static func paragraph(_ text: String, _ link: Inline) -> Passage {
    Passage(block: .paragraph([.text(text), link, .text(".")]))
  }

  private static func link(to lesson: String, _ text: String) -> Inline {
    .link(.path("play/#tour=\(lesson)"), [.text(text)])
  }
}
