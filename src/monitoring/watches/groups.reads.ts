// Reading groups of watches, and the leads that their source names.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { type IntervalName, readSchedules } from '../../platform/queue/schedules.ts'
import { findRows } from '../../records/filters/found-rows.reads.ts'
import type { Question } from '../../records/filters/question.logic.ts'
import { readLeadQuestion, readLeads } from '../../records/lead-facts/lead.reads.ts'
import { readLeadsInOrder } from '../../records/lead-facts/lead-page.reads.ts'
import { type FilterUse, readSavedQuestion } from '../../records/lead-facts/saved-question.reads.ts'
import { openToRead } from '../../records/opening/open.reads.ts'
import { resolveAsked } from '../../records/query/asked.reads.ts'
import type { WatchKindName } from '../kinds/catalog.ts'
import type { SignalType } from '../signals/signal-types.logic.ts'
import { syncGroup } from './watch.jobs.ts'
import type { GroupSource, WatchGroup } from './watch.schema.ts'
import { typesOf } from './watches.reads.ts'

export interface StoredGroup {
  id: string
  name: string
  kind: WatchKindName
  source: GroupSource
  signal_types: SignalType[] | null
  poll_interval: IntervalName
  config: JsonObject
  watches: number
  without_target: number
  watched_elsewhere: number
  last_synced_at: Date | null
  last_error: string | null
  created_at: Date
}

const COLUMNS =
  'id, name, kind, source, signal_types, poll_interval, config, watches, without_target, watched_elsewhere, last_synced_at, last_error, created_at'

export async function wireGroups(tx: WorkspaceTx, stored: readonly StoredGroup[]): Promise<WatchGroup[]> {
  const schedules = await readSchedules(
    tx,
    syncGroup,
    stored.map(({ id }) => id),
  )
  return stored.map(({ poll_interval, ...group }) => ({
    ...group,
    interval: poll_interval,
    signal_types: [...typesOf(group)],
    last_synced_at: group.last_synced_at?.toISOString() ?? null,
    next_sync_at: schedules.get(group.id)?.next_at.toISOString() ?? null,
    created_at: group.created_at.toISOString(),
  }))
}

export async function readGroup(tx: WorkspaceTx, id: string): Promise<WatchGroup> {
  const [group] = await wireGroups(tx, [await mustFindGroup(tx, id)])
  return group ?? refuse('not_found', 'Watch group not found')
}

export async function mustFindGroup(tx: WorkspaceTx, id: string, locked = false): Promise<StoredGroup> {
  const { rows } = isUuid(id)
    ? await tx.client.query<StoredGroup>(
        `select ${COLUMNS} from watch_groups where workspace_id = $1 and id = $2 ${locked ? 'for update' : ''}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Watch group not found')
}

/** The oldest group that watches the same leads in the same way, under whatever name. */
export async function findEqualGroup(
  tx: WorkspaceTx,
  group: Pick<StoredGroup, 'kind' | 'source' | 'poll_interval' | 'config'> & {
    signal_types: readonly SignalType[] | null
  },
): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from watch_groups where workspace_id = $1 and kind = $2 and source = $3 and signal_types is not distinct from $4::text[]
       and poll_interval = $5 and config = $6 order by id limit 1`,
    [
      tx.workspace_id,
      group.kind,
      JSON.stringify(group.source),
      group.signal_types,
      group.poll_interval,
      JSON.stringify(group.config),
    ],
  )
  return rows[0]?.id
}

export async function readGroups(tx: WorkspaceTx, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const name = 'watch groups by age'
  const [before = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<StoredGroup>(
    `select ${COLUMNS} from watch_groups where workspace_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [tx.workspace_id, before, limit + 1],
  )
  const page = pageOf(name, rows, limit, ({ id }) => [id])
  return { items: await wireGroups(tx, page.items), next_cursor: page.next_cursor }
}

export const MOST_OF_A_GROUP = 10_000
const BATCH = 1_000

export interface SourceLead {
  id: number
  data: JsonObject
}

/** Up to 10,000. @throws Refusal `invalid` for a filter that cannot be read, `not_found` for a deleted view */
export async function readSourceLeads(tx: WorkspaceTx, source: GroupSource): Promise<SourceLead[]> {
  if (source.kind === 'view') return readViewLeads(tx, source.workbook_id, source.view_id)
  const question = await readSourceQuestion(tx, source)
  const leads: SourceLead[] = []
  for (let after = 0; leads.length < MOST_OF_A_GROUP; ) {
    const page = await readLeadsInOrder(tx, question, after, BATCH)
    leads.push(...page.map(({ id, data }) => ({ id, data })))
    if (page.length < BATCH) break
    after = page.at(-1)?.id ?? after
  }
  return leads.slice(0, MOST_OF_A_GROUP)
}

async function readSourceQuestion(
  tx: WorkspaceTx,
  { filter, search, filter_id }: Extract<GroupSource, { kind: 'leads' }>,
): Promise<Question> {
  if (filter_id === undefined)
    return readLeadQuestion({ filter: filter === undefined ? undefined : JSON.stringify(filter as Json), search })
  if (filter !== undefined || search !== undefined)
    refuseField(
      ['source', 'filter_id'],
      'value_error',
      'Value error, send either a saved filter or a filter and search',
    )
  return readSavedQuestion(tx, filter_id, ['source', 'filter_id'])
}

/** The groups that use a saved filter. */
export async function findGroupsByFilter(tx: WorkspaceTx, filterId: string): Promise<FilterUse[]> {
  const { rows } = await tx.client.query<{ id: string; name: string }>(
    `select id, name from watch_groups where workspace_id = $1 and source ->> 'filter_id' = $2 order by id`,
    [tx.workspace_id, filterId],
  )
  return rows.map((row) => ({ kind: 'watch_group', ...row }))
}

async function readViewLeads(tx: WorkspaceTx, workbookId: string, viewId: string): Promise<SourceLead[]> {
  const workbook = await openToRead(tx, workbookId)
  const { question } = await resolveAsked(tx, workbook, { view_id: viewId }, 'body')
  const rows = await findRows(tx, workbook, { ...question, sorts: [] }, { limit: MOST_OF_A_GROUP })
  const { rows: linked } = await tx.client.query<{ lead_id: number }>(
    `select distinct lead_id from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[]) and lead_id is not null`,
    [tx.workspace_id, workbook.id, rows.map(({ id }) => id)],
  )
  const leads = await readLeads(
    tx,
    linked.map(({ lead_id }) => lead_id),
  )
  return leads.map(({ id, data }) => ({ id, data }))
}
