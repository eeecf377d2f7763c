// Keeps for each block of a large lead store what its leads come to, so that the first question after a write does not read all of them.
//
// Safe to start again at any point: a block that has changed meanwhile is kept as it was before, and is looked at again.
import { setImmediate as pause } from 'node:timers/promises'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { idsOfBlock, KEEP_BLOCKS, type LeadBlock, readBlocks } from '../lead-facts/lead-blocks.reads.ts'
import { addPieces, openPieces } from '../lead-facts/lead-pieces.logic.ts'
import { keepFigures } from './stats.reads.ts'

/** A store of fewer leads is read whole in some hundredths of a second. */
const LARGE = 50_000
/** A search reads so many changed blocks as fast as it finds others, so single edits keep nothing anew. */
const FEW = 8
/** Blocks at once. */
const MOST = 2
/** Leads whose texts are read at once: some have very long ones, and requests are answered between. */
const TEXTS = 256

export function keepBlocksJob(database: Database, { large, few } = { large: LARGE, few: FEW }): JobHandler {
  return handleWorkspaceJob(KEEP_BLOCKS, async (_, { workspace_id: at, signal }) => {
    const blocks = await database.inWorkspace(at, readBlocks)
    if (blocks.reduce((sum, { leads }) => sum + leads, 0) < large) return
    const what = 'Keeping what blocks of leads come to'
    const nameOf = ({ block }: LeadBlock) => `block ${block}`
    const steps = openSteps<LeadBlock>({ database, at, signal, what, most: MOST, nameOf })
    const behind = await database.inWorkspace(at, (tx) => readBehind(tx, blocks))
    if (behind.length <= few) return
    await steps.each(behind, async (tx, some) => {
      for (const one of some) await keepPieces(tx, one)
      await keepFigures(tx, some)
    })
    steps.end()
  }) as JobHandler
}

/** Those that have changed since their pieces were kept. */
async function readBehind(tx: WorkspaceTx, blocks: readonly LeadBlock[]): Promise<LeadBlock[]> {
  const { rows } = await tx.client.query<{ block: number; changes: number }>(
    'select block, changes from lead_blocks where workspace_id = $1 and pieces_of = changes',
    [tx.workspace_id],
  )
  const kept = new Map(rows.map(({ block, changes }) => [block, changes]))
  return blocks.filter(({ block, changes }) => kept.get(block) !== changes)
}

/** What is read is at least as new as the changes that were known before. */
async function keepPieces(tx: WorkspaceTx, { block, changes }: LeadBlock): Promise<void> {
  const { first, end } = idsOfBlock(block)
  const pieces = openPieces()
  for (let from = first; from < end; from += TEXTS, await pause()) {
    const { rows } = await tx.client.query<{ place: number; text: string }>(
      'select (lead_id - $2)::int as place, text from lead_texts where workspace_id = $1 and lead_id >= $3 and lead_id < $4',
      [tx.workspace_id, first, from, from + TEXTS],
    )
    addPieces(pieces, rows)
  }
  await tx.client.query(
    'update lead_blocks set pieces = $4, pieces_of = $3 where workspace_id = $1 and block = $2 and changes = $3',
    [tx.workspace_id, block, changes, pieces],
  )
}
