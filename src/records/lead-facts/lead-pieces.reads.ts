// Where in the store leads may be that answer a query, by what is kept of the words of each block.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { idsOfBlock, type LeadBlock } from './lead-blocks.reads.ts'
import { GROUP, groupsWith, piecesOf, SLICE } from './lead-pieces.logic.ts'
import type { Condition } from './lead-statement.reads.ts'

/** Ids from `first` on and before `end`. */
export interface LeadRange {
  first: number
  end: number
}

/** Where more than one in so many leads may answer, all are read by one pass. */
const ONE_IN = 8

/**
 * The ranges of leads that may answer one of the conditions; no other lead does. Null where no pieces are kept, or where the ranges are so many
 * that one pass over all leads is cheaper. A block that has changed since its pieces were kept is one range.
 */
export async function readCandidates(
  tx: WorkspaceTx,
  conditions: readonly Condition[],
  blocks: readonly LeadBlock[],
): Promise<LeadRange[] | null> {
  const piecesOfEach = conditions.map(piecesOf)
  if (piecesOfEach.some(({ length }) => length === 0)) return null
  const pieces = piecesOfEach.flat()
  const starts = piecesOfEach.map((_, at) => piecesOfEach.slice(0, at).flat().length)
  const { rows } = await tx.client.query<{ block: number; slices: Buffer[] }>({
    name: 'lead_pieces',
    text: `select b.block, array(select substring(b.pieces from p * ${SLICE} + 1 for ${SLICE}) from unnest($2::int[]) p) as slices
      from lead_blocks b where b.workspace_id = $1 and b.pieces_of = b.changes`,
    values: [tx.workspace_id, pieces],
  })
  if (rows.length === 0) return null
  const groupsOf = (slices: readonly Buffer[]) => {
    const each = piecesOfEach.map(({ length }, at) =>
      groupsWith(slices.slice(starts[at], (starts[at] as number) + length)),
    )
    return [...new Set(each.flat())].sort((a, b) => a - b)
  }
  const known = new Map(rows.map(({ block, slices }) => [block, slices]))
  const ranges: LeadRange[] = []
  for (const { block } of blocks) {
    const { first, end } = idsOfBlock(block)
    const slices = known.get(block)
    if (slices === undefined) ranges.push({ first, end })
    else for (const place of groupsOf(slices)) ranges.push({ first: first + place, end: first + place + GROUP })
  }
  const reached = ranges.reduce((sum, { first, end }) => sum + end - first, 0)
  const all = blocks.reduce((sum, { block }) => sum + idsOfBlock(block).end - idsOfBlock(block).first, 0)
  return reached * ONE_IN > all ? null : ranges
}
