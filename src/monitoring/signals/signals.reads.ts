// Reading signals: pages of the feed, one of them, and how much the signals of leads say about their intent.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readWithMerged } from '../../records/lead-facts/one-lead.reads.ts'
import { type IntentScore, intentOf, remainingStrength, type ScoredSignal } from './intent.logic.ts'
import type { Signal, SignalsQuery } from './signal.schema.ts'
import { SIGNAL_STATUSES, SIGNAL_TYPES } from './signal-types.logic.ts'

interface Row extends Omit<Signal, 'occurred_at' | 'first_seen_at' | 'snoozed_until' | 'strength_now'> {
  occurred_at: Date
  first_seen_at: Date
  snoozed_until: Date | null
}

const COLUMNS = `s.id, s.type, s.lead_id, coalesce(l.data ->> 'company', l.data ->> 'contact_person') as lead_name, s.entity_id, s.watch_id,
  s.company, s.title, s.summary, s.before, s.after, s.evidence_url, s.quote, s.occurred_at, s.first_seen_at, s.strength, s.novelty,
  s.dedupe_key, s.status, s.snoozed_until, s.details, s.provenance`
const FROM = 'signals s left join leads l on l.workspace_id = $1 and l.id = s.lead_id'

function wire(row: Row, now: Date): Signal {
  return {
    ...row,
    occurred_at: row.occurred_at.toISOString(),
    first_seen_at: row.first_seen_at.toISOString(),
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    strength_now: Math.round(row.strength * remainingStrength(row.type, row.occurred_at, now)),
    novelty: Math.round(row.novelty * 1000) / 1000,
  }
}

export async function mustReadSignal(tx: WorkspaceTx, id: string, now: Date): Promise<Signal> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Row>(`select ${COLUMNS} from ${FROM} where s.workspace_id = $1 and s.id = $2`, [
        tx.workspace_id,
        id,
      ])
    : { rows: [] }
  return rows[0] ? wire(rows[0], now) : refuse('not_found', 'Signal not found')
}

/** The words of a list in a query string. @throws Refusal `invalid` for one that does not exist */
function oneOfEach(name: string, given: string | undefined, allowed: readonly string[]): string[] | null {
  if (given === undefined || given.trim() === '') return null
  const all = given.split(',').map((one) => one.trim())
  const wrong = all.find((one) => !allowed.includes(one))
  if (wrong !== undefined) {
    const msg = `Input should be ${allowed.map((one) => `'${one}'`).join(', ')}`
    refuse('invalid', msg, {
      fields: [
        { loc: ['query', name], type: 'literal_error', msg, input: wrong, ctx: { expected: allowed.join(', ') } },
      ],
    })
  }
  return all
}

export async function readSignalPage(tx: WorkspaceTx, query: SignalsQuery, now: Date) {
  const { limit, cursor, sort, lead_id, watch_id, company, min_strength, since, until, search } = query
  const types = oneOfEach('type', query.type, SIGNAL_TYPES)
  const statuses = oneOfEach('status', query.status, SIGNAL_STATUSES)
  const values: unknown[] = [tx.workspace_id]
  const put = (value: unknown) => `$${values.push(value)}`
  const where = ['s.workspace_id = $1']
  if (types) where.push(`s.type = any(${put(types)}::text[])`)
  if (statuses) where.push(`s.status = any(${put(statuses)}::text[])`)
  else where.push(`s.status <> 'dismissed' and (s.status <> 'snoozed' or s.snoozed_until <= ${put(now)})`)
  if (lead_id !== undefined) {
    const lead = put(await readWithMerged(tx, [lead_id]))
    where.push(
      `(s.lead_id = any(${lead}::bigint[]) or s.id in (select x.signal_id from signal_leads x where x.workspace_id = $1 and x.lead_id = any(${lead}::bigint[])))`,
    )
  }
  if (watch_id !== undefined) {
    const watch = put(watch_id)
    where.push(
      `(s.watch_id::text = ${watch} or s.id in (select x.signal_id from signal_watches x where x.workspace_id = $1 and x.watch_id::text = ${watch}))`,
    )
  }
  if (company !== undefined) where.push(`s.company = ${put(company.toLowerCase())}`)
  if (min_strength !== undefined) where.push(`s.strength >= ${put(min_strength)}`)
  if (since !== undefined) where.push(`s.first_seen_at >= ${put(new Date(since))}`)
  if (until !== undefined) where.push(`s.first_seen_at < ${put(new Date(until))}`)
  if (search?.trim())
    where.push(
      `strpos(lower(s.title || ' ' || s.summary || ' ' || coalesce(s.company, '')), ${put(search.trim().toLowerCase())}) > 0`,
    )
  const name = `signals by ${sort}`
  const after = decodeCursor(name, cursor)
  const byStrength = sort === 'strongest'
  if (after) {
    const [first, second, third] = after
    const place = byStrength
      ? `(s.strength, s.first_seen_at, s.id) < (${put(first)}::int, ${put(second)}::timestamptz, ${put(third)}::uuid)`
      : `(s.first_seen_at, s.id) < (${put(first)}::timestamptz, ${put(second)}::uuid)`
    where.push(place)
  }
  const order = byStrength ? 's.strength desc, s.first_seen_at desc, s.id desc' : 's.first_seen_at desc, s.id desc'
  const { rows } = await tx.client.query<Row>(
    `select ${COLUMNS} from ${FROM} where ${where.join(' and ')} order by ${order} limit ${put(limit + 1)}`,
    values,
  )
  const page = pageOf(name, rows, limit, (row) => {
    const at = row.first_seen_at.toISOString()
    return byStrength ? [row.strength, at, row.id] : [at, row.id]
  })
  return { items: page.items.map((row) => wire(row, now)), next_cursor: page.next_cursor }
}

/** The age after which a signal no longer counts. */
const OLDEST_DAYS = 400

/** The intent part of a lead's score, by the signals of each lead; dismissed ones do not count. Leads without any are not in it. */
export async function readIntent(
  tx: WorkspaceTx,
  leadIds: readonly number[],
  now: Date,
): Promise<Map<number, IntentScore>> {
  const { rows } = await tx.client.query<ScoredSignal & { lead_id: number }>(
    `select distinct w.id as lead_id, s.id, s.type, s.strength, s.occurred_at
     from unnest($2::bigint[]) as w (id)
     left join merged_leads own on own.workspace_id = $1 and own.lead_id = w.id
     join (select lead_id, id as signal_id from signals where workspace_id = $1 and lead_id = any($4::bigint[])
       union select lead_id, signal_id from signal_leads where workspace_id = $1 and lead_id = any($4::bigint[])) x
       on x.lead_id = w.id or x.lead_id in (select m.lead_id from merged_leads m where m.workspace_id = $1 and m.head_id = own.head_id)
     join signals s on s.workspace_id = $1 and s.id = x.signal_id
     where s.status <> 'dismissed' and s.occurred_at > $3`,
    [tx.workspace_id, leadIds, new Date(now.getTime() - OLDEST_DAYS * 86_400_000), await readWithMerged(tx, leadIds)],
  )
  const byLead = new Map<number, ScoredSignal[]>()
  for (const { lead_id, ...signal } of rows) byLead.set(lead_id, [...(byLead.get(lead_id) ?? []), signal])
  return new Map([...byLead].map(([lead, signals]) => [lead, intentOf(signals, now)]))
}
