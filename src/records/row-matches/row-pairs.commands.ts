// What users do with possibly equal rows: start a scan, merge pairs, reject pairs, and reopen rejected ones.
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { startOnce } from '../../platform/queue/work.ts'
import {
  decidePair,
  groupPairs,
  type LikelyMerger,
  mergeLikely,
  type PairDecider,
  reopenPair,
} from '../matching/pairs.commands.ts'
import { rejectPairs } from '../matching/pairs.writes.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { MOST_SETTLED, settleGroups } from '../rows/duplicates.commands.ts'
import { lockRowData } from '../store/rows/rows.writes.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import type { AcceptRowPairsBody, DecideRowPairBody, RowPairDecided, RowPairsAccepted } from './row-matches.schema.ts'
import { readRowForm, rowInOwnGroup, rowPairsOf } from './row-pairs.reads.ts'
import { ROW_SCAN } from './row-scan.job.ts'

/** Starts a scan, or answers with the one under way. Refuses (404) an unknown workbook, and (409) one whose columns cannot be compared. */
export async function startRowScan(tx: WorkspaceTx, workbookId: string): Promise<{ job_id: string }> {
  const id = await mustFindWorkbook(tx, workbookId)
  if ((await readRowForm(tx, id, await readColumns(tx, id))).fields.length === 0)
    refuse(
      'conflict',
      'No column says what it holds. Name columns for it, such as Company, Email, First name or City, or give them a type.',
    )
  return { job_id: await scanOnce(tx, id) }
}

async function scanOnce(tx: WorkspaceTx, workbookId: string): Promise<string> {
  const payload = { workbook_id: workbookId }
  return (await startOnce(tx, ROW_SCAN, payload, { title: 'Look for duplicate rows', subject: payload })).job_id
}

/** Serializes decisions on pairs, and writes of a scan with them. */
export const holdRowPairs = (tx: WorkspaceTx, workbookId: string): Promise<void> => hold(tx, `row pairs ${workbookId}`)

const deciderOf = (workbook: OpenWorkbook, pair_id: number, keep?: string): PairDecider<string, RowPairDecided> => {
  const table = rowPairsOf(workbook.id)
  return {
    table,
    hold: (tx) => holdRowPairs(tx, workbook.id),
    async merge(tx, { left_id, right_id }) {
      if (keep !== undefined && ![left_id, right_id].includes(keep)) {
        const msg = 'The row to keep is none of the two'
        const fault: FieldError = { loc: ['body', 'keep_row_id'], type: 'value_error', msg, input: keep }
        refuse('invalid', msg, { fields: [fault] })
      }
      if (!(await table.readApart(tx)).allows(rowInOwnGroup(left_id), rowInOwnGroup(right_id)))
        refuse(
          'conflict',
          'One of the two was merged with a row that was marked as different from the other. Undo that first.',
        )
      const { change_id, kept } = await mergeGroups(tx, workbook, [[left_id, right_id]], { keep, isReviewed: true })
      return { pair_id, status: 'merged', row_id: kept[0] ?? null, change_id }
    },
    async reject(tx) {
      await rejectPairs(tx, table, [pair_id])
      await tell(tx, workbook.id, 'rejected', 1)
      return { pair_id, status: 'rejected', row_id: null, change_id: null }
    },
    scan: (tx) => scanOnce(tx, workbook.id),
  }
}

/** Refuses (404) an unknown pair, (409) one that is decided, (422) a row to keep that is none of the two. */
export async function decideRowPair(
  tx: WorkspaceTx,
  workbookId: string,
  { pair_id, decision, keep_row_id }: DecideRowPairBody,
): Promise<RowPairDecided> {
  const workbook = await openForWriting(tx, workbookId)
  return decidePair(tx, deciderOf(workbook, pair_id, keep_row_id?.toLowerCase()), pair_id, decision)
}

