// Reading changes: the list of activity, one of them, and which one the next undo or redo takes.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { Activity, ActivityList } from '../store/history.schema.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { type Direction, isRefused, type StoredChange } from './revert.logic.ts'
import { wordsOf } from './words.logic.ts'

const COLUMNS = `id, workbook_id, kind, label, state, user_id, actor, counts, detail, flip_id, flip as revert, created_at, flipped_at`

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
    `select ${COLUMNS} from changes where workspace_id = $1 and workbook_id = $2 and ($3::uuid is null or id < $3)
       and ($5::bigint is null or user_id = $5) order by id desc limit $4`,
    [tx.workspace_id, workbookId, after, limit + 1, user_id ?? null],
  )
  const { items, next_cursor } = pageOf(BY_NEWEST, rows, limit, ({ id }) => [id])
  return { items: items.map(activityOf), next_cursor }
}

/** Refuses (404) what is not there. */
export async function mustReadChange(tx: WorkspaceTx, workbookId: string, changeId: string): Promise<StoredChange> {
  const { rows } = await tx.client.query<StoredChange>(
    `select ${COLUMNS} from changes where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, workbookId, isUuid(changeId) ? changeId : null],
  )
  return rows[0] ?? refuse('not_found', 'Change not found')
}

// A run that goes on is passed over, and so is what could not be undone or redone since all of it was changed meanwhile; a deletion that goes on is called off. Its newest act ends what a user could redo: what was undone before it stays so.
const NEXT = {
  undo: `select id from changes where workspace_id = $1 and workbook_id = $2 and user_id = $3 and (state = 'done' and flip ->> 'direction' is distinct from 'undo' or (state = 'redoing' and detail ? 'chosen'))
    and coalesce((detail #>> '{run,ended}')::boolean, true) order by id desc limit 1`,
  redo: `select id from changes where workspace_id = $1 and workbook_id = $2 and flip_user_id = $3 and state = 'undone' and flip ->> 'direction' = 'undo'
    and flip_id > coalesce((select id from changes where workspace_id = $1 and workbook_id = $2 and user_id = $3
      order by id desc limit 1), '00000000-0000-0000-0000-000000000000') order by flip_id desc limit 1`,
}

/** The change that undo or redo means when none is named; undefined when there is none. */
export async function nextInLine(
  tx: WorkspaceTx,
  workbookId: string,
  userId: number | null,
  direction: Direction,
): Promise<string | undefined> {
  const { rows } = await tx.client.query(NEXT[direction], [tx.workspace_id, workbookId, userId])
  return rows[0]?.id
}

export function activityOf(change: StoredChange): Activity {
  const { id, kind, state, actor, counts, created_at, flipped_at, revert } = change
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
    progress:
      state === 'undoing' || state === 'redoing' ? { cells: revert?.cells ?? 0, rows: revert?.rows ?? 0 } : null,
    skipped_count: revert?.skipped_count ?? 0,
    skipped: revert?.skipped ?? [],
  }
}

export function canRevert({ state, detail }: StoredChange, direction: Direction): boolean {
  if ((detail.run && !detail.run.ended) || isRefused(detail)) return false
  return state === (direction === 'undo' ? 'done' : 'undone')
}
