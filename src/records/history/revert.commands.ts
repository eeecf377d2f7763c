// Undo and redo: a small one at once in the caller's transaction, a large one in the background, batch by batch.

import { Type } from 'typebox'
import { mustAllow } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { defineJob, type JobRun, type JobUndo } from '../../platform/queue/job.ts'
import { cancelJob, markUndone, startWork } from '../../platform/queue/work.ts'
import { changeStructure, openForWriting } from '../opening/structure.lock.ts'
import type { RevertResult } from '../store/history.schema.ts'
import { type Chosen, newChange, REVERT_KIND, readActor, recordChange } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { canRevert, findChange, findNextChange, mustReadChange } from './changes.reads.ts'
import {
  type Direction,
  deletesBy,
  isFruitless,
  isRefused,
  MOST_SKIPPED,
  newRevert,
  type Revert,
  type StoredChange,
  type UnderWay,
} from './revert.logic.ts'
import { changesStructure, reverseRevert, step } from './revert.steps.ts'
import { forgetSkipped } from './revert.writes.ts'
import { wordsOf, workOf } from './words.logic.ts'

/**
 * Its handler is in history.jobs.ts. A cancel turns it round: what it has done so far is taken back, by a job of its own.
 */
export const REVERT = defineJob({
  name: REVERT_KIND,
  payload: Type.Object({
    workbook_id: Type.String(),
    change_id: Type.String(),
    /** Where it begins; where it is, is its checkpoint. */
    from: Type.Unsafe<Revert>({ type: 'object' }),
    by: Type.Unsafe<ReturnType<typeof readActor>>({}),
    turned: Type.Optional(Type.Literal(true)),
  }),
  attempts: 20,
  lane: 'long',
  not_retried: 'Undo or redo the change again: that begins with what is there now.',
  async cancel(tx, { workbook_id, change_id }, end) {
    const found = await findChange(tx, workbook_id, change_id)
    // The batch under way is waited for.
    const change = found && (await holdChange(tx, found))
    const status = await end()
    if (change?.under_way) await turnRound(tx, change, change.under_way)
    return status
  },
  async ended(tx, { payload: { workbook_id, change_id }, status }) {
    if (status === 'failed') await emitReverted(tx, { workbook_id, id: change_id, state: 'done' })
  },
})

/** Takes back what a job wrote into rows, whose act has the id of the job. @throws Refusal `conflict` where it changed nothing */
export const undoRowsOfJob = (
  database: Database,
  at: WorkspaceScope,
  { id, payload }: { id: string; payload: { workbook_id: string } },
): Promise<JobUndo> =>
  database.inWorkspace(at, async (tx) => {
    if (!(await findChange(tx, payload.workbook_id, id)))
      refuse('conflict', 'This job changed nothing, so there is nothing to undo')
    const undone = await revertChange(tx, payload.workbook_id, 'undo', id)
    const { under_way } = await mustReadChange(tx, payload.workbook_id, id)
    const counts = { restored: undone.cells, deleted: undone.rows, kept: undone.skipped_count }
    return under_way ? { job_id: under_way.job_id, ...counts } : counts
  })

/** More rows than this are put back in the background. */
const AT_ONCE = 5000
const BATCH = 1000

/** The access token of the caller, if one stands in for a login. */
type Token = Parameters<typeof mustAllow>[0]

/**
 * Undoes or redoes a change: the one named, or the next in the user's own line. Values that another user changed since
 * stay and are reported. Refuses (409) when there is nothing to do, (404) a change that is not of this workbook, (403) to delete by it with a
 * token that may not delete.
 */
export async function revertChange(
  tx: WorkspaceTx,
  workbook: string,
  direction: Direction,
  wanted: string | undefined,
  token?: Token,
): Promise<RevertResult> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  // Two at once go one after the other, so that each takes its own step back.
  await hold(tx, workbookId, 'undo')
  const user = tx.actor?.kind === 'user' ? tx.actor.user_id : null
  const id = wanted ?? (await findNextChange(tx, workbookId, user, direction))
  if (id === undefined) refuse('conflict', `There is nothing to ${direction}`)
  const change = await holdChange(tx, await mustReadChange(tx, workbookId, id))
  const { under_way } = change
  if (deletesBy(change, direction)) mustAllow(token, ['workbooks:delete'])
  if (direction === 'undo' && under_way?.revert.direction === 'redo' && change.detail.chosen)
    return cancelRevert(tx, workbook, id)
  if (under_way?.revert.direction === direction) return answerOf(change, under_way.revert)
  if (!canRevert(change, direction)) refuse('conflict', refusal(change, direction))
  const revert = newRevert(direction, change.flip_id ?? change.id)
  if (isLarge(change)) return answerOf(await startRevert(tx, change, revert), revert)
  const before = change.detail
  await tx.client.query('savepoint revert')
  while (await step(tx, change, revert, AT_ONCE + 1));
  if (isFruitless(revert)) {
    await tx.client.query('rollback to revert')
    await keepFruitless(tx, { ...change, detail: before }, revert)
  } else await keep(tx, change, revert, direction === 'undo' ? 'undone' : 'done')
  await emitReverted(tx, change)
  return answerOf(change, revert)
}

