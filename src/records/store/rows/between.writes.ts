// Positions between two rows: fractions of the gap, and where no more fit, room made by moving a few neighbours apart.

import { refuse } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { hold } from '../../../platform/db/hold.ts'
import { lockRows } from '../cells/cells.writes.ts'
import { blocksOf, countRows, takePositions } from './rows.writes.ts'

/** Next to which row. */
export type Beside = { before: string } | { after: string }

/** Finer steps are left to later: a double has 52 bits, and numbers of rows take up to 30 of them. */
const FINEST = 2 ** -44
const MOST_MOVED = 4_096

/**
 * Positions for `count` rows right before or after another, in order. Refuses (404) a row that is not there. An insert
 * between rows of a workbook waits for other such writes; no other write waits.
 */
export async function positionsBeside(
  tx: WorkspaceTx,
  workbookId: string,
  beside: Beside,
  count: number,
): Promise<number[]> {
  await hold(tx, workbookId, 'positions_between')
  const { low, high } = await gapAt(tx, workbookId, beside)
  if (high === null) return consecutive(await takePositions(tx, workbookId, count), count)
  if (low === null) return consecutive(Math.ceil(high) - count - 1, count)
  if ((high - low) / (count + 1) > finest(low, high)) return spread(low, high, count)
  return makeRoom(tx, workbookId, low, high, count)
}

const finest = (low: number, high: number) => FINEST * Math.max(1, Math.abs(low), Math.abs(high))

function consecutive(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}

function spread(low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => low + ((high - low) * (index + 1)) / (count + 1))
}

async function gapAt(
  tx: WorkspaceTx,
  workbookId: string,
  beside: Beside,
): Promise<{ low: number | null; high: number | null }> {
  const isBefore = 'before' in beside
  const rowId = isBefore ? beside.before : beside.after
  const { rows } = await tx.client.query<{ position: number; other: number | null }>(
    `select r.position, (select o.position from workbook_rows o where o.workspace_id = $1 and o.workbook_id = $2
         and ${isBefore ? 'o.position < r.position order by o.position desc' : 'o.position > r.position order by o.position'} limit 1) as other
     from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and r.id = $3`,
    [tx.workspace_id, workbookId, isUuid(rowId) ? rowId : null],
  )
  const [found] = rows
  if (!found) return refuse('not_found', 'Row not found')
  return isBefore ? { low: found.other, high: found.position } : { low: found.position, high: found.other }
}

interface Neighbour {
  id: string
  position: number
}

/** Spreads the rows around the gap over a wider range of positions; their order, and all others, stay as they are. */
async function makeRoom(
  tx: WorkspaceTx,
  workbookId: string,
  low: number,
  high: number,
  count: number,
): Promise<number[]> {
  for (let width = 32; ; width *= 4) {
    // One more on either side, which stays where it is.
    const below = await neighbours(tx, workbookId, `position <= ${numberText(low)} order by position desc`, width + 1)
    const above = await neighbours(tx, workbookId, `position >= ${numberText(high)} order by position`, width + 1)
    const from = below.length > width ? (below.pop()?.position ?? low) : (below.at(-1)?.position ?? low) - 1 - count
    // The last row of all stays too: after it are positions that other transactions are about to take.
    const to = above.pop()?.position ?? high
    const places = spread(from, to, below.length + count + above.length)
    const roomy = (to - from) / (places.length + 1) > 1024 * finest(from, to)
    if (!roomy && width < MOST_MOVED) continue
    const gap = places.splice(below.length, count)
    await move(tx, workbookId, [...below.reverse(), ...above], places)
    return gap
  }
}

/** A number that came from the database, as it is written there. */
const numberText = (position: number) => `${position}::float8`

async function neighbours(tx: WorkspaceTx, workbookId: string, which: string, limit: number): Promise<Neighbour[]> {
  const { rows } = await tx.client.query<Neighbour>(
    `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2 and ${which} limit $3`,
    [tx.workspace_id, workbookId, limit],
  )
  return rows
}

const MOVED = 'unnest($3::uuid[], $4::float8[]) with ordinality as x(id, position, n)'

/** Everything that keeps positions of rows beside them moves along. */
async function move(tx: WorkspaceTx, workbookId: string, rows: readonly Neighbour[], places: number[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const values = [tx.workspace_id, workbookId, ids, places]
  await lockRows(tx, workbookId, ids)
  // Out of the way first: a place may be one that a neighbour still has.
  for (const place of ['-1e15 - x.n', 'x.position'])
    await tx.client.query(
      `update workbook_rows r set position = ${place} from ${MOVED}
       where r.workspace_id = $1 and r.workbook_id = $2 and r.id = x.id`,
      values,
    )
  await tx.client.query(
    `update match_keys k set position = x.position from ${MOVED}
     where k.workspace_id = $1 and k.workbook_id = $2 and k.row_id = x.id`,
    values,
  )
  await tx.client.query(
    `update view_entries e set position = case when i.is_backward then -x.position else x.position end
     from view_indexes i, ${MOVED}
     where e.workspace_id = $1 and e.workbook_id = $2 and e.row_id = x.id and i.workspace_id = $1 and i.id = e.index_id`,
    values,
  )
  // Undo looks for added rows between two positions.
  await tx.client.query(
    `update changes c set detail = jsonb_set(c.detail, '{made}', jsonb_build_object(
         'from', least((c.detail #>> '{made,from}')::float8, m.low), 'to', greatest((c.detail #>> '{made,to}')::float8, m.high)))
     from (select r.made_by, min(x.position) as low, max(x.position) as high from ${MOVED}
         join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = x.id where r.made_by is not null group by 1) m
     where c.workspace_id = $1 and c.workbook_id = $2 and c.id = m.made_by and c.detail ? 'made'`,
    values,
  )
  const blocks = blocksOf(places)
  for (const [block, count] of blocksOf(rows.map(({ position }) => position)))
    blocks.set(block, (blocks.get(block) ?? 0) - count)
  countRows(tx, workbookId, new Map([...blocks].filter(([, count]) => count !== 0)))
}
