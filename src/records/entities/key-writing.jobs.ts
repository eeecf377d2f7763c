// Writes the blocking keys of very many leads together, in the order of their index: lead by lead each key would touch a page of its own.
//
// Safe to start again at any point: what waits stays on record until all of it is written, and a key is written once.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { openSteps, type Steps } from '../../platform/queue/steps.ts'
import { claimDirty, type DirtyLine, endDirty } from '../store/dirty-rows/dirty-rows.commands.ts'
import { leadKeys, WRITE_KEYS } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { writeKeysLater } from '../store/entity-records.writes.ts'
import { holdEntities } from './records.writes.ts'

/** Lines of 2,500 leads each that are written together: some three million keys, 16 bytes each. */
const LINES = 100
const READ = 5_000
/** Keys of a part, on average, and parts that are written at once. */
const PART = 2_500
const PARTS = 8

type At = { workspace_id: WorkspaceId; signal: AbortSignal }

export function writeKeysJob(database: Database): JobHandler {
  return handleWorkspaceJob(WRITE_KEYS, async (_, at) => (await writeWaitingKeys(database, at)).end()) as JobHandler
}

/** All that wait. Leads whose keys could not be written stay on record. */
export async function writeWaitingKeys(
  database: Database,
  { workspace_id: at, signal }: At,
): Promise<Pick<Steps<number>, 'stood' | 'end'>> {
  const reading = openSteps<number>({ database, at, signal, what: 'Reading keys of leads', most: READ })
  const writing = openSteps<number>({ database, at, signal, what: 'Writing keys of leads', most: PARTS })
  for (;;) {
    const lines = await database.inWorkspace(at, (tx) => claimDirty(tx, leadKeys, at, { limit: LINES }))
    if (lines.length === 0) return writing
    const read = await reading.each(lines.flatMap(leadsOf), readKeys)
    const parts = inParts(read)
    await writing.each([...parts.keys()], async (tx, some) => {
      await holdEntities(tx)
      const { ids, keys } = joined(some.map((part) => parts[part] as KeysOfRecords))
      await writeKeysLater(tx, ids, keys)
    })
    if (writing.past.length > 0) return writing
    await database.inWorkspace(at, (tx) => endDirty(tx, lines))
  }
}

const leadsOf = ({ rows }: DirtyLine): readonly number[] => ('lead_ids' in rows ? rows.lead_ids : [])

/** Side by side: the key at a place is of the record there. */
interface KeysOfRecords {
  ids: number[]
  keys: number[]
}

async function readKeys(tx: WorkspaceTx, leadIds: readonly number[]): Promise<KeysOfRecords> {
  const { rows } = await tx.client.query<{ id: number; keys: number[] }>(
    'select id, keys from entity_records where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, leadIds],
  )
  return { ids: rows.flatMap(({ id, keys }) => keys.map(() => id)), keys: rows.flatMap(({ keys }) => keys) }
}

/** Keys are numbers spread evenly below 2^53, so that parts of their range are of one size. Each is in order. */
function inParts(read: readonly KeysOfRecords[]): KeysOfRecords[] {
  const count = read.reduce((sum, { keys }) => sum + keys.length, 0)
  const parts = Array.from({ length: Math.ceil(count / PART) }, (): [number, number][] => [])
  for (const { ids, keys } of read)
    for (const [at, key] of keys.entries())
      parts[Math.min(parts.length - 1, Math.floor((key / 2 ** 53) * parts.length))]?.push([ids[at] as number, key])
  return parts.map((part) => {
    part.sort(([, one], [, other]) => one - other)
    return { ids: part.map(([id]) => id), keys: part.map(([, key]) => key) }
  })
}

const joined = (parts: readonly KeysOfRecords[]): KeysOfRecords => ({
  ids: parts.flatMap(({ ids }) => ids),
  keys: parts.flatMap(({ keys }) => keys),
})
