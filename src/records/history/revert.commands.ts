// Undo and redo: a small one at once in the caller's transaction, a large one in the background, batch by batch.

import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { changeStructure, openForWriting } from '../opening/structure.lock.ts'
import type { Reverted } from '../store/history.schema.ts'
import { type Chosen, newChange, readActor, recordChange } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { canRevert, mustReadChange, nextInLine } from './changes.reads.ts'
import {
  type Direction,
  isFruitless,
  isRefused,
  MOST_SKIPPED,
  newRevert,
  type Revert,
  type StoredChange,
} from './revert.logic.ts'
import { changesStructure, step, turnedRound } from './revert.steps.ts'
import { forgetSkipped } from './revert.writes.ts'
import { wordsOf } from './words.logic.ts'

export const HISTORY_REVERT = defineJob({
  name: 'history.flip',
  payload: Type.Object({ workbook_id: Type.String(), change_id: Type.String() }),
  attempts: 20,
  lane: 'long',
})

/** More rows than this are put back in the background. */
const AT_ONCE = 5000
const BATCH = 1000

/**
 * Undoes or redoes a change: the one named, or the next in the user's own line. Values that another user changed since
 * stay and are reported. Refuses (409) when there is nothing to do, (404) a change that is not of this workbook.
 */
export async function revertChange(
  tx: WorkspaceTx,
  workbook: string,
  direction: Direction,
  wanted: string | undefined,
): Promise<Reverted> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  // Two at once go one after the other, so that each takes its own step back.
  await hold(tx, workbookId, 'undo')
  const user = tx.actor?.kind === 'user' ? tx.actor.user_id : null
  const id = wanted ?? (await nextInLine(tx, workbookId, user, direction))
  if (id === undefined) refuse('conflict', `There is nothing to ${direction}`)
  const change = await holdChange(tx, await mustReadChange(tx, workbookId, id))
  if (direction === 'undo' && change.state === 'redoing' && change.detail.chosen) return cancelRevert(tx, workbook, id)
  const isUnderWay = change.state === (direction === 'undo' ? 'undoing' : 'redoing')
  if (!isUnderWay && !canRevert(change, direction)) refuse('conflict', refusal(change, direction))
  const begun = newRevert(direction, change.flip_id ?? change.id)
  const revert = isUnderWay ? (change.revert ?? begun) : begun
  if (isUnderWay || isLarge(change)) {
    await keep(tx, change, revert, direction === 'undo' ? 'undoing' : 'redoing', user)
    // Asked for again, it gets a ticket again: the job before may have died for good.
    await enqueueRevert(tx, change)
    return answerOf(change, revert)
  }
  const before = change.detail
  await tx.client.query('savepoint revert')
  while (await step(tx, change, revert, AT_ONCE + 1));
  if (isFruitless(revert)) {
    await tx.client.query('rollback to revert')
    await keepFruitless(tx, { ...change, detail: before }, revert)
  } else await keep(tx, change, revert, direction === 'undo' ? 'undone' : 'done', user)
  await emitReverted(tx, change)
  return answerOf(change, revert)
}

