// Records of every kind by a few letters of their name, for the command palette.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { soon, withTimeout } from '../../records/filters/found-rows.reads.ts'
import { readLeadPage } from '../../records/lead-facts/lead-page.reads.ts'
import { listRecipes } from '../recipes/recipes.reads.ts'
import type { FoundList } from './home.schema.ts'

type Found = FoundList['items'][number]

/** Names are matched as `position` does, without case; what begins with the text comes first, then the shorter name. */
const KINDS: readonly { kind: Found['kind']; from: string; name: string; detail: string; where?: string }[] = [
  {
    kind: 'workbook',
    from: 'workbooks',
    name: 'name',
    detail: `total_rows || ' rows'`,
    where: `deleted_at is null and source_type <> 'function'`,
  },
  { kind: 'sequence', from: 'sequences', name: 'name', detail: 'status' },
  { kind: 'watch', from: 'watches', name: `coalesce(name, target)`, detail: `kind || ' · ' || target` },
  { kind: 'automation', from: 'automation_rules', name: 'name', detail: 'status' },
  { kind: 'function', from: 'functions', name: 'name', detail: 'left(description, 100)' },
]

const BY_NAME = KINDS.map(
  ({ kind, from, name, detail, where = 'true' }) =>
    `(select '${kind}' as kind, id::text, ${name} as title, ${detail} as detail from ${from}
      where workspace_id = $1 and ${where} and position($2 in lower(${name})) > 0
      order by position($2 in lower(${name})) = 1 desc, length(${name}), id limit $3)`,
).join(' union all ')

/** No user waits longer while typing. */
const LEADS_MS = 400

export async function findRecords(tx: WorkspaceTx, q: string, limit: number): Promise<FoundList> {
  const wanted = q.trim().toLowerCase()
  if (wanted === '') return { items: [], next_cursor: null, incomplete: false }
  const { rows } = await tx.client.query<Found>(BY_NAME, [tx.workspace_id, wanted, limit])
  const recipes = (await listRecipes(tx, { q: wanted }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, limit)
    .map(({ slug, name, purpose }) => ({ kind: 'recipe' as const, id: slug, title: name, detail: purpose }))
  const leads = await soon(tx, () => withTimeout(tx, () => readLeadPage(tx, asked(wanted, limit)), LEADS_MS))
  return {
    items: [...rows, ...(leads?.items ?? []).map(shownLead), ...recipes],
    next_cursor: null,
    incomplete: leads === null,
  }
}

const asked = (search: string, limit: number) => ({ search, limit, count: false }) as Parameters<typeof readLeadPage>[1]

function shownLead(lead: Awaited<ReturnType<typeof readLeadPage>>['items'][number]): Found {
  const { id, contact_person, company, email, city } = lead as unknown as Record<string, string | null> & { id: number }
  const [title = `Lead ${id}`, ...rest] = [contact_person, company, email, city].filter(Boolean) as string[]
  return { kind: 'lead', id: String(id), title, detail: rest.join(' · ') }
}
