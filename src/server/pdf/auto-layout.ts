// The automatic layout, in Typst. It reads a PrintedDocument from /document.json and never evaluates what it finds there.
// Sizes and colors are set once at the top; labels are at least 4.5:1 against the paper. Stars and rules are artifacts,
// which a screen reader skips; headings, tables, lists and pictures with their descriptions are what it reads.

export const autoLayout = String.raw`
#let doc = json("/document.json")
#let is-rtl = doc.dir == "rtl"
#let side = if is-rtl { right } else { left }
#let other-side = if is-rtl { left } else { right }

#let ink = rgb("#17202e")
#let quiet = rgb("#5b6574")
#let accent = rgb("#1d4e79")
#let hairline = 0.5pt + rgb("#d9dee5")
#let tint = rgb("#f4f6f9")
#let faint = rgb("#c9d0da")

#set document(
  title: doc.name,
  author: "Formstead",
  description: doc.description,
  date: datetime(
    year: doc.date.at(0), month: doc.date.at(1), day: doc.date.at(2),
    hour: doc.date.at(3), minute: doc.date.at(4), second: doc.date.at(5),
  ),
)
#set text(size: 10pt, fill: ink, lang: doc.locale, dir: if is-rtl { rtl } else { ltr }, hyphenate: false)
#set par(leading: 0.6em, spacing: 0.6em, justify: false)
#set align(side)

// The marks of printed-text.ts. In the font of the words around it the mark would melt into the letter before, and that letter
// would be lost when the text is copied.
#let break-here = text(size: 1pt, font: "Noto Sans Symbols 2", "\u{200b}")
#let breakable(it) = if "\u{200b}" in it { it.split("\u{200b}").join(break-here) } else { it }
#let flow(it) = if "\u{2066}" in it {
  let parts = it.split("\u{2066}")
  breakable(parts.first())
  for part in parts.slice(1) {
    let pieces = part.split("\u{2069}")
    box(text(dir: ltr, pieces.first()))
    breakable(pieces.slice(1).join(""))
  }
} else { breakable(it) }

#let say(lines) = for line in lines {
  text(dir: if line.dir == "rtl" { rtl } else { ltr }, par(flow(line.text)))
}
#let say-inline(lines) = lines.map(line => flow(line.text)).join(" ")
#let quietly(body) = text(size: 8.5pt, fill: quiet, body)

#let page-words(current, last) = doc.pageWords.replace("{0}", str(current)).replace("{1}", str(last))

#set page(
  paper: "a4",
  margin: (x: 21mm, top: 23mm, bottom: 22mm),
  header: context if here().page() > 1 {
    set text(size: 8.5pt, fill: quiet)
    block(width: 100%, stroke: (bottom: hairline), inset: (bottom: 5pt), grid(
      columns: (1fr, auto), column-gutter: 12pt,
      box(height: 1em, clip: true, say-inline(doc.title)), doc.number,
    ))
  },
  footer: context {
    set text(size: 8.5pt, fill: quiet)
    align(other-side, page-words(here().page(), counter(page).final().first()))
  },
)

#show heading: set text(fill: accent, weight: 600)
#show heading: set block(sticky: true)
#show heading.where(level: 1): set text(size: 13.5pt)
#show heading.where(level: 1): set block(above: 20pt, below: 7pt)
#show heading.where(level: 2): set text(size: 11.5pt)
#show heading.where(level: 2): set block(above: 15pt, below: 6pt)
#show heading: it => if it.level > 2 {
  block(above: 12pt, below: 5pt, sticky: true, text(size: 10pt, it.body))
} else { it }
#show title: set text(size: 23pt, weight: 700, fill: ink)
#show title: set block(below: 13pt)
#show emph: set text(font: ("Noto Sans", "Heebo"))
#show link: set text(fill: accent)
#show raw: set text(font: ("Noto Sans", "Heebo"), size: 9pt)
#set list(marker: text(fill: quiet, "•"), spacing: 0.55em, indent: 0pt, body-indent: 0.6em)
#set enum(spacing: 0.55em, indent: 0pt, body-indent: 0.6em)

// Values

#let dash = text(fill: quiet, "–")

#let star(fill) = box(baseline: 1.2pt, pdf.artifact(polygon(
  fill: fill,
  ..range(10).map(i => {
    let radius = if calc.even(i) { 5pt } else { 2.1pt }
    let angle = 36deg * i - 90deg
    (5pt + radius * calc.cos(angle), 5pt + radius * calc.sin(angle))
  }),
)))

#let inline-item(it) = {
  text(dir: if it.lines.first().dir == "rtl" { rtl } else { ltr }, par({
    if "question" in it {
      say-inline(it.question)
      ": "
    }
    say-inline(it.lines)
    if "note" in it {
      h(0.7em)
      box(quietly(text(dir: if it.note.first().dir == "rtl" { rtl } else { ltr }, say-inline(it.note))))
    }
  }))
}

#let picture(it) = block(breakable: false, width: 100%, {
  block(width: 100%, height: 44mm, fill: tint, radius: 2pt, inset: 2mm, align(center + horizon,
    image(it.path, alt: it.alt, width: 100%, height: 100%, fit: "contain")))
  v(4pt, weak: true)
  set text(size: 8.5pt)
  inline-item(it)
})

#let files(value) = {
  if value.pictures.len() > 0 {
    grid(columns: (1fr,) * calc.min(3, value.pictures.len()) + (if value.pictures.len() == 1 { (1fr,) } else { () }),
      column-gutter: 10pt, row-gutter: 10pt, ..value.pictures.map(picture))
  }
  if value.files.len() > 0 {
    if value.pictures.len() > 0 { v(11pt, weak: true) }
    if value.files.len() == 1 { inline-item(value.files.first()) } else { list(..value.files.map(inline-item)) }
  }
}

#let mark-run(run) = {
  let body = flow(run.text)
  for mark in run.marks {
    body = if mark == "bold" { strong(body) } else if mark == "italic" { emph(body) } else if mark == "underline" {
      underline(body)
    } else if mark == "strike" { strike(body) } else if mark == "code" { raw(run.text.replace(regex("[\u{200b}\u{2066}\u{2069}]"), "")) } else if mark == "sub" {
      sub(body)
    } else { super(body) }
  }
  if "href" in run { link(run.href, body) } else { body }
}

#let rich-line(it) = text(dir: if it.dir == "rtl" { rtl } else { ltr }, par(it.runs.map(mark-run).join()))

// As large as it is, within the width and a third of a page.
#let rich-picture(it) = block(above: 0.9em, below: 0.9em, layout(size => {
  let natural = measure(image(it.path))
  let scale = calc.min(1, size.width / natural.width, 100mm / natural.height)
  if it.alt == "" { pdf.artifact(image(it.path, width: natural.width * scale)) }
  else { image(it.path, alt: it.alt, width: natural.width * scale) }
}))

#let rich(blocks) = {
  set par(spacing: 0.8em)
  for it in blocks {
  if it.kind == "paragraph" { rich-line(it) }
  else if it.kind == "title" { block(above: 0.9em, below: 0.6em, sticky: true, strong(rich-line(it))) }
  else if it.kind == "list" {
    if it.isOrdered { enum(start: it.start, ..it.items.map(rich)) } else { list(..it.items.map(rich)) }
  }
  else if it.kind == "quote" {
    let bar = 2pt + faint
    block(inset: (x: 10pt, y: 2pt), stroke: if is-rtl { (right: bar) } else { (left: bar) }, rich(it.blocks))
  }
  else if it.kind == "code" {
    block(fill: tint, radius: 2pt, inset: 6pt, width: 100%, text(dir: ltr, align(left, raw(it.text, block: true))))
  }
  else if it.kind == "picture" { rich-picture(it) }
  else if it.kind == "rule" { block(above: 0.8em, below: 0.8em, line(length: 100%, stroke: hairline)) }
  else if it.kind == "table" {
    let cells = it.rows.map(row => row.map(rich) + ([],) * (it.width - row.len())).flatten()
    table(columns: (1fr,) * it.width, stroke: hairline, inset: 5pt, ..cells)
  }
} }

#let grid-of(value) = {
  set text(size: 9pt)
  table(
    columns: (2.2fr,) + (1fr,) * value.options.len(),
    align: (x, y) => (if x == 0 { side } else { center }) + horizon,
    stroke: (x, y) => (bottom: hairline),
    inset: (x: 4pt, y: 5pt),
    fill: (x, y) => if y == 0 { tint },
    table.header([], ..value.options.map(option => text(size: 8.5pt, fill: quiet, weight: 500, say(option)))),
    ..value.rows.map(row => (say(row.question),) + range(value.options.len()).map(at => if at == row.chosen {
      text(size: 11pt, fill: accent, "✓")
    } else { [] })).flatten(),
  )
}

#let stars(value) = {
  for i in range(value.max) { star(if i < value.value { rgb("#c9820a") } else { rgb("#e2e6ec") }); h(1.5pt) }
  h(5pt)
  quietly(value.words)
}

#let swatch(hex) = box(baseline: 1.5pt, pdf.artifact(rect(
  width: 11pt, height: 11pt, radius: 2pt, fill: rgb(hex), stroke: 0.5pt + faint)))

#let show-value(value) = {
  if value.kind == "empty" { par(dash) }
  else if value.kind == "text" { say(value.lines) }
  else if value.kind == "list" {
    if value.items.len() == 1 { inline-item(value.items.first()) } else { list(..value.items.map(inline-item)) }
  }
  else if value.kind == "stars" { par(stars(value)) }
  else if value.kind == "swatch" { par({ swatch(value.hex); h(5pt); say-inline(value.lines) }) }
  else if value.kind == "drawing" {
    block(stroke: (bottom: 0.6pt + faint), inset: (bottom: 3pt), width: 80mm,
      image(bytes(value.svg), format: "svg", width: value.widthMm * 1mm, alt: value.alt))
  }
  else if value.kind == "picture" {
    block(stroke: (bottom: 0.6pt + faint), inset: (bottom: 3pt), width: 80mm, height: 26mm,
      image(value.path, width: 100%, height: 100%, fit: "contain", alt: value.alt))
  }
  else if value.kind == "files" { files(value) }
  else if value.kind == "rich" { rich(value.blocks) }
  else if value.kind == "grid" { grid-of(value) }
}

// Blocks

#let is-wide(value) = {
  value.kind == "grid" or value.kind == "rich" or (value.kind == "files" and value.pictures.len() > 0)
}
#let help-of(it) = if "help" in it { block(above: 4.5pt, below: 0pt, text(size: 8pt, fill: quiet, say(it.help))) }
#let label-of(it) = {
  text(size: 8.5pt, fill: quiet, weight: 500, say(it.label))
  help-of(it)
}

#let stacked(it) = {
  block(sticky: true, below: if is-wide(it.value) { 6.5pt } else { 5pt }, label-of(it))
  show-value(it.value)
}

#let field(it) = block(width: 100%, above: 0pt, below: 0pt, inset: (y: 5.5pt), stroke: if it.value.kind != "grid" {
  (bottom: hairline)
}, {
  if it.label.len() == 0 { show-value(it.value) }
  else if is-wide(it.value) { stacked(it) }
  else {
    grid(columns: (33%, 1fr), column-gutter: 14pt,
      block(inset: (top: 0.9pt), { text(size: 9pt, fill: quiet, weight: 500, say(it.label)); help-of(it) }),
      show-value(it.value))
  }
})

#let data-table(it) = block(above: 4pt, below: 8pt, {
  set text(size: 9pt)
  set par(spacing: 0.5em)
  table(
    columns: it.columns.map(column => column.weight * 1fr),
    align: (x, y) => if it.columns.at(x).isNumeric { other-side } else { side },
    stroke: (x, y) => (bottom: hairline),
    inset: (x: 5pt, y: 5pt),
    fill: (x, y) => if y == 0 { tint },
    table.header(..it.head.map(head => text(size: 8.5pt, fill: quiet, weight: 500, say(head)))),
    ..it.rows.flatten().map(show-value),
  )
})

#let show-blocks(blocks, is-narrow: false) = for it in blocks {
  if it.kind == "field" {
    if is-narrow { block(width: 100%, above: 0pt, below: 0pt, inset: (y: 5.5pt), stacked(it)) } else { field(it) }
  }
  else if it.kind == "heading" { heading(level: it.level, say-inline(it.title)) }
  else if it.kind == "text" { block(above: 9pt, below: 9pt, say(it.lines)) }
  else if it.kind == "help" { block(above: 4pt, below: 8pt, text(size: 9pt, fill: quiet, say(it.lines))) }
  else if it.kind == "formatted" {
    if it.value.kind == "rich" { block(above: 9pt, below: 9pt, rich(it.value.blocks)) }
  }
  else if it.kind == "columns" {
    block(width: 100%, above: 0pt, below: 0pt, stroke: (bottom: hairline), grid(
      columns: (1fr,) * it.columns.len(), column-gutter: 14pt,
      ..it.columns.map(column => show-blocks(column, is-narrow: true)),
    ))
  }
  else if it.kind == "table" { data-table(it) }
  else if it.kind == "cards" {
    for card in it.cards {
      block(width: 100%, above: 6pt, below: 8pt, fill: tint, radius: 3pt, inset: (x: 11pt, top: 9pt, bottom: 6pt), {
        block(sticky: true, below: 3pt, text(size: 9pt, weight: 600, fill: accent, card.number))
        show-blocks(card.blocks)
      })
    }
  }
}

#title(say-inline(doc.title))
#block(width: 100%, stroke: (bottom: 1.2pt + accent), inset: (bottom: 10pt), below: 14pt, grid(
  columns: doc.facts.map(fact => auto), column-gutter: 26pt,
  ..doc.facts.map(fact => {
    par(quietly(fact.label))
    v(-2pt)
    text(size: 9.5pt, say(fact.value))
  }),
))
#show-blocks(doc.blocks)
`;
