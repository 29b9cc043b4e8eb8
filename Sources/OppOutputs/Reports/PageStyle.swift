internal import OppModel

/// The styles of a report's page: both themes, paper, narrow and wide screens
///
/// Texts stand out from their background by at least 4.5:1, drawings by 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
enum PageStyle {
  /// All styles, with a class for each colour in use
  static func text(_ colours: ReportColours) -> String {
    var (light, dark) = ("", "")
    for (index, colour) in colours.used.enumerated() {
      light += ".c\(index){--c:\(hexadecimal(colour, isDark: false))}"
      dark += ".c\(index){--c:\(hexadecimal(colour, isDark: true))}"
    }
    return base + light + "\n@media screen and (prefers-color-scheme:dark){" + dark + "}\n"
  }

  /// A colour as it is drawn in a theme
  static func hexadecimal(_ colour: Int32, isDark: Bool) -> String {
    Colour.hexadecimal(ReportColours.shown(colour, isDark: isDark))
  }

  private static let base = """
    :root{color-scheme:light dark;--page:#f6f6f3;--card:#fff;--ink:#1b1e23;--soft:#545c66;--line:#d8dade;--track:#e4e7eb;--c:#0072b2;--doubt:#7d8590;--tick:#c3c8ce;--dot:#1b1e23}
    @media screen and (prefers-color-scheme:dark){:root{--page:#121518;--card:#1b1f24;--ink:#e9ebee;--soft:#a9b1ba;--line:#343b43;--track:#2b3138;--c:#56b4e9;--doubt:#8b949e;--tick:#4a525b;--dot:#f3f4f6}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
    main{max-width:76rem;margin:0 auto;padding:1.5rem clamp(.75rem,3vw,2.5rem) 4rem}
    h1{font-size:clamp(1.6rem,1.2rem + 1.6vw,2.3rem);line-height:1.15;margin:.2rem 0;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}
    h2{font-size:1.25rem;margin:2.6rem 0 .8rem;letter-spacing:-.01em}
    h3{font-size:1.05rem;margin:0;overflow-wrap:anywhere}
    a{color:inherit;text-decoration-color:var(--tick);text-underline-offset:.2em}
    .sub,.note,figcaption,.legend{color:var(--soft);font-size:.875rem}
    .sub{margin:0 0 1rem;font-size:1rem}
    dl.sum{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:0 0 1rem}
    dl.sum div{display:flex;flex-direction:column-reverse}
    dl.sum dd{margin:0;font-size:1.5rem;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
    dl.sum dt{color:var(--soft);font-size:.875rem}
    .card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem clamp(.8rem,2vw,1.4rem);margin:0 0 1rem}
    .legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0 0 1rem;padding:0;list-style:none}
    .legend li{display:flex;align-items:center;gap:.45rem}
    .legend svg{width:2rem;height:.9rem;flex:none}
    svg{display:block;overflow:visible}
    .row{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem .75rem;align-items:end;margin:.35rem 0}
    .row>.strip,.row>.axis{grid-column:1/-1}
    .name{min-width:0;line-height:1.35;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.9rem}
    .num{line-height:1.35;color:var(--soft);font-size:.85rem;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .strip{width:100%;height:1.5rem}
    .part .strip{height:.8rem}
    .part .name{color:var(--soft);font:.82rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    .axis{position:relative;height:1.2rem;font-size:.75rem;color:var(--soft);font-variant-numeric:tabular-nums}
    .axis span{position:absolute;white-space:nowrap;padding-left:.25rem;border-left:1px solid var(--tick);line-height:1.2rem}
    @media (max-width:40rem){.axis .minor{display:none}}
    @media (min-width:44rem){.row{grid-template-columns:minmax(7rem,25%) minmax(0,1fr) 5.5rem}.row>.strip,.row>.axis{grid-column:2;grid-row:1}.row>.num{grid-column:3;white-space:normal}}
    path{fill:none}.k,.t,.u,.f,.w{vector-effect:non-scaling-stroke}
    .k{stroke:var(--track);stroke-width:14px}.t{stroke:var(--c);stroke-width:14px}.u{stroke:var(--doubt);stroke-width:14px;stroke-dasharray:1.5 3}
    .part .k,.part .t,.part .u{stroke-width:8px}
    .e .k,.e .t,.e .u{stroke-width:4px}.t2{stroke-opacity:.78}.t3{stroke-opacity:.55}
    .g{stroke:var(--card);stroke-width:1px}
    .f{stroke:var(--dot);stroke-width:7px;stroke-linecap:round}.h{stroke:var(--card);stroke-width:10px;stroke-linecap:round}
    .head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem 1rem;margin-bottom:.5rem}
    .head .num{margin-left:auto}
    .dot{display:inline-block;width:.7em;height:.7em;border-radius:50%;background:var(--c);margin-right:.5em}
    details{margin:.6rem 0 0}
    summary{cursor:pointer;color:var(--soft);font-size:.875rem}
    .scroll{overflow-x:auto;max-width:100%}.scroll>pre{overflow:visible;min-width:max-content}
    table{border-collapse:collapse;font-size:.85rem;margin:.5rem 0;font-variant-numeric:tabular-nums}
    th,td{text-align:left;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
    td.r,th.r{text-align:right}
    pre{font:.82rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-x:auto;margin:.5rem 0;padding:.6rem .8rem;background:var(--page);border-radius:.5rem}
    .w{stroke:var(--tick);stroke-width:2px}
    .note{margin:.3rem 0}
    .head h3{min-width:0;color:var(--ink)}.cap:has(.name:empty){margin-top:-.5rem}.f.n,.part .f{stroke-width:4px}
    figure{margin:0}
    .year{margin:1rem 0 0;max-width:58rem}
    .year .axis{margin-top:.3rem}
    .year .axis span{border:0;padding:0}
    .year svg{width:100%;height:auto}
    .year path{fill:none;stroke:var(--c);stroke-width:10px;stroke-dasharray:10 2}
    .year .l0{stroke:var(--track)}
    .year .l1{stroke-opacity:.35}
    .year .l2{stroke-opacity:.55}
    .year .l3{stroke-opacity:.78}
    .year .d{stroke:var(--dot);stroke-width:4.5px;stroke-linecap:round;stroke-dasharray:0 12}
    .day{display:grid;gap:1rem 2rem;margin-bottom:1rem;align-items:start}
    .dials{display:flex;flex-wrap:wrap;justify-content:center;gap:1rem}
    .dial{width:min(100%,19rem);height:auto;flex:0 1 auto}
    .dial text{fill:var(--soft);font-size:17px}
    .dial .big{fill:var(--ink);font-size:40px;font-weight:650}
    .dial .o{fill:none;stroke:var(--track);stroke-width:12px}
    .dial .a{fill:none;stroke:var(--c);stroke-width:12px}
    .dial .g{fill:none;stroke:var(--tick);stroke-width:1.5px}
    .dial circle.b{fill:var(--dot);stroke:var(--card);stroke-width:1.5px}
    .dial circle.b[class*=" c"]{fill:var(--c)}
    .said{list-style:none;margin:0;padding:0;font-size:.9rem}
    .said li{display:grid;grid-template-columns:5.2rem minmax(0,1fr);gap:.2rem .8rem;padding:.25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
    .said .num{line-height:1.5;text-align:left}
    .gap{margin:1.6rem 0 .6rem}
    @media (min-width:62rem){.day{grid-template-columns:auto minmax(0,1fr)}.dials{max-width:40rem;justify-content:flex-start}}
    .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;align-items:start}
    .charts .card{margin:0;min-width:0}
    .cap{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
    .series{margin:.2rem 0 .5rem}
    .bars{width:100%;height:5.5rem}
    .series:has(~.series) .bars,.series~.series .bars{height:3.6rem}
    .bars path{vector-effect:non-scaling-stroke}
    .bars .b{fill:var(--c)}
    .bars .q{fill:none;stroke:var(--doubt);stroke-width:5px;stroke-linecap:round}
    .bars .g{fill:none;stroke:var(--line);stroke-width:1px}
    .marks{display:block;width:100%;height:1.2rem;font-size:.75rem;font-variant-numeric:tabular-nums}
    .marks text{fill:var(--soft)}
    .marks line{stroke:var(--tick)}
    @media (max-width:40rem){.marks .minor{display:none}}
    :focus-visible{outline:2px solid var(--c);outline-offset:2px;border-radius:2px}
    @media print{.row,.head,figure,.dials,tr,li{break-inside:avoid}h2,.head,thead{break-after:avoid}body{background:#fff;font-size:11pt}main{max-width:none;padding:0}.card{border-color:#bbb}details:not([open]){display:none}a{text-decoration:none}.scroll{overflow:visible}pre{white-space:pre-wrap}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}

    """
}
