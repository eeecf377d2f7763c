// Records of every kind by a few letters of their name, for the command palette.
import { searchWords } from '../../engine/values/search-words.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { tryWithTimeout, withTimeout } from '../../records/filters/found-rows.reads.ts'
import { readLeadPage } from '../../records/lead-facts/lead-page.reads.ts'
import type { FoundList } from './home.schema.ts'

type Found = FoundList['items'][number]

/** Names hold every word, as everywhere that is searched; what begins with the text comes first, then the shorter name. */
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
      where workspace_id = $1 and ${where} and (select bool_and(position(w in search_text(${name})) > 0) from unnest($2::text[]) w)
      order by position(($2::text[])[1] in search_text(${name})) = 1 desc, length(${name}), id limit $3)`,
).join(' union all ')

/** No user waits longer while typing. */
const LEADS_MS = 400

export async function findRecords(tx: WorkspaceTx, q: string, limit: number): Promise<FoundList> {
  const words = searchWords(q)
  if (words.length === 0) return { items: [], next_cursor: null, incomplete: false }
  const { rows } = await tx.client.query<Found>(BY_NAME, [tx.workspace_id, words, limit])
  const leads = await tryWithTimeout(tx, () => withTimeout(tx, () => readLeadPage(tx, asked(q, limit)), LEADS_MS))
  return {
    items: [...rows, ...(leads?.items ?? []).map(shownLead)],
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
