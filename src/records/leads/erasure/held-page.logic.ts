// Everything held about a person as one HTML page that can be read, printed and sent without anything else.
import type { Json } from '../../../kernel/json.ts'
import type { HeldRecords } from './held.schema.ts'

export function heldPage({ generated_at, facts, timeline, rows, lookups, others, is_complete }: HeldRecords): string {
  const table = (head: readonly string[], lines: readonly (readonly unknown[])[]) =>
    lines.length === 0
      ? '<p>None.</p>'
      : `<table><thead><tr>${head.map((one) => `<th>${text(one)}</th>`).join('')}</tr></thead><tbody>${lines
          .map((line) => `<tr>${line.map((one) => `<td>${text(one)}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Data held about a person</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}
th,td{border:1px solid #ddd;padding:.35rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f5f5f5}h2{margin-top:2rem}
</style></head><body><h1>Data held about a person</h1><p>Generated ${text(generated_at)}.${is_complete ? '' : ' There are more rows than are shown here.'}</p>
<h2>Facts and their sources</h2>${table(
    ['Field', 'Value', 'Source'],
    facts.map(({ field, value, source }) => [field, value, sourceText(source)]),
  )}
<h2>Rows in workbooks</h2>${table(
    ['Workbook', 'Field', 'Value', 'Source'],
    rows.flatMap(({ workbook, values, cells }) => [
      ...Object.entries(values).map(([name, value]) => [workbook, name, value, 'Entered or imported']),
      ...cells.map(({ column, value, source }) => [workbook, column, value, sourceText(source)]),
    ]),
  )}
<h2>Providers that were called</h2>${table(
    ['Provider', 'Time', 'Outcome'],
    lookups.map(({ provider, at, outcome }) => [provider, at, outcome ?? '']),
  )}
${others
  .filter(({ items }) => items.length > 0)
  .map(({ title, items }) => {
    const head = [...new Set(items.flatMap((item) => Object.keys(item)))]
    return `<h2>${text(title)}</h2>${table(
      head.map((name) => name.replaceAll('_', ' ')),
      items.map((item) => head.map((name) => item[name] ?? '')),
    )}`
  })
  .join('')}
<h2>Timeline</h2>${table(
    ['Time', 'What happened', 'Fields', 'From'],
    (timeline as { at: string; kind: string; fields: { field: string }[]; source: Record<string, unknown> }[]).map(
      (line) => [line.at, line.kind, line.fields.map(({ field }) => field).join(', '), String(line.source.kind ?? '')],
    ),
  )}</body></html>`
}

function sourceText(source: Record<string, unknown> | null): string {
  if (source === null) return 'Not recorded'
  return ['source', 'provider', 'source_url', 'method', 'license', 'fetched_at']
    .flatMap((name) => (source[name] ? [`${name.replace('_', ' ')}: ${String(source[name])}`] : []))
    .join('; ')
}

function text(value: unknown): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value as Json)
  return (plain ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
