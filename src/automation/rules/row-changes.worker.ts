// Rows as events: takes what writers of a watched workbook have left, and starts the rules that it meets.
import { setImmediate as turn } from 'node:timers/promises'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson } from '../../kernel/json.ts'
import type { Cause } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { createPortion, runInBackground } from '../../platform/governor.ts'
import { handleWorkspaceJob, type JobHandler, PutOff } from '../../platform/queue/job.ts'
import { defineQueue, PAST_HELD, SOON_MS } from '../../platform/queue/lease.ts'
import { ROWS_CHANGED } from '../../records/rows/row-changes.commands.ts'
import type { Differences } from '../../records/store/recorder.ts'
import { justAbove, readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import type { RowSettings } from '../triggers/row-changed.trigger.ts'
import { occurrenceOfRow, rowAfter, workbookFacts } from '../triggers/row-occurrence.ts'
import type { Occurrence } from '../triggers/trigger.ts'
import { readCauses } from './intake.ts'
import { addRuns, type RuleMatches, runsFor } from './new-runs.writes.ts'
import { type Rule, readActive } from './rules.reads.ts'

/** Rows looked at in one transaction. */
const portion = createPortion(100, 500)

export function rowChangeJobs({ database, now }: { database: Database; now: () => Date }): JobHandler[] {
  return [
    handleWorkspaceJob(ROWS_CHANGED, async ({ workbook_id }, { workspace_id, signal }) => {
      while (!signal.aborted) {
        const step = () => database.inWorkspace(workspace_id, (tx) => takeNote(tx, workspace_id, workbook_id, now()))
        // A queue apart from that of actions, so that many runs can be done together.
        const found = await runInBackground(step, { queue: `starting:${workspace_id}`, signal })
        if (found === 'held') throw new PutOff(SOON_MS)
        if (found === 'none') return
      }
    }),
  ]
}

interface Note {
  id: string
  row_ids: string[] | null
  from_position: number | null
  to_position: number | null
  columns: string[] | null
  run_id: string | null
  cause: Cause | null
  at: Date
  /** By row; null where none changed. */
  values: { [rowId: string]: Differences } | null
}

// In the order of their ids, which are made while the rows are locked: transactions may begin in another order than they write a row in.
const NOTES = defineQueue<Note>({
  table: 'row_changes',
  claim: `select id, row_ids, from_position, to_position, columns, run_id, cause, at, values from row_changes
      where workspace_id = $1 and workbook_id = $2 order by id limit 1 ${PAST_HELD}`,
  left: 'select 1 from row_changes where workspace_id = $1 and workbook_id = $2 order by id limit 1',
})

/** Takes the oldest note, or a part of it. `held`: all that there are, others hold. */
async function takeNote(
  tx: WorkspaceTx,
  workspaceId: WorkspaceId,
  workbookId: string,
  now: Date,
): Promise<'taken' | 'held' | 'none'> {
  const { rows: notes, isMissed } = await NOTES.take(tx, [tx.workspace_id, workbookId])
  const [note] = notes
  if (!note) return isMissed ? 'held' : 'none'
  const [most, began] = [portion.size(), performance.now()]
  const rules = ((await readActive(tx, [workspaceId], ['row.added', 'row.changed'])).get(workspaceId) ?? []).filter(
    ({ trigger }) => trigger.workbook_id === workbookId,
  )
  const rows = rules.length === 0 ? [] : await rowsOf(tx, workbookId, note, most)
  const cause = note.cause ?? (note.run_id ? ((await readCauses(tx, [note.run_id])).get(note.run_id) ?? null) : null)
  const book = await workbookFacts(tx, workbookId)
  const matched = await matchAll(rules, (rule) => occurrencesFor(rule, rows, { ...note, cause }, book), now)
  await addRuns(
    tx,
    workspaceId,
    { runs: matched.flatMap(({ runs }) => runs), checked: new Map(matched.flatMap(({ checked }) => [...checked])) },
    now,
  )
  await shorten(tx, workbookId, note, rules.length > 0, rows, most)
  portion.took(performance.now() - began, rows.length)
  return 'taken'
}

/** Rules with one trigger share one read of the changes; between rules the process yields to other work. */
async function matchAll(rules: readonly Rule[], read: (rule: Rule) => Occurrence[], now: Date): Promise<RuleMatches[]> {
  const known = new Map<string, Occurrence[]>()
  const matched: RuleMatches[] = []
  for (const rule of rules) {
    const key = canonicalJson(rule.trigger)
    const occurrences = known.get(key) ?? read(rule)
    known.set(key, occurrences)
    matched.push(runsFor(rule, occurrences, now))
    await turn()
  }
  return matched
}

type Rows = Awaited<ReturnType<typeof readRowsForRun>>

function rowsOf(
  tx: WorkspaceTx,
  workbookId: string,
  { row_ids, from_position, to_position }: Note,
  most: number,
): Promise<Rows> {
  if (row_ids) return readRowsForRun(tx, workbookId, { row_ids: row_ids.slice(0, most) }, null)
  const scope = { from: from_position ?? 0, to: to_position ?? 0, limit: most }
  return readRowsForRun(tx, workbookId, scope, null)
}

/** Leaves what has yet to be looked at. */
async function shorten(
  tx: WorkspaceTx,
  workbookId: string,
  note: Note,
  isWanted: boolean,
  looked: Rows,
  most: number,
): Promise<void> {
  const last = looked.at(-1)?.position ?? null
  const key = [tx.workspace_id, workbookId, note.id]
  const where = 'workspace_id = $1 and workbook_id = $2 and id = $3'
  if (isWanted && note.row_ids && note.row_ids.length > most)
    await tx.client.query(`update row_changes set row_ids = $4 where ${where}`, [...key, note.row_ids.slice(most)])
  else if (looked.length === most && note.row_ids === null && last !== null && last < (note.to_position ?? 0))
    await tx.client.query(`update row_changes set from_position = $4 where ${where}`, [...key, justAbove(last)])
  else await tx.client.query(`delete from row_changes where ${where}`, key)
}

/** A row that the noted transaction made was added; a row was changed where it has another value than before. */
function occurrencesFor(rule: Rule, rows: Rows, note: Note, book: { id: string; name: string }): Occurrence[] {
  const { column_ids } = rule.trigger as unknown as RowSettings
  return rows.flatMap((row) => {
    const isNew = note.columns === null && row.created_at === note.at.toISOString()
    if (rule.trigger.kind === 'row.added')
      return isNew
        ? [{ ...occurrenceOfRow('row.added', `row.added:${row.row_id}`, book, row, note.at), cause: note.cause }]
        : []
    const change = note.values?.[row.row_id]
    if (!change || (column_ids && !Object.keys(change.after).some((column) => column_ids.includes(column)))) return []
    const key = `row.changed:${note.id}:${row.row_id}`
    const { facts, ...occurrence } = occurrenceOfRow('row.changed', key, book, rowAfter(row, change.after), note.at)
    return [{ ...occurrence, facts: { ...facts, ...change }, cause: note.cause }]
  })
}
