// Writes the blocking keys of very many leads together, in the order of their index: lead by lead each key would touch a page of its own.
//
// Safe to start again at any point: what waits stays on record until all of it is written, and a key is written once.
import { setImmediate as pause } from 'node:timers/promises'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { openSteps, type Steps } from '../../platform/queue/steps.ts'
import { claimDirty, type DirtyLine, endDirty } from '../store/dirty-rows/dirty-rows.commands.ts'
import { leadKeys, WRITE_KEYS } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { writeKeysLater } from '../store/entity-records.writes.ts'
import { enqueueMovedKeys, readMatching } from '../store/rows/matched-rows.writes.ts'
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
    const spread = await spreadOut(read)
    await writing.each([...spread.starts.keys()].slice(1), async (tx, some) => {
      await holdEntities(tx)
      const places = some.flatMap((part) => placesOf(spread, part))
      const of = (numbers: Float64Array) => places.map((place) => numbers[place] as number)
      // Cells that were matched with leads looked for these when their records were made, and found none by keys that were not written.
      const isMatched = (await readMatching(tx, null)).length > 0
      await enqueueMovedKeys(tx, null, await writeKeysLater(tx, of(spread.ids), of(spread.keys), isMatched))
    })
    for (const steps of [reading, writing]) if (steps.past.length > 0) return steps
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

/** All that was read, by parts of the range of keys. */
interface SpreadKeys {
  ids: Float64Array
  keys: Float64Array
  /** Where each part begins, and where the last ends. */
  starts: Uint32Array
}

/** Keys are numbers spread evenly below 2^53, so that parts of their range are of one size. Requests are answered between. */
async function spreadOut(read: readonly KeysOfRecords[]): Promise<SpreadKeys> {
  const count = read.reduce((sum, { keys }) => sum + keys.length, 0)
  const parts = Math.ceil(count / PART)
  const partOf = (key: number) => Math.min(parts - 1, Math.floor((key / 2 ** 53) * parts))
  const spread = { ids: new Float64Array(count), keys: new Float64Array(count), starts: new Uint32Array(parts + 1) }
  const { ids, keys, starts } = spread
  for (const one of read) {
    for (const key of one.keys) starts[partOf(key) + 1] = (starts[partOf(key) + 1] as number) + 1
    await pause()
  }
  for (let part = 1; part <= parts; part++) starts[part] = (starts[part] as number) + (starts[part - 1] as number)
  const next = starts.slice()
  for (const one of read) {
    for (const [at, key] of one.keys.entries()) {
      const place = next[partOf(key)] as number
      next[partOf(key)] = place + 1
      keys[place] = key
      ids[place] = one.ids[at] as number
    }
    await pause()
  }
  return spread
}

/** The places of a part, counted from 1, in the order of its keys. */
function placesOf({ keys, starts }: SpreadKeys, part: number): number[] {
  const [first, end] = [starts[part - 1] as number, starts[part] as number]
  const places = Array.from({ length: end - first }, (_, at) => first + at)
  return places.sort((one, other) => (keys[one] as number) - (keys[other] as number))
}
