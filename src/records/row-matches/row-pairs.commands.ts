// What people do with rows that may be the same: look for them, merge them, say that they are different, take that back.
import { groupsToMerge } from '../../engine/matching/automatic.ts'
import { isTimeToLearn } from '../../engine/matching/learning.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { findOpenWork, startWork } from '../../platform/queue/work.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { MOST_SETTLED, settleGroups } from '../rows/duplicates.commands.ts'
import { readRowsForRun } from '../store/rows.reads.ts'
import { lockRowData } from '../store/rows.writes.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { countRowDecisions } from './row-decisions.reads.ts'
import { rowFormOf } from './row-form.logic.ts'
import type { AcceptRowPairsBody, DecideRowPairBody, RowPairDecided, RowPairsAccepted } from './row-matches.schema.ts'
import { LIVE, mustLockPair } from './row-pairs.reads.ts'
import { readRowsApart, standing } from './row-pairs.writes.ts'
import { ROW_SCAN } from './row-scan.job.ts'

/** Refuses (404) an unknown workbook, and (409) one whose columns cannot be compared, or one that is being scanned. */
export async function startRowScan(tx: WorkspaceTx, workbookId: string): Promise<{ job_id: string }> {
  const id = await mustFindWorkbook(tx, workbookId)
  if (rowFormOf(await readColumns(tx, id)).fields.length === 0)
    refuse(
      'conflict',
      'No column says what it holds. Name columns for it, such as Company, Email, First name or City, or give them a type.',
    )
  await holdScan(tx, id)
  const open = await scanUnderWay(tx, id)
  if (open) refuse('conflict', 'Duplicates are being looked for already.', { extra: { job_id: open.id } })
  return { job_id: await beginScan(tx, id) }
}

const scanUnderWay = (tx: WorkspaceTx, workbook_id: string) => findOpenWork(tx, ROW_SCAN, { workbook_id })

function beginScan(tx: WorkspaceTx, workbookId: string): Promise<string> {
  const payload = { workbook_id: workbookId }
  return startWork(tx, ROW_SCAN, payload, { title: 'Look for duplicate rows', subject: payload })
}

/** Rows are compared anew after a number of decisions, with what these teach. */
async function learnNowAndThen(tx: WorkspaceTx, workbookId: string): Promise<void> {
  const counts = await countRowDecisions(tx, workbookId)
  if (isTimeToLearn(counts) && (await scanUnderWay(tx, workbookId)) === null) await beginScan(tx, workbookId)
}

/** Two who start a scan, or decide a pair, at one moment do so one after the other. */
async function holdScan(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await hold(tx, `row pairs ${workbookId}`)
}

