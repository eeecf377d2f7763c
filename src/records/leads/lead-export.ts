// Writes leads as a file, piece by piece: each piece is read in a transaction of its own, so that any number can go.
import { Readable } from 'node:stream'
import { csvLine, displayText, guardFormula } from '../../kernel/csv-text.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Question } from '../filters/question.logic.ts'
import { recordOf } from '../lead-facts/lead.reads.ts'
import type { LeadRecord } from '../lead-facts/lead.schema.ts'
import { LEAD_FIELDS } from '../lead-facts/lead-field.logic.ts'
import { readLeadsInOrder } from '../lead-facts/lead-page.reads.ts'

const PIECE = 1000

export const LEAD_MEDIA = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const

export function leadFile(
  database: Database,
  at: WorkspaceScope,
  question: Question,
  { format, provenance }: { format: keyof typeof LEAD_MEDIA; provenance: boolean },
): Readable {
  const columns = [
    'id',
    ...LEAD_FIELDS.map(({ name }) => name),
    'created_at',
    'updated_at',
    ...(provenance ? ['provenance'] : []),
  ]
  const line = format === 'csv' ? csvOf : jsonOf
  async function* text() {
    if (format === 'csv') yield csvLine(columns)
    for (let after = 0; ; ) {
      const leads = await database.inWorkspace(at, (tx) => readLeadsInOrder(tx, question, after, PIECE))
      const last = leads.at(-1)
      if (!last) return
      yield leads.map((lead) => line(recordOf(lead), columns)).join('')
      after = last.id
    }
  }
  return Readable.from(text(), { highWaterMark: 1 })
}

/** No text is run as a formula by a spreadsheet. */
function csvOf(lead: LeadRecord, columns: readonly string[]): string {
  return csvLine(
    columns.map((name) => {
      const value = lead[name] as Json
      if (name === 'provenance') return JSON.stringify(value)
      return typeof value === 'number' ? displayText(value) : guardFormula(displayText(value))
    }),
  )
}

function jsonOf(lead: LeadRecord, columns: readonly string[]): string {
  const members = columns.flatMap((name) => (lead[name] === null ? [] : [[name, lead[name]]]))
  return `${JSON.stringify(Object.fromEntries(members))}\n`
}