/** The change stands as it stood, and says what was in the way; no later undo or redo takes it again. */
async function keepFruitless(tx: WorkspaceTx, change: StoredChange, revert: Revert): Promise<void> {
  await tx.client.query(
    'update changes set state = $4, flip = $5 where workspace_id = $1 and workbook_id = $2 and id = $3',
    [
      tx.workspace_id,
      change.workbook_id,
      change.id,
      revert.direction === 'undo' ? 'done' : 'undone',
      JSON.stringify({ ...revert, by: readActor(tx) }),
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
  await keep(tx, change, newRevert('redo', id), 'redoing', tx.actor?.kind === 'user' ? tx.actor.user_id : null)
  await enqueueRevert(tx, change)
  return id
}

/**
 * Takes back an undo or a redo that is under way in the background: what it has done so far is turned round, in the
 * background too. Refuses (409) when nothing is under way.
 */
export async function cancelRevert(tx: WorkspaceTx, workbook: string, changeId: string): Promise<Reverted> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  const change = await holdChange(tx, await mustReadChange(tx, workbookId, changeId))
  const { revert, state } = change
  if (revert === null || (state !== 'undoing' && state !== 'redoing'))
    refuse('conflict', 'Nothing of it is being undone or redone just now')
  const back = { ...turnedRound(change, revert), ...(revert.since && { since: revert.since }) }
  const user = tx.actor?.kind === 'user' ? tx.actor.user_id : null
  const hasBegun = revert.phase > 0 || revert.after !== null
  if (hasBegun) {
    await keep(tx, change, back, back.direction === 'undo' ? 'undoing' : 'redoing', user)
    await enqueueRevert(tx, change)
  } else {
    await keep(tx, change, back, back.direction === 'undo' ? 'undone' : 'done', user)
    await emitReverted(tx, change)
  }
  return answerOf(change, back)
}

/** One batch of a large undo, in a transaction of its own; false when it is done. Where it stands is stored with it. */
export async function revertBatch(tx: WorkspaceTx, workbookId: string, changeId: string): Promise<boolean> {
  const change = await holdChange(tx, await mustReadChange(tx, workbookId, changeId))
  const { revert } = change
  if (revert === null || (change.state !== 'undoing' && change.state !== 'redoing')) return false
  const more = await step(tx, change, revert, BATCH)
  if (!more && isFruitless(revert) && !isRefused(change.detail)) {
    await forgetSkipped(tx, workbookId, changeId)
    await keepFruitless(tx, change, revert)
    await emitReverted(tx, change)
    return false
  }
  const done = revert.direction === 'undo' || isRefused(change.detail) ? 'undone' : 'done'
  // A change without effect is in no line of redo.
  await keep(tx, change, revert, more ? change.state : done, isRefused(change.detail) ? null : undefined)
  if (more) {
    const { cells, rows } = revert
    await emitWorkbook(tx, 'change.progress', workbookId, { change_id: change.id, state: change.state, cells, rows })
  } else await emitReverted(tx, change)
  return more
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

// When it was turned or came to its end; a batch on the way is neither.
const KEEP = `update changes set state = $4, flip = $5, detail = $6, flip_id = $7,
    flipped_at = case when $8 or state <> $4 then clock_timestamp() else flipped_at end,
    flip_user_id = case when $8 then $9::bigint else flip_user_id end
  where workspace_id = $1 and workbook_id = $2 and id = $3`

/** Stores where it stands; `user` is who turned it, undefined when that is known already. */
async function keep(
  tx: WorkspaceTx,
  change: StoredChange,
  revert: Revert,
  state: StoredChange['state'],
  user: number | null | undefined,
): Promise<void> {
  change.state = state
  const told = { ...revert, by: user === undefined ? change.revert?.by : readActor(tx) }
  await tx.client.query(KEEP, [
    tx.workspace_id,
    change.workbook_id,
    change.id,
    state,
    JSON.stringify(told),
    JSON.stringify(change.detail),
    newId(),
    user !== undefined,
    user ?? null,
  ])
}

async function enqueueRevert(tx: WorkspaceTx, { workbook_id, id }: StoredChange): Promise<void> {
  await enqueue(tx, HISTORY_REVERT, { workbook_id, change_id: id })
}

async function emitReverted(tx: WorkspaceTx, { workbook_id, id, state }: StoredChange): Promise<void> {
  await emitWorkbook(tx, 'change.reverted', workbook_id, { change_id: id, state })
}

function refusal({ state, detail }: StoredChange, direction: Direction): string {
  if (detail.run && !detail.run.ended) return 'The run goes on. Stop it first, then undo what it wrote.'
  if (state === 'undoing' || state === 'redoing') return 'It is being undone or redone just now. Try again shortly.'
  return direction === 'undo' ? 'It has been undone already' : 'It is in effect; there is nothing to redo'
}

function answerOf(change: StoredChange, { cells, rows, columns, skipped, skipped_count }: Revert): Reverted {
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