/** Refuses (404) an unknown pair, (409) one that is decided, (422) a row to keep that is none of the two. */
export async function decideRowPair(
  tx: WorkspaceTx,
  workbookId: string,
  { pair_id, decision, keep_row_id }: DecideRowPairBody,
): Promise<RowPairDecided> {
  const workbook = await openForWriting(tx, workbookId)
  await holdScan(tx, workbook.id)
  const pair = await mustLockPair(tx, workbook.id, pair_id)
  if (pair.status === 'rejected') refuse('conflict', 'This pair is decided already: rejected.')
  if (decision === 'reject') {
    await tx.client.query(
      `update row_pairs set status = 'rejected', kept_id = null, decided_by = $4, decided_name = $5, decided_at = now()
       where workspace_id = $1 and workbook_id = $2 and id = $3`,
      [tx.workspace_id, workbook.id, pair_id, tx.actor?.user_id ?? null, tx.actor?.name ?? null],
    )
    await tell(tx, workbook.id, 'rejected', 1)
    await learnNowAndThen(tx, workbook.id)
    return { pair_id, status: 'rejected', row_id: null, change_id: null }
  }
  const ids = [pair.left_id, pair.right_id]
  if (keep_row_id !== undefined && !ids.includes(keep_row_id.toLowerCase())) {
    const fault: FieldError = {
      loc: ['body', 'keep_row_id'],
      type: 'value_error',
      msg: 'The row to keep is none of the two',
      input: keep_row_id,
    }
    refuse('invalid', fault.msg, { fields: [fault] })
  }
  if (!(await readRowsApart(tx, workbook.id)).allows(standing(pair.left_id), standing(pair.right_id)))
    refuse(
      'conflict',
      'One of the two was merged with a row that was marked as different from the other. Undo that first.',
    )
  const { change_id, kept } = await mergeGroups(tx, workbook, [ids], {
    keep: keep_row_id?.toLowerCase(),
    isReviewed: true,
  })
  await learnNowAndThen(tx, workbook.id)
  return { pair_id, status: 'merged', row_id: kept[0] ?? null, change_id }
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

/**
 * Merges the rows of pending pairs from the surest on, never across what was told apart. Refuses (409) when there are other
 * many than the caller means.
 */
export async function acceptRowPairs(
  tx: WorkspaceTx,
  workbookId: string,
  { probability, dry_run, expected_count }: AcceptRowPairsBody,
): Promise<RowPairsAccepted> {
  const workbook = await openForWriting(tx, workbookId)
  if (!dry_run) await holdScan(tx, workbook.id)
  const groups = await readGroups(tx, workbook, probability)
  const rows = groups.reduce((sum, group) => sum + group.length - 1, 0)
  const found = { groups: groups.length, rows }
  if (dry_run) return { ...found, merged: 0, left: rows, change_id: null }
  if (expected_count !== undefined && expected_count !== rows)
    refuse('conflict', `${rows} rows would be merged by now, not ${expected_count}. Nothing was changed.`, {
      extra: { count: rows },
    })
  const chosen: string[][] = []
  let size = 0
  for (const group of groups) {
    if (size + group.length > MOST_SETTLED) break
    chosen.push(group)
    size += group.length
  }
  const { deleted, change_id } = await mergeGroups(tx, workbook, chosen, { isReviewed: false })
  return { ...found, merged: deleted, left: rows - deleted, change_id }
}

async function readGroups(
  tx: WorkspaceTx,
  { id: workbookId, columns }: OpenWorkbook,
  probability: number,
): Promise<string[][]> {
  const { rows: offered } = await tx.client.query<{ left_id: string; right_id: string; weight: number }>(
    `select p.left_id, p.right_id, p.weight from ${LIVE.pending} where p.probability >= $3
     order by p.weight desc, p.id`,
    [tx.workspace_id, workbookId, probability],
  )
  const { fields, forms } = await readForms(tx, workbookId, columns, offered)
  const ids = [...forms.keys()].sort()
  const placeOf = new Map(ids.map((id, at) => [id, at]))
  const place = (id: string) => placeOf.get(id) as number
  const apart = (await readRowsApart(tx, workbookId)).pairs.filter(([a, b]) => placeOf.has(a) && placeOf.has(b))
  const { of } = groupsToMerge(
    ids.map((id) => ({ fields, form: forms.get(id) ?? [], group: id })),
    offered.map(({ left_id, right_id, weight }) => ({ a: place(left_id), b: place(right_id), weight })),
    apart.map(([a, b]) => [place(a), place(b)] as const),
  )
  const groups = new Map<number, string[]>()
  for (const [at, root] of of.entries()) groups.set(root, [...(groups.get(root) ?? []), ids[at] as string])
  return [...groups.values()].filter(({ length }) => length > 1)
}

/** The rows of these pairs as they are compared. */
async function readForms(
  tx: WorkspaceTx,
  workbookId: string,
  columns: OpenWorkbook['columns'],
  pairs: readonly { left_id: string; right_id: string }[],
) {
  const { fields, formOf, column_ids } = rowFormOf(columns)
  const ids = [...new Set(pairs.flatMap(({ left_id, right_id }) => [left_id, right_id]))]
  const rows = await readRowsForRun(tx, workbookId, { row_ids: ids }, column_ids)
  return { fields, forms: new Map(rows.map((row) => [row.row_id, formOf(row)])) }
}

/** Takes a rejection back. Refuses (404, 409). */
export async function reopenRowPair(tx: WorkspaceTx, workbookId: string, pairId: number): Promise<string> {
  const id = await mustFindWorkbook(tx, workbookId)
  await holdScan(tx, id)
  const pair = await mustLockPair(tx, id, pairId)
  if (pair.status !== 'rejected') refuse('conflict', 'Only a rejected pair can be reopened; this one is pending.')
  await tx.client.query(
    `update row_pairs set status = 'pending', decided_by = null, decided_name = null, decided_at = null
     where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, id, pairId],
  )
  return id
}
