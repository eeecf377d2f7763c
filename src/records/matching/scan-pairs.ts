// Scans all records of a subject: reads and compares them, writes the pairs batch by batch, and drops those that are found no more.
//
// Safe to start again at any point: pairs are written over what is there, and what a scan no longer finds goes last.
import type { GroupedRecord } from '../../engine/matching/decided.ts'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { JobRun } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { type ComparisonResult, compareAll, type Subject } from './compare-apart.ts'
import type { PairTable, RecordId } from './pair-table.ts'
import { readDecided } from './pairs.reads.ts'
import { dropPairs, type NewPair, readPendingPairs, writePairs } from './pairs.writes.ts'

const WRITTEN = 5000
const DROPPED = 10_000

export type ScanRun = JobRun & { workspace_id: WorkspaceId }

export interface PairScan<Item, Id extends RecordId, Evidence> {
  table: PairTable<Id>
  subject: Omit<Subject<Item>, 'idOf' | 'decided'>
  /** The same for all pairs of a scan. */
  scanId: string
  /** Held to write pairs. Refuses when there is nothing left to write them of. */
  hold(tx: WorkspaceTx): Promise<void>
  recordOf(item: Item): GroupedRecord<Id>
  pairOf(found: FoundPair, ids: readonly [Id, Id]): NewPair<Id>
  levelsOf(evidence: Evidence): readonly number[] | undefined
  /** Only so many are kept, the surest. */
  most?: number
  /** With how many decisions. */
  learned?(tx: WorkspaceTx, compared: ComparisonResult, decisions: number): Promise<void>
  found?(pairs: readonly NewPair<Id>[]): void
}

export interface ScanResult {
  records: number
  decisions: number
  pairs: number
  /** The ids of those that stood already, and say the same. */
  standing: readonly number[]
  /** What was not written, in words. */
  stood: string[]
}

export async function scanPairs<Item, Id extends RecordId, Evidence>(
  database: Database,
  run: ScanRun,
  {
    table,
    subject,
    scanId,
    hold,
    recordOf,
    pairOf,
    levelsOf,
    most,
    learned,
    found: tell,
  }: PairScan<Item, Id, Evidence>,
): Promise<ScanResult> {
  const { workspace_id: at, signal } = run
  const nameOf = ({ left_id, right_id }: NewPair<Id>) => `the pair of ${left_id} and ${right_id}`
  const writing = openSteps<NewPair<Id>>({ database, at, signal, what: 'Writing pairs', most: WRITTEN, nameOf })
  const decided = await database.inWorkspace(at, (tx) => readDecided(tx, table, levelsOf))
  let pairs = 0
  let done = 0
  const standing: number[] = []
  const compared = { ...subject, decided, idOf: (item: Item) => recordOf(item).id }
  const items = await compareAll(database, run, compared, async (items, compared) => {
    signal.throwIfAborted()
    const apart = await database.inWorkspace(at, async (tx) => {
      await learned?.(tx, compared, decided.length)
      return table.readApart(tx)
    })
    const total = Math.min(compared.count, most ?? compared.count)
    for await (const some of surest(compared, most)) {
      const found = some.flatMap((pair): NewPair<Id>[] => {
        const [left, right] = [recordOf(items[pair.a] as Item), recordOf(items[pair.b] as Item)]
        return left.group === right.group || !apart.allows(left, right) ? [] : [pairOf(pair, [left.id, right.id])]
      })
      const written = await writing.each(found, async (tx, next, from) => {
        await hold(tx)
        const reached = Math.min(total, done + from + next.length)
        await run.progress(tx, { done: reached, total, message: 'Writing pairs' })
        return writePairs(tx, table, next, scanId, 'scan')
      })
      done += some.length
      for (const step of written) {
        pairs += step.pending
        for (const id of step.standing) standing.push(id)
      }
      tell?.(found)
    }
  })
  const stood = writing.stood()
  return { records: items.length, decisions: decided.length, pairs, standing, stood: stood === null ? [] : [stood] }
}

/** As the thread has them, piece by piece, unless only so many are kept: then the surest first. */
async function* surest(compared: ComparisonResult, most = compared.count): AsyncGenerator<FoundPair[]> {
  if (compared.count <= most) return yield* compared.pairs()
  const all: FoundPair[] = []
  for await (const some of compared.pairs()) all.push(...some)
  yield all.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b).slice(0, most)
}

/** After all of a scan is written: what was not written is not there to be found, though it was. `standing` were found, and not written again. */
export async function dropOthers<Id extends RecordId>(
  database: Database,
  { workspace_id: at, signal }: ScanRun,
  { table, hold, scanId }: Pick<PairScan<never, Id, never>, 'table' | 'hold' | 'scanId'>,
  standing: readonly number[],
): Promise<void> {
  const found = new Set(standing)
  const steps = openSteps({ database, at, signal, what: 'Removing pairs that are found no more', most: DROPPED })
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = await steps.take(async (tx, { size }) => {
      await hold(tx)
      const pending = await readPendingPairs(tx, table, scanId, from, size)
      const gone = pending.flatMap(({ id, is_older }) => (is_older && !found.has(id) ? [id] : []))
      await dropPairs(tx, table, gone)
      return pending.at(-1)?.id
    })
  }
}
