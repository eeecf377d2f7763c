// What an identity would make of the rows that are there: how many it knows, and which would be the same.
import { createHash } from 'node:crypto'
import { shortText } from '../../kernel/cut-text.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { mustBeParts, readStored } from './duplicate-key.commands.ts'
import type { IdentityPreview, WantedPart } from './duplicate-key.schema.ts'

/** Rows looked at: for each a number is kept, some dozen bytes. */
const MOST_ROWS = 250_000
const BATCH = 5_000
const SHOWN_GROUPS = 10
const SHOWN_ROWS = 5

interface Group {
  rows: { row_id: string; position: number; values: Json[] }[]
  count: number
}

/** Looks at the rows in batches of their own transactions; changes nothing. */
export async function previewIdentity(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  columns: readonly WantedPart[],
): Promise<IdentityPreview> {
  const { id, identity, total_rows } = await database.inWorkspace(at, async (tx) => {
    const id = await mustFindWorkbook(tx, workbookId)
    const parts = mustBeParts(columns, await readColumns(tx, id))
    return { id, identity: { parts }, total_rows: (await readStored(tx, id)).total_rows }
  })
  const seen = new Map<number, number>()
  let checked = 0
  let blank = 0
  let groups = 0
  let duplicates = 0
  const wanted = new Set<number>()
  const read = keyedRows(database, at, id, identity)
  for await (const rows of read) {
    for (const { key } of rows) {
      checked++
      if (key === null) {
        blank++
        continue
      }
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      if (count === 1) continue
      duplicates++
      if (count === 2 && ++groups <= SHOWN_GROUPS) wanted.add(key)
    }
  }
  return {
    checked_rows: checked,
    total_rows,
    complete: checked < MOST_ROWS,
    keyed: checked - blank,
    blank,
    duplicate_groups: groups,
    duplicate_rows: duplicates,
    samples: await samplesOf(keyedRows(database, at, id, identity), wanted, seen),
  }
}

/** Goes over the rows once more, only as far as it takes to show the first of each group. */
async function samplesOf(
  read: AsyncIterable<KeyedRow[]>,
  wanted: ReadonlySet<number>,
  seen: ReadonlyMap<number, number>,
): Promise<Group[]> {
  const groups = new Map<number, Group>()
  if (wanted.size === 0) return []
  let open = wanted.size
  for await (const rows of read) {
    for (const { key, ...row } of rows) {
      if (key === null || !wanted.has(key)) continue
      const group = groups.get(key) ?? { rows: [], count: seen.get(key) ?? 0 }
      groups.set(key, group)
      if (group.rows.length === SHOWN_ROWS) continue
      group.rows.push(row)
      if (group.rows.length === Math.min(SHOWN_ROWS, group.count)) open--
    }
    if (open === 0) break
  }
  return [...groups.values()]
}

interface KeyedRow {
  row_id: string
  position: number
  values: Json[]
  /** Hash of the duplicate key: two different ones collide about once in 9,000 previews of that size. */
  key: number | null
}

/** The rows from the first on, each with what it is known by, in batches of their own transactions. */
export async function* keyedRows(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  identity: DuplicateKey,
): AsyncGenerator<KeyedRow[]> {
  const ids = identity.parts.map(({ column_id }) => column_id)
  let after = Number.NEGATIVE_INFINITY
  for (let done = 0; done < MOST_ROWS; ) {
    const rows = await database.inWorkspace(at, async (tx) => {
      const found = await tx.client.query<{ id: string; position: number; values: Json[] }>({
        name: 'identity_preview',
        text: `select id, position, (select jsonb_agg(data -> k order by n) from unnest($4::text[]) with ordinality as w(k, n)) as values
          from workbook_rows where workspace_id = $1 and workbook_id = $2 and position > $3 order by position limit $5`,
        values: [tx.workspace_id, workbookId, after, ids, Math.min(BATCH, MOST_ROWS - done)],
      })
      return found.rows
    })
    const last = rows.at(-1)
    if (!last) return
    after = last.position
    done += rows.length
    yield rows.map(({ id, position, values }) => {
      const data: JsonObject = Object.fromEntries(ids.map((column, index) => [column, values[index] ?? null]))
      const key = identityKey(identity, data)
      return { row_id: id, position, values: values.map(shortened), key: key === null ? null : numberOf(key) }
    })
  }
}

function numberOf(key: string): number {
  return createHash('sha1').update(key).digest().readUIntBE(0, 6)
}

function shortened(value: Json): Json {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? shortText(text, 200) : value
}
