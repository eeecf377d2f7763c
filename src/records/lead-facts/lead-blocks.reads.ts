// The leads of a workspace by blocks of 4,096 places, as rows of workbooks have them: how many each has and how often it changed. A lead's
// place is its id.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, NO_PAYLOAD } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { BLOCK } from '../store/rows/rows.writes.ts'
import { STANDS_FOR_ITSELF } from './one-lead.reads.ts'

/** Its handler is with the leads. */
export const KEEP_BLOCKS = defineJob({ name: 'leads.keep_blocks', payload: NO_PAYLOAD, attempts: 20, lane: 'long' })
/** Writes that follow each other are looked at together. */
const KEPT_AFTER_MS = 60_000

/** Has what blocks come to kept anew, soon. Call it where leads were written. */
export async function keepBlocksSoon(tx: WorkspaceTx): Promise<void> {
  await enqueue(tx, KEEP_BLOCKS, {}, { key: 'all', run_at: new Date(Date.now() + KEPT_AFTER_MS) })
}

export interface LeadBlock {
  block: number
  /** Those that stand for themselves. */
  leads: number
  changes: number
}

interface StoredBlocks {
  total: number
  changes: number
  told: number
  blocks: number[] | null
  leads: number[] | null
  changed: number[] | null
}

const BLOCKS = `select c.leads as total, c.changes, c.told, b.blocks, b.leads, b.changed from lead_counts c
  cross join lateral (select array_agg(block order by block) as blocks, array_agg(leads order by block) as leads,
    array_agg(changes order by block) as changed from lead_blocks where workspace_id = $1) b
  where c.workspace_id = $1`

async function readStored(tx: WorkspaceTx): Promise<StoredBlocks | undefined> {
  const { rows } = await tx.client.query<StoredBlocks>({ name: 'lead_blocks', text: BLOCKS, values: [tx.workspace_id] })
  return rows[0]
}

/** In the order of their places; a block without leads may be among them. */
export async function readBlocks(tx: WorkspaceTx): Promise<LeadBlock[]> {
  let stored = await readStored(tx)
  if (stored && isBehind(stored)) stored = await countAgain(tx)
  return (stored?.blocks ?? []).map((block, at) => ({
    block,
    leads: stored?.leads?.[at] ?? 0,
    changes: stored?.changed?.[at] ?? 0,
  }))
}

const isBehind = ({ total, changes, told, leads }: StoredBlocks) =>
  changes !== told || (leads ?? []).reduce((sum, more) => sum + more, 0) !== total

const COUNTED = `with counted as (
    select floor(position / ${BLOCK})::int as block, count(*)::int as leads from leads l
    where workspace_id = $1 and ${STANDS_FOR_ITSELF} group by 1),
  gone as (update lead_blocks b set leads = 0, changes = b.changes + 1, pieces = null
    where workspace_id = $1 and not exists (select from counted c where c.block = b.block)),
  kept as (insert into lead_blocks as b (workspace_id, block, leads, changes) select $1, block, leads, 1 from counted
    on conflict (workspace_id, block) do update set leads = excluded.leads, changes = b.changes + 1, pieces = null)
  update lead_counts set told = changes, leads = (select coalesce(sum(leads), 0) from counted) where workspace_id = $1`

/**
 * All writers of leads meet at the counter, so none of them is under way between the statements. Of readers that meet there the first counts.
 */
async function countAgain(tx: WorkspaceTx): Promise<StoredBlocks | undefined> {
  await tx.client.query('select from lead_counts where workspace_id = $1 for update', [tx.workspace_id])
  const stored = await readStored(tx)
  if (!stored || !isBehind(stored)) return stored
  await tx.client.query(COUNTED, [tx.workspace_id])
  return readStored(tx)
}

/** The ids from `first` on and before `end` are those of a block. */
export const idsOfBlock = (block: number) => ({ first: block * BLOCK, end: (block + 1) * BLOCK })

/** As SQL: the block of an id. */
export const blockOf = (id: string) => `(${id} / ${BLOCK})::int`

/** How often each had changed. */
export const changesOf = (blocks: readonly LeadBlock[]): Map<number, number> =>
  new Map(blocks.map(({ block, changes }) => [block, changes]))

/** The blocks that have changed since, or came since. */
export const changedSince = (blocks: readonly LeadBlock[], before: ReadonlyMap<number, number>): LeadBlock[] =>
  blocks.filter(({ block, changes }) => before.get(block) !== changes)

/** More blocks than this are read by one pass over all leads. */
export const MOST_APART = 40

/** As SQL: leads `r` of blocks `b`, whose numbers are this parameter, with what a select says of those that a condition leaves. */
export const ofBlocks = (blocks: string, select: string, from: string, condition: string): string =>
  `unnest(${blocks}) as b (block) cross join lateral (select ${select} from ${from}
     where r.lead_id >= b.block::bigint * ${BLOCK} and r.lead_id < (b.block::bigint + 1) * ${BLOCK} and ${condition} offset 0)`
