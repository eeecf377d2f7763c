// The columns that a recipe or a file would give a workbook, each with its kind in a word.
export const COLUMN_WORDS: Record<string, string> = {
  input: 'typed in',
  formula: 'calculated',
  enrichment: 'one provider',
  waterfall: 'several providers',
  ai: 'AI model',
  research: 'web research',
  http: 'API call',
  lookup: 'other workbook',
  output: 'delivery',
}

export function ColumnChips({ columns }: { columns: readonly { name: string; type: string }[] }) {
  return (
    <section aria-label="Columns">
      <h3 className="mb-1.5 font-medium text-sm">Columns</h3>
      <ul className="flex flex-wrap gap-1.5">
        {columns.map(({ name, type }) => (
          <li key={name} className="max-w-full rounded-md border px-2 py-1 text-sm [overflow-wrap:anywhere]">
            <span dir="auto">{name}</span> <span className="text-ink-3 text-xs">{COLUMN_WORDS[type] ?? type}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
