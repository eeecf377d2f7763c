// Draws the charts of docs/BENCHMARKS.md from bench/figures.json and writes the tables beside them.
import figures from '../bench/figures.json' with { type: 'json' }

interface Bar {
  what: string
  /** Part of the width that stands for `full`. */
  value: number
  text: string
  bar?: number
  pass: boolean
}

const [LABELS, WIDTH, VALUES, LINE, TOP] = [390, 400, 150, 26, 44]
const [GOOD, MISSED, INK] = ['#2f7d5b', '#b4552d', '#5b6470']

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Bars from the left, a line where each has its goal. */
function chart(title: string, bars: readonly Bar[], full: number): string {
  const x = (value: number) => LABELS + (Math.min(value, full) / full) * WIDTH
  const lines = bars.map(({ what, value, text, bar, pass }, at) => {
    const y = TOP + at * LINE
    const goal =
      bar === undefined ? '' : `<path d="M${x(bar).toFixed(1)} ${y - 2}v20" stroke="${INK}" stroke-width="2"/>`
    return `<text x="${LABELS - 10}" y="${y + 12}" text-anchor="end">${escaped(what)}</text>
<rect x="${LABELS}" y="${y}" width="${(x(value) - LABELS).toFixed(1)}" height="16" fill="${pass ? GOOD : MISSED}"/>
${goal}<text x="${x(full) + 10}" y="${y + 12}">${escaped(text)}</text>`
  })
  const [width, height] = [LABELS + WIDTH + VALUES, TOP + bars.length * LINE + 6]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="10" y="22" font-size="14" font-weight="600">${escaped(title)}</text>
${lines.join('\n')}
</svg>
`
}

const verdict = (pass: boolean) => (pass ? 'pass' : '**MISS**')

function table(head: string, rows: readonly (readonly string[])[]): string {
  const columns = head.split('|').length
  return [`| ${head} |`, `|${'---|'.repeat(columns)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')
}

const BEGIN = '<!-- figures -->'
const END = '<!-- end of figures -->'

/** Contents by path; `page` is docs/BENCHMARKS.md as it is, whose text stays. @throws where it does not say where the figures belong */
export function benchmarkFiles(page: string): Record<string, string> {
  const { shares, limits, processor } = figures
  const byShare = shares.map(({ what, share, bar }) => ({
    what,
    value: share,
    text: `${share.toFixed(2)} (≥ ${bar.toFixed(2)})`,
    bar,
    pass: share >= bar,
  }))
  const byLimit = limits.map(({ what, measured, bar, unit }) => ({
    what,
    value: measured / bar,
    text: `${measured.toLocaleString('en')} ${unit} (≤ ${bar.toLocaleString('en')})`,
    bar: 1,
    pass: measured <= bar,
  }))
  const mostBefore = Math.max(...processor.map(({ before }) => before))
  const byProcessor = processor.flatMap(({ what, before, after, unit }) => [
    { what: `${what}: before`, value: before, text: `${before.toLocaleString('en')} ${unit}`, pass: false },
    { what: 'now', value: after, text: `${after.toLocaleString('en')} ${unit}`, pass: true },
  ])
  const tables = [
    '![Share of the fastest known way](benchmarks/shares.svg)',
    table(
      'what | share | goal | beside | measured on | ',
      shares.map((one) => [
        one.what,
        one.share.toFixed(2),
        `≥ ${one.bar.toFixed(2)}`,
        one.beside,
        one.date,
        verdict(one.share >= one.bar),
      ]),
    ),
    '![Figures with a limit](benchmarks/limits.svg)',
    table(
      'what | measured | limit | measured on | ',
      limits.map((one) => [
        one.what,
        `${one.measured.toLocaleString('en')} ${one.unit}`,
        `${one.bar.toLocaleString('en')} ${one.unit}`,
        one.date,
        verdict(one.measured <= one.bar),
      ]),
    ),
    '![Processor time of matching incoming leads](benchmarks/processor.svg)',
    table(
      'leads that come together | before | now | measured on',
      processor.map(({ what, before, after, unit, date }) => [
        what,
        `${before.toLocaleString('en')} ${unit}`,
        `${after.toLocaleString('en')} ${unit}`,
        date,
      ]),
    ),
  ]
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error('docs/BENCHMARKS.md does not say where its figures belong')
  return {
    'docs/benchmarks/shares.svg': chart('Share of the fastest known way (line: goal)', byShare, 1),
    'docs/benchmarks/limits.svg': chart('Part of the limit that is used (line: limit)', byLimit, 3),
    'docs/benchmarks/processor.svg': chart('Processor time of matching incoming leads', byProcessor, mostBefore),
    'docs/BENCHMARKS.md': `${page.slice(0, from)}${BEGIN}\n\n${tables.join('\n\n')}\n\n${page.slice(to)}`,
  }
}
