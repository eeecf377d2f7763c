// Signals as a trigger: a watch or a scan found something new at a company.
import { type Static, Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { SIGNAL_LABELS, SIGNAL_TYPES } from '../../monitoring/signals/signal-types.logic.ts'
import { mustFindWatch } from '../../monitoring/watches/watches.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readLeadsById } from '../../records/lead-facts/lead.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { LEAD_VARIABLE, leadFacts } from './lead-occurrence.ts'
import { beginsWith, causeIn, defineTrigger, EVENT_VARIABLE, eventFacts, idIn, type Occurrence } from './trigger.ts'

const SignalCreated = Type.Object({
  types: Type.Optional(
    Type.Array(Type.String({ enum: [...SIGNAL_TYPES], ...shownAs({ labels: SIGNAL_LABELS }) }), {
      minItems: 1,
      description: 'Only signals of these types.',
    }),
  ),
  watch_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only what this watch finds.',
      ...shownAs({ ...SUBJECTS.watch_id.form, hint: '' }),
    }),
  ),
})
type Settings = Static<typeof SignalCreated>

interface SignalRow {
  id: string
  type: string
  lead_id: number | null
  watch_id: string | null
  company: string | null
  title: string
  summary: string
  evidence_url: string | null
  quote: string | null
  strength: number
  occurred_at: Date
  first_seen_at: Date
}

const FIELDS = [
  'id',
  'type',
  'company',
  'title',
  'summary',
  'evidence_url',
  'quote',
  'strength',
  'occurred_at',
  'watch_id',
]
/** With the watch that is asked for, where another found the signal first. */
const SIGNALS = `select id, type, company, title, summary, evidence_url, quote, strength, occurred_at, first_seen_at,
    case when x.signal_id is null then s.lead_id else x.lead_id end as lead_id, coalesce(x.watch_id, s.watch_id) as watch_id
  from signals s left join lateral (select x.signal_id, x.watch_id, x.lead_id from signal_watches x where x.workspace_id = $1
    and x.signal_id = s.id and x.watch_id::text = $3) x on true
  where s.workspace_id = $1 and ($2::text[] is null or type = any($2))
    and ($3::text is null or s.watch_id::text = $3 or x.signal_id is not null)`

async function readSignals(
  tx: WorkspaceTx,
  { types, watch_id }: Settings,
  and: string,
  value: unknown,
): Promise<Occurrence[]> {
  const { rows } = await tx.client.query<SignalRow>(`${SIGNALS} ${and}`, [
    tx.workspace_id,
    types ?? null,
    watch_id ?? null,
    value,
  ])
  const leads = await readLeadsById(
    tx,
    rows.flatMap(({ lead_id }) => lead_id ?? []),
  )
  return rows.map(({ lead_id, first_seen_at: at, ...signal }) => {
    const lead = lead_id === null ? undefined : leads.get(lead_id)
    const facts: JsonObject = {
      signal: { ...signal, occurred_at: signal.occurred_at.toISOString() },
      lead: lead ? leadFacts(lead) : null,
      ...eventFacts('signal.created', at),
    }
    const object = lead_id === null ? `company:${signal.company ?? signal.id}` : `lead:${lead_id}`
    return { key: `signal.created:${signal.id}`, object, title: signal.title, at, facts }
  })
}

export const signalCreatedTrigger = defineTrigger({
  kind: 'signal.created',
  place: 10,
  label: 'a signal arrives',
  begins: (_, name) => beginsWith('a signal arrives', ' of the watch', name('watch_id')),
  settings: SignalCreated,
  events: ['signal.created'],
  async check(tx, { watch_id }, loc) {
    if (watch_id === undefined) return
    await mustFindWatch(tx, watch_id).catch(() =>
      refuseField([...loc, 'watch_id'], 'value_error', 'Value error, there is no such watch', watch_id),
    )
  },
  variables: async () => [
    { id: 'signal', name: 'signal', members: FIELDS, numbers: ['strength'], is_whole: true },
    LEAD_VARIABLE,
    EVENT_VARIABLE,
  ],
  async read(tx, settings, events) {
    const named = new Map(events.map(({ payload, at }) => [String(payload.signal_id), { cause: causeIn(payload), at }]))
    const found = await readSignals(
      tx,
      settings,
      'and id = any($4::uuid[]) order by id',
      [...named.keys()].filter(isUuid),
    )
    return found.map((one) => ({ ...one, ...named.get(idIn(one.key)) }))
  },
  recent: (tx, settings, limit) => readSignals(tx, settings, 'order by first_seen_at desc, id desc limit $4', limit),
  async find(tx, settings, key) {
    const [found] = await readSignals(tx, settings, 'and id::text = $4', idIn(key))
    return found ?? null
  },
})
