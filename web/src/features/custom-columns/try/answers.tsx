// The answers of a model on one row, by name.
import { rawText } from '../../../grid/marks/display.logic.ts'

export function Answers({ values }: { values: Record<string, unknown> }) {
  return (
    <dl className="mt-0.5 grid grid-cols-[minmax(4rem,30%)_1fr] gap-x-3 text-sm">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-3">{name}</dt>
          <dd dir="auto" className="[overflow-wrap:anywhere]">
            {rawText(value) || <span className="text-ink-3">blank</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
