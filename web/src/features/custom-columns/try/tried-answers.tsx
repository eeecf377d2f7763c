// What a model answered for each row that was tried.

import type { ColumnTrial } from '../../columns/custom.shapes.ts'
import { Answers } from './answers.tsx'
import { TriedOutcome } from './try-part.tsx'

export function TriedAnswers({ tried }: { tried: ColumnTrial }) {
  return (
    <ul className="flex flex-col gap-3 rounded-md border px-3 py-2.5">
      {tried.rows.map((row) => (
        <li key={row.row_id}>
          <TriedOutcome row={row}>{row.fields && <Answers values={row.fields} />}</TriedOutcome>
        </li>
      ))}
    </ul>
  )
}
