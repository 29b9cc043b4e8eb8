/// A report as one page of HTML: drawings and styles are in it, and it needs neither a script nor a network
///
/// It is well-formed XML as well. Texts are HTML at any width of the page, drawings are SVG that stretches between them. Colours
/// follow the browser's theme; paper is light.
///
/// ```
/// header    the rule set, the days, the numbers of Opps and firings, the legend
/// All Opps  a strip each
/// day       dials, firings, a strip of hours each, the fetches of a live run
/// Charts    bars for each series, with their table
/// Opps      a card each: the strip, its parts and rows, a year as a calendar, the firings, the rule
/// ```
package struct ReportPage {
  private let report: Report

  /// The columns of a strip
  static let columns = 1000

  package init(_ report: Report) {
    self.report = report
  }

  /// The whole document
  package var text: String {
    var colours = ReportColours()
    var body = header
    let strips = OppSections(report)
    body += strips.overview(&colours)
    body += DaySection(report).text(&colours)
    body += ChartSection(report.charts).text(&colours)
    body += strips.cards(&colours)
    let title = Markup.escaped("\(report.title): \(report.dates)")
    return """
      <!DOCTYPE html>
      <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(title)</title>
      <style>
      \(PageStyle.text(colours))</style>
      </head>
      <body>
      <main>
      \(body)</main>
      </body>
      </html>

      """
  }

  /// A page that has a text in place of a report, about the problems of the rules
  package static func problem(_ text: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>No report</title>
    <style>
    \(PageStyle.text(ReportColours()))</style>
    </head>
    <body>
    <main>
    <h1>No report</h1>
    <div class="card"><pre>\(Markup.escaped(text))</pre></div>
    </main>
    </body>
    </html>

    """
  }

  /// The name, the days, the numbers and the legend
  private var header: String {
    var numbers = ""
    func number(_ count: Int, _ one: String, _ many: String) {
      let word = count == 1 ? one : many
      numbers += "<div><dt>\(word)</dt><dd>\(Markup.grouped(count))</dd></div>"
    }
    if !report.opps.isEmpty {
      number(report.opps.count, "Opp", "Opps")
      number(report.count.firings, "firing", "firings")
      if report.count.records > 0 { number(report.count.records, "record", "records") }
    }
    if !report.charts.isEmpty { number(report.charts.count, "chart", "charts") }
    number(report.axis.dayCount, "day", "days")
    return """
      <header>
      <h1>\(Markup.escaped(report.title))</h1>
      <p class="sub">\(Markup.escaped(report.dates))</p>
      <dl class="sum">\(numbers)</dl>
      \(report.opps.isEmpty ? "" : legend)</header>

      """
  }

  /// The samples of a strip with their names
  private var legend: String {
    var samples = [
      ("<path class=\"k\" d=\"M0 7h32\"/><path class=\"t\" d=\"M0 7h32\"/>", "true"),
      ("<path class=\"k\" d=\"M0 7h32\"/>", "false"),
      ("<path class=\"k\" d=\"M0 7h32\"/><path class=\"u\" d=\"M0 7h32\"/>", "unknown"),
      ("<path class=\"f\" d=\"M16 7h0\"/>", "fired"),
    ]
    if report.axis.isShaded(columns: Self.columns) {
      let pale = "<path class=\"k\" d=\"M0 7h32\"/><path class=\"t t3\" d=\"M0 7h32\"/>"
      samples.insert((pale, "true for a part"), at: 1)
    }
    if report.opps.contains(where: { $0.hasEvents && $0.whole != nil }) {
      let thin =
        "<g class=\"e\"><path class=\"k\" d=\"M0 7h32\"/><path class=\"t\" d=\"M0 7h20\"/></g>"
      samples.append((thin, "thin: fires at its events only"))
    }
    let items = samples.map { drawing, name in
      "<li><svg class=\"strip\" viewBox=\"0 0 32 14\" aria-hidden=\"true\">\(drawing)</svg>\(name)</li>"
    }
    return "<ul class=\"legend\">\(items.joined())</ul>\n"
  }

  /// The labels below strips
  static func axis(_ axis: TimeAxis) -> String {
    let marks = axis.marks.map { mark in
      let left = Markup.number(axis.place(mark.second) * 100)
      let minor = mark.isMinor ? " class=\"minor\"" : ""
      return "<span\(minor) style=\"left:\(left)%\">\(Markup.escaped(mark.text))</span>"
    }
    return
      "<div class=\"row\"><div class=\"axis\" aria-hidden=\"true\">\(marks.joined())</div></div>\n"
  }

  /// A drawing of a strip with its name for screen readers
  static func strip(
    _ content: String, _ label: String, columns: Int = ReportPage.columns
  ) -> String {
    "<svg class=\"strip\" viewBox=\"0 0 \(columns) \(StripDrawing.height)\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(Markup.escaped(label))\">\(content)</svg>"
  }

  /// A table that scrolls within itself, below a line that opens it
  static func folded(_ summary: String, _ content: String) -> String {
    "<details><summary>\(Markup.escaped(summary))</summary><div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"\(Markup.escaped(summary))\">\(content)</div></details>\n"
  }

  /// The rows of a table; of cells that are numbers, the text is at the right
  static func table(_ head: [String], _ rows: [[String]], numbersFrom: Int = .max) -> String {
    func cells(_ texts: [String], _ tag: String) -> String {
      texts.enumerated().map { index, text in
        let isNumber = index >= numbersFrom ? " class=\"r\"" : ""
        let scope = tag == "th" ? " scope=\"col\"" : ""
        return "<\(tag)\(isNumber)\(scope)>\(Markup.escaped(text))</\(tag)>"
      }.joined()
    }
    let body = rows.map { "<tr>\(cells($0, "td"))</tr>" }.joined(separator: "\n")
    return
      "<table><thead><tr>\(cells(head, "th"))</tr></thead><tbody>\(body)</tbody></table>"
  }
}
