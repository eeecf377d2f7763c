// Reading functions, their versions and uses, and what an item costs.
import { readTerms } from '../../enrichment/money/prices.reads.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readDeclared } from '../../records/own-providers/own-providers.reads.ts'
import { costOf, keysOf } from '../recipes/recipe-facts.logic.ts'
import type {
  ChainColumn,
  FunctionDetail,
  FunctionInput,
  FunctionOutput,
  FunctionUse,
  FunctionVersion,
} from './functions.schema.ts'

interface FunctionRow {
  id: string
  name: string
  description: string
  version: number
  created_at: Date
  updated_at: Date
  inputs: FunctionInput[]
  outputs: FunctionOutput[]
}

const WITH_NEWEST = `f.id, f.name, f.description, f.version, f.created_at, f.updated_at, v.inputs, v.outputs
  from functions f join function_versions v on v.workspace_id = $1 and v.function_id = f.id and v.version = f.version
  where f.workspace_id = $1`

const BY_NAME = 'functions by name'

const shown = ({ created_at, updated_at, ...row }: FunctionRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export async function listFunctions(
  tx: WorkspaceTx,
  { q, limit, cursor }: { q?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const [name = null, id = null] = decodeCursor(BY_NAME, cursor) ?? []
  const { rows } = await tx.client.query<FunctionRow>(
    `select ${WITH_NEWEST} and ($2::text is null or position(lower($2) in lower(f.name)) > 0)
      and ($3::text is null or (lower(f.name), f.id) > ($3, $4::uuid)) order by lower(f.name), f.id limit $5`,
    [tx.workspace_id, q?.trim() || null, name, id, limit + 1],
  )
  const page = pageOf(BY_NAME, rows, limit, (row) => [row.name.toLowerCase(), row.id])
  return { ...page, items: page.items.map(shown) }
}

/** The id as it is stored, when the workspace has that function; else the 404 refusal. */
export async function mustFindFunction(
  tx: WorkspaceTx,
  id: string,
): Promise<{ id: string; name: string; version: number }> {
  if (!isUuid(id)) refuse('not_found', 'Function not found')
  const { rows } = await tx.client.query<{ id: string; name: string; version: number }>(
    'select id, name, version from functions where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  return rows[0] ?? refuse('not_found', 'Function not found')
}

interface VersionRow {
  version: number
  note: string
  inputs: FunctionInput[]
  outputs: FunctionOutput[]
  columns: ChainColumn[]
  workbook_id: string
  created_at: Date
}

/** All of them, newest first; a function has at most 200. */
export async function readVersions(tx: WorkspaceTx, functionId: string, version?: number): Promise<FunctionVersion[]> {
  const { rows } = await tx.client.query<VersionRow>(
    `select version, note, inputs, outputs, columns, workbook_id, created_at from function_versions
      where workspace_id = $1 and function_id = $2 and ($3::int is null or version = $3) order by version desc`,
    [tx.workspace_id, functionId, version ?? null],
  )
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

export async function mustReadVersion(tx: WorkspaceTx, functionId: string, version: number): Promise<FunctionVersion> {
  const [found] = await readVersions(tx, functionId, version)
  return found ?? refuse('not_found', 'The function has no such version')
}

interface UseRow extends Omit<FunctionUse, 'created_at'> {
  created_at: Date
  created_by: number | null
}

export async function readUses(
  tx: WorkspaceTx,
  functionId: string,
  useId?: string,
): Promise<(FunctionUse & { created_by: number | null })[]> {
  const { rows } = await tx.client.query<UseRow>(
    `select u.id, u.workbook_id, w.name as workbook_name, u.version, u.follows, u.mapping, u.columns, u.problem, u.created_at, u.created_by
      from function_uses u join workbooks w on w.workspace_id = $1 and w.id = u.workbook_id
      where u.workspace_id = $1 and u.function_id = $2 and w.deleted_at is null and ($3::uuid is null or u.id = $3)
      order by u.id limit 1000`,
    [tx.workspace_id, functionId, useId ?? null],
  )
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

export async function mustReadUse(tx: WorkspaceTx, functionId: string, useId: string) {
  const [use] = isUuid(useId) ? await readUses(tx, functionId, useId) : []
  return use ?? refuse('not_found', 'The function is not used there')
}

export async function readFunction(tx: WorkspaceTx, functionId: string): Promise<FunctionDetail> {
  const { id } = await mustFindFunction(tx, functionId)
  const { rows } = await tx.client.query<FunctionRow>(`select ${WITH_NEWEST} and f.id = $2`, [tx.workspace_id, id])
  const row = rows[0] ?? refuse('not_found', 'Function not found')
  const newest = await mustReadVersion(tx, id, row.version)
  const cost = costOf(newest.columns, await readTerms(tx), await readDeclared(tx))
  const { rows: versions } = await tx.client.query<{ version: number; note: string; created_at: Date }>(
    'select version, note, created_at from function_versions where workspace_id = $1 and function_id = $2 order by version desc limit 200',
    [tx.workspace_id, id],
  )
  return {
    ...shown(row),
    columns: newest.columns,
    keys: keysOf(newest.columns),
    cost_per_item: { ...cost, ...(await readMeasured(tx, newest.workbook_id)) },
    versions: versions.map(({ created_at, ...version }) => ({ ...version, created_at: created_at.toISOString() })),
    uses: await readUses(tx, id),
  }
}

/** The cost per item of calls of this version, from the ledger. */
async function readMeasured(tx: WorkspaceTx, workbookId: string) {
  const { rows } = await tx.client.query<{ micro: number; items: number }>(
    `select coalesce((select sum(amount_micro) from ledger_lines where workspace_id = $1 and workbook_id = $2 and state = 'settled'), 0)::bigint as micro,
        (select total_rows from workbooks where workspace_id = $1 and id = $2)::int as items`,
    [tx.workspace_id, workbookId],
  )
  const { micro = 0, items = 0 } = rows[0] ?? {}
  return { measured_items: items, measured_usd: items > 0 ? usdFromMicro(Math.round(Number(micro) / items)) : null }
}
