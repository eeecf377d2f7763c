// Reading changes: the list of activity, one of them, and which one the next undo or redo takes.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { Activity, ActivityList } from '../store/history.schema.ts'
import { revertsOf } from '../store/recorder.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { type Direction, isRefused, type StoredChange } from './revert.logic.ts'
import { wordsOf } from './words.logic.ts'

// A change that is redone counts as done from the beginning, and one that is undone to the end: something of it is in effect.
const SELECT = `select c.id, c.workbook_id, c.kind, c.label, c.user_id, c.actor, c.counts, c.detail, c.flip_id, c.flip as revert, c.created_at, c.flipped_at,
    case u.revert ->> 'direction' when 'undo' then 'undoing' when 'redo' then 'redoing' else c.state end as state,
    case when u.id is not null then jsonb_build_object('job_id', u.id, 'revert', u.revert, 'has_begun', u.has_begun) end as under_way
  from changes c left join lateral (
    select j.id, coalesce(j.checkpoint, j.payload -> 'from') as revert, j.checkpoint is not null or j.payload ? 'turned' as has_begun
    ${revertsOf('c')} order by j.id limit 1) u on true`

const BY_NEWEST = 'changes by newest'

/** What was done in a workbook, the newest first. */
export async function listActivity(
  tx: WorkspaceTx,
  workbook: string,
  { limit, cursor, user_id }: { limit: number; cursor?: string | undefined; user_id?: number | undefined },
): Promise<ActivityList> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  const [after] = decodeCursor(BY_NEWEST, cursor) ?? [null]
  const { rows } = await tx.client.query<StoredChange>(
    `${SELECT} where c.workspace_id = $1 and c.workbook_id = $2 and ($3::uuid is null or c.id < $3)
       and ($5::bigint is null or c.user_id = $5) order by c.id desc limit $4`,
    [tx.workspace_id, workbookId, after, limit + 1, user_id ?? null],
  )
  const { items, next_cursor } = pageOf(BY_NEWEST, rows, limit, ({ id }) => [id])
  return { items: items.map(activityOf), next_cursor }
}

/** Refuses (404) what is not there. */
export async function mustReadChange(tx: WorkspaceTx, workbookId: string, changeId: string): Promise<StoredChange> {
  return (await findChange(tx, workbookId, changeId)) ?? refuse('not_found', 'Change not found')
}

export async function findChange(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
): Promise<StoredChange | undefined> {
  const { rows } = await tx.client.query<StoredChange>(
    `${SELECT} where c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3`,
    [tx.workspace_id, workbookId, isUuid(changeId) ? changeId : null],
  )
  return rows[0]
}

// A run that goes on is passed over, and so is what could not be undone or redone since all of it was changed meanwhile; a deletion that goes on is called off. Its newest act ends what a user could redo: what was undone before it stays so.
const NEXT = {
  undo: `select c.id from changes c left join lateral (select j.payload ${revertsOf('c')} limit 1) u on true
    where c.workspace_id = $1 and c.workbook_id = $2 and c.user_id = $3 and c.state = 'done'
      and case when u.payload is null then c.flip ->> 'direction' is distinct from 'undo'
        else u.payload #>> '{from,direction}' = 'redo' and c.detail ? 'chosen' end
      and coalesce((c.detail #>> '{run,ended}')::boolean, true) order by c.id desc limit 1`,
  redo: `select id from changes where workspace_id = $1 and workbook_id = $2 and flip_user_id = $3 and state = 'undone' and flip ->> 'direction' = 'undo'
    and flip_id > coalesce((select id from changes where workspace_id = $1 and workbook_id = $2 and user_id = $3
      order by id desc limit 1), '00000000-0000-0000-0000-000000000000') order by flip_id desc limit 1`,
}

/** The change that undo or redo means when none is named; undefined when there is none. */
export async function findNextChange(
  tx: WorkspaceTx,
  workbookId: string,
  userId: number | null,
  direction: Direction,
): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ id: string }>(NEXT[direction], [tx.workspace_id, workbookId, userId])
  return rows[0]?.id
}

export function activityOf(change: StoredChange): Activity {
  const { id, kind, state, actor, counts, created_at, flipped_at, under_way } = change
  const revert = under_way?.revert ?? change.revert
  return {
    id,
    kind,
    words: wordsOf(change),
    state,
    actor: actor && { kind: actor.kind, user_id: actor.user_id, name: actor.name },
    counts,
    created_at: created_at.toISOString(),
    undone_at: state === 'undone' && flipped_at ? flipped_at.toISOString() : null,
    can_undo: canRevert(change, 'undo'),
    can_redo: canRevert(change, 'redo'),
    progress: under_way && { cells: under_way.revert.cells, rows: under_way.revert.rows },
    skipped_count: revert?.skipped_count ?? 0,
    skipped: revert?.skipped ?? [],
  }
}

export function canRevert({ state, detail }: StoredChange, direction: Direction): boolean {
  if ((detail.run && !detail.run.ended) || isRefused(detail)) return false
  return state === (direction === 'undo' ? 'done' : 'undone')
}
