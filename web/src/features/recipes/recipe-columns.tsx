// The columns that a recipe or a file would give a workbook, each with its kind in a word.
import { shortKindWords } from '../columns/custom-kinds.logic.ts'

export function ColumnChips({ columns }: { columns: readonly { name: string; type: string }[] }) {
  return (
    <section aria-label="Columns">
      <h3 className="mb-1.5 font-medium text-sm">Columns</h3>
      <ul className="flex flex-wrap gap-1.5">
        {columns.map(({ name, type }) => (
          <li key={name} className="max-w-full rounded-md border px-2 py-1 text-sm [overflow-wrap:anywhere]">
            <span dir="auto">{name}</span> <span className="text-ink-3 text-xs">{shortKindWords(type)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