/** Keeps the state of the change with the reason for the failure; later undos and redos skip it. */
async function keepFruitless(tx: WorkspaceTx, change: StoredChange, revert: Revert): Promise<void> {
  await tx.client.query(
    'update changes set state = $4, flip = $5 where workspace_id = $1 and workbook_id = $2 and id = $3',
    [
      tx.workspace_id,
      change.workbook_id,
      change.id,
      revert.direction === 'undo' ? 'done' : 'undone',
      JSON.stringify(revert),
    ],
  )
}

/**
 * Deletes the rows that match, in the background and when they are as many as meant; returns the change. It goes like the redo
 * of a deletion that has not been done yet, so it can be called off, and undone when it has come to its end.
 */
export async function deleteChosen(
  tx: WorkspaceTx,
  workbookId: string,
  { filter, search, expected }: Pick<Chosen, 'filter' | 'search' | 'expected'>,
): Promise<string> {
  const { rows } = await tx.client.query<{ to: number }>(
    'select (next_position - 1)::float8 as to from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  const chosen = { filter, search, expected, to: rows[0]?.to ?? 0, listed: 0, is_listed: false }
  const { id, ...line } = newChange('delete_rows', { rows: expected })
  await recordChange(tx, workbookId, { ...line, id, detail: { chosen } })
  const change = await mustReadChange(tx, workbookId, id)
  await startRevert(tx, change, newRevert('redo', id))
  return id
}

/**
 * Takes back an undo or a redo that is under way in the background: what it has done so far is turned round, in the
 * background too. Refuses (409) when nothing is under way.
 */
export async function cancelRevert(
  tx: WorkspaceTx,
  workbook: string,
  changeId: string,
  token?: Token,
): Promise<RevertResult> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  const asked = await mustReadChange(tx, workbookId, changeId)
  const { under_way } = asked
  if (under_way === null)
    return refuse('conflict', 'This change is not being undone or redone now, so there is nothing to cancel')
  if (deletesBy(asked, under_way.revert.direction === 'undo' ? 'redo' : 'undo')) mustAllow(token, ['workbooks:delete'])
  await cancelJob(tx, under_way.job_id)
  const change = await mustReadChange(tx, workbookId, changeId)
  return answerOf(change, change.under_way?.revert ?? change.revert ?? newRevert('undo'))
}

async function turnRound(tx: WorkspaceTx, change: StoredChange, { revert, has_begun }: UnderWay): Promise<void> {
  const back = { ...reverseRevert(change, revert), ...(revert.since && { since: revert.since }) }
  if (has_begun) return void (await startRevert(tx, change, back, true))
  await keep(tx, change, back, back.direction === 'undo' ? 'undone' : 'done')
  await emitReverted(tx, change)
}