/** Merges groups of row ids, as one change, and remembers which row each went into. */
async function mergeGroups(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  groups: readonly (readonly string[])[],
  { keep, isReviewed }: { keep?: string | undefined; isReviewed: boolean },
): Promise<{ deleted: number; change_id: string | null; kept: string[] }> {
  const stored = await lockRowData(tx, workbook.id, groups.flat())
  const rowOf = new Map(stored.map((row) => [row.id, row]))
  const held = groups
    .map((group) =>
      group
        .flatMap((id) => rowOf.get(id) ?? [])
        .sort((a, b) => Number(b.id === keep) - Number(a.id === keep) || a.position - b.position),
    )
    .filter(({ length }) => length > 1)
  const { deleted, change_id } = await settleGroups(tx, workbook, held, 'merge')
  const gone = held.flatMap(([first, ...others]) => others.map(({ id }) => ({ id, kept: first?.id ?? '' })))
  await tx.client.query(
    `update row_pairs p set status = 'merged', kept_id = x.kept, decided_by = $5, decided_name = $6, decided_at = now(), is_reviewed = $7
     from unnest($3::uuid[], $4::uuid[]) as x (gone, kept)
     where p.workspace_id = $1 and p.workbook_id = $2 and p.status in ('pending', 'merged')
       and (p.left_id = x.gone and p.right_id = x.kept or p.left_id = x.kept and p.right_id = x.gone)`,
    [
      tx.workspace_id,
      workbook.id,
      gone.map(({ id }) => id),
      gone.map(({ kept }) => kept),
      tx.actor?.user_id ?? null,
      tx.actor?.name ?? null,
      isReviewed,
    ],
  )
  if (deleted > 0) await tell(tx, workbook.id, 'merged', deleted)
  return { deleted, change_id, kept: held.flatMap(([first]) => first?.id ?? []) }
}

const tell = (tx: WorkspaceTx, workbookId: string, done: 'merged' | 'rejected', rows: number) =>
  audit(tx, { act: `row_pairs.${done}`, object: { type: 'workbook', id: workbookId }, after: { rows } })

type ToldRows = Pick<RowPairsAccepted, 'groups' | 'rows'>
type MergedRows = Pick<RowPairsAccepted, 'change_id'>

const mergerOf = (workbook: OpenWorkbook): LikelyMerger<string, ToldRows, MergedRows> => ({
  what: 'rows',
  table: rowPairsOf(workbook.id),
  hold: (tx) => holdRowPairs(tx, workbook.id),
  async plan(tx, likely) {
    const { groups } = await groupPairs(tx, rowPairsOf(workbook.id), likely)
    const rows = groups.reduce((sum, group) => sum + group.length - 1, 0)
    return {
      count: rows,
      told: { groups: groups.length, rows },
      async merge() {
        const { deleted, change_id } = await mergeGroups(tx, workbook, firstOf(groups), { isReviewed: false })
        return { merged: deleted, left: rows - deleted, change_id }
      },
    }
  },
})

/** Merges the rows of pending pairs, the most probable first, and never rows that a decision keeps apart. */
export async function acceptRowPairs(
  tx: WorkspaceTx,
  workbookId: string,
  wanted: AcceptRowPairsBody,
): Promise<RowPairsAccepted> {
  const workbook = await openForWriting(tx, workbookId)
  return { change_id: null, ...(await mergeLikely(tx, mergerOf(workbook), wanted)) }
}

/** The first groups, as many as one request may merge. */
function firstOf(groups: readonly string[][]): string[][] {
  let size = 0
  const over = groups.findIndex(({ length }) => {
    size += length
    return size > MOST_SETTLED
  })
  return groups.slice(0, over < 0 ? groups.length : over)
}

/** Reopens a rejected pair. Refuses (404, 409). */
export async function reopenRowPair(tx: WorkspaceTx, workbookId: string, pairId: number): Promise<string> {
  const id = await mustFindWorkbook(tx, workbookId)
  await reopenPair(tx, { table: rowPairsOf(id), hold: () => holdRowPairs(tx, id) }, pairId)
  return id
}