/** Enqueues a job for an undo or redo. Returns the change in its new state. */
async function startRevert(
  tx: WorkspaceTx,
  { workbook_id, id }: StoredChange,
  from: Revert,
  isTurned = false,
): Promise<StoredChange> {
  await tx.client.query(
    `update changes set state = 'done', flipped_at = clock_timestamp() where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, workbook_id, id],
  )
  const payload = { workbook_id, change_id: id, from, by: readActor(tx), ...(isTurned && { turned: true as const }) }
  const change = await mustReadChange(tx, workbook_id, id)
  const { title, message, total } = workOf(change, from)
  await startWork(tx, REVERT, payload, {
    title,
    subject: { workbook_id, change_id: id },
    ...(message !== null && { message }),
    ...(total !== null && { total }),
  })
  return mustReadChange(tx, workbook_id, id)
}

/** One batch of a large undo in its own transaction, with the checkpoint; false when the undo is done. */
export async function revertBatch(
  tx: WorkspaceTx,
  { workbook_id, change_id }: { workbook_id: string; change_id: string },
  run: JobRun,
): Promise<boolean> {
  const change = await holdChange(tx, await mustReadChange(tx, workbook_id, change_id))
  await run.hold(tx)
  const { under_way, detail } = change
  // A worker that died before it could report its end has done all of it.
  if (under_way?.job_id !== run.id) return false
  const { revert } = under_way
  const more = await step(tx, change, revert, BATCH)
  const { message, done, total } = workOf(change, revert)
  await run.progress(tx, { done, total, checkpoint: revert as unknown as Json, ...(message !== null && { message }) })
  if (more) {
    if (change.detail !== detail) await keepDetail(tx, change)
    const { cells, rows } = revert
    await emitWorkbook(tx, 'change.progress', workbook_id, { change_id, state: change.state, cells, rows })
    return true
  }
  if (isFruitless(revert) && !isRefused(change.detail)) {
    await forgetSkipped(tx, workbook_id, change_id)
    await keepFruitless(tx, change, revert)
  } else await keep(tx, change, revert, revert.direction === 'undo' || isRefused(change.detail) ? 'undone' : 'done')
  await run.result(tx, { ...revert } as unknown as Json)
  await emitReverted(tx, change)
  return false
}

/** Takes the structure of the workbook and then the change, and reads it as it is then. */
async function holdChange(tx: WorkspaceTx, change: StoredChange): Promise<StoredChange> {
  if (changesStructure(change)) await changeStructure(tx, change.workbook_id)
  else await openForWriting(tx, change.workbook_id)
  await tx.client.query(
    'select 1 from changes where workspace_id = $1 and workbook_id = $2 and id = $3 for no key update',
    [tx.workspace_id, change.workbook_id, change.id],
  )
  return mustReadChange(tx, change.workbook_id, change.id)
}

function isLarge({ counts: { rows, cells = 0, created = 0, updated = 0 } }: StoredChange): boolean {
  return (rows ?? cells) + created + updated > AT_ONCE
}

/** Stores what an undo or a redo has come to, for whose line of redo. */
async function keep(tx: WorkspaceTx, change: StoredChange, revert: Revert, state: 'done' | 'undone'): Promise<void> {
  change.state = state
  // A change without effect is in no line of redo.
  const user = tx.actor?.kind === 'user' && !isRefused(change.detail) ? tx.actor.user_id : null
  await tx.client.query(
    `update changes set state = $4, flip = $5, detail = $6, flip_id = $7, flipped_at = clock_timestamp(), flip_user_id = $8
       where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [
      tx.workspace_id,
      change.workbook_id,
      change.id,
      state,
      JSON.stringify(revert),
      JSON.stringify(change.detail),
      newId(),
      user,
    ],
  )
  // The change of an import has the id of its job.
  // Acts of jobs have the ids of these.
  if (change.kind === 'import' || change.kind === 'source') await markUndone(tx, change.id, state === 'undone')
}

async function keepDetail(tx: WorkspaceTx, { workbook_id, id, detail }: StoredChange): Promise<void> {
  await tx.client.query('update changes set detail = $4 where workspace_id = $1 and workbook_id = $2 and id = $3', [
    tx.workspace_id,
    workbook_id,
    id,
    JSON.stringify(detail),
  ])
}

async function emitReverted(
  tx: WorkspaceTx,
  { workbook_id, id, state }: Pick<StoredChange, 'workbook_id' | 'id' | 'state'>,
): Promise<void> {
  await emitWorkbook(tx, 'change.reverted', workbook_id, { change_id: id, state })
}

function refusal({ state, detail }: StoredChange, direction: Direction): string {
  if (detail.run && !detail.run.ended) return 'The run goes on. Stop it first, then undo what it wrote.'
  if (state === 'undoing' || state === 'redoing') return 'It is being undone or redone just now. Try again shortly.'
  return direction === 'undo' ? 'It has been undone already' : 'It is in effect; there is nothing to redo'
}

function answerOf(change: StoredChange, { cells, rows, columns, skipped, skipped_count }: Revert): RevertResult {
  return {
    change_id: change.id,
    kind: change.kind,
    words: wordsOf(change),
    state: change.state,
    cells,
    rows,
    columns,
    skipped,
    skipped_count,
    more_skipped: skipped_count > MOST_SKIPPED,
    note: change.detail.run ? 'What the run has cost is spent: undoing it does not bring money back.' : null,
  }
}
