// The wire shapes of watches, their polls and their groups.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { INTERVAL_NAMES, type IntervalName } from '../../platform/queue/schedules.ts'
import { WATCH_KIND_NAMES, WATCH_KINDS, type WatchKindName } from '../kinds/catalog.ts'
import { SignalTypeName } from '../signals/signal.schema.ts'

const Kind = Type.Unsafe<WatchKindName>({ type: 'string', enum: [...WATCH_KIND_NAMES] })
const Interval = (more: object = {}) =>
  Type.Unsafe<IntervalName>({ type: 'string', enum: [...INTERVAL_NAMES], ...more })
export const WATCH_STATES = ['active', 'paused', 'erroring'] as const
export type WatchState = (typeof WATCH_STATES)[number]
const State = Type.Unsafe<WatchState>({ type: 'string', enum: [...WATCH_STATES] })
const Time = Type.String({ format: 'date-time' })
const OPTIONS = WATCH_KINDS.map(([kind, { config }]) => `${kind}: ${Object.keys(config.properties).join(', ')}`)
const Config = Type.Record(Type.String(), Type.Unknown(), {
  description: `Options of the kind, by the schema in \`GET /api/watches/kinds\`. ${OPTIONS.join('; ')}.`,
})
const Types = Type.Array(SignalTypeName, {
  description: 'What it reports; all that the kind can find when empty or absent.',
})
const LeadId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Target = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'What is watched; its form depends on the kind.',
})
const Line = Type.Object({ label: Type.String(), value: Type.String(), url: Type.Optional(Type.String()) })

export const WatchPath = Type.Object({ watch_id: Type.String() })
export const GroupPath = Type.Object({ group_id: Type.String() })

export const Watch = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    target: Type.String(),
    name: nullable(Type.String()),
    lead_id: nullable(Type.Integer()),
    lead_name: nullable(Type.String()),
    group_id: nullable(Type.String(), 'The group that made it and keeps it.'),
    signal_types: Type.Array(SignalTypeName),
    interval: Interval(),
    config: Config,
    enabled: Type.Boolean(),
    state: State,
    next_poll_at: nullable(Time),
    last_polled_at: nullable(Time),
    last_changed_at: nullable(Time),
    baseline_at: nullable(Time, 'When the first poll saw what later ones are compared with.'),
    last_error: nullable(Type.String(), 'Why the last poll failed, such as a page without text.'),
    put_off: nullable(
      Type.String(),
      'Why the next poll waits: the host asked to be left alone, or others are asking it.',
    ),
    ignores: Type.Array(Line, {
      description:
        'What it leaves out by itself, since it changes at nearly every poll: the place, and what stands there now.',
    }),
    unread: Type.Array(Line, {
      description:
        'What of it the last poll could not read, and why, such as a home page without text; the rest was read.',
    }),
    consecutive_failures: Type.Integer(),
    poll_every_seconds: Type.Integer({ description: 'Longer than the interval where nothing has changed for long.' }),
    signals: Type.Integer({ description: 'That it has found.' }),
    webhook_rule_id: nullable(Type.String()),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Watch' },
)
export type Watch = Static<typeof Watch>
export const WatchList = listOf(Watch, 'WatchList')

export const WatchCreate = Type.Object(
  {
    kind: Kind,
    target: Target,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    lead_id: Type.Optional(LeadId),
    interval: Interval({ default: 'daily' }),
    signal_types: Type.Optional(Types),
    config: Type.Optional(Config),
    create_webhook_rule: Type.Boolean({
      default: false,
      description: 'Makes an automation rule that posts each signal of this watch to `webhook_url`.',
    }),
    webhook_url: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Required with `create_webhook_rule`, and refused without.' }),
    ),
    webhook_secret_ref: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The name of a stored secret that signs the posts; refused without `create_webhook_rule`.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'WatchCreate' },
)
export type WatchCreate = Static<typeof WatchCreate>

export const WatchUpdate = Type.Object(
  {
    target: Type.Optional(Target),
    name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    lead_id: Type.Optional(nullable(LeadId)),
    interval: Type.Optional(Interval()),
    signal_types: Type.Optional(Types),
    config: Type.Optional(Config),
    enabled: Type.Optional(Type.Boolean({ description: 'False pauses; true resumes a paused watch at once.' })),
  },
  { $id: 'WatchUpdate' },
)
export type WatchUpdate = Static<typeof WatchUpdate>

export const WatchesQuery = Type.Object({
  kind: Type.Optional(Kind),
  state: Type.Optional(State),
  lead_id: Type.Optional(LeadId),
  group_id: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'In target, name and lead, without case.' })),
  ...PageQuery,
})
export type WatchesQuery = Static<typeof WatchesQuery>

export const WatchPoll = Type.Object(
  {
    id: Type.String(),
    watch_id: Type.String(),
    cause: Type.Unsafe<string>({ type: 'string', enum: ['schedule', 'manual', 'scan'] }),
    outcome: Type.Unsafe<string>({
      type: 'string',
      enum: ['queued', 'baseline', 'unchanged', 'changed', 'failed', 'postponed'],
      description:
        '`postponed`: the host is busy or asked to be left alone, or the watch is paused; `error` says which.',
    }),
    started_at: Time,
    finished_at: nullable(Time),
    requests: Type.Integer({ description: 'That left this machine.' }),
    not_modified: Type.Integer({ description: 'Of them, answered with 304.' }),
    shared: Type.Integer({ description: 'Documents that another poll had fetched.' }),
    signals: Type.Integer(),
    seen: Type.Array(Line, { description: 'What it saw, of a baseline and where something changed.' }),
    changes: Type.Array(Line),
    error: nullable(Type.String(), 'Why it failed or waits, or that it shows what the site said a moment ago.'),
  },
  { $id: 'WatchPoll' },
)
export type WatchPoll = Static<typeof WatchPoll>
export const WatchPollList = listOf(WatchPoll, 'WatchPollList')
export const PollsQuery = Type.Object(PageQuery)
export const PollStarted = Type.Object({ poll_id: Type.String(), watch_id: Type.String() }, { $id: 'PollStarted' })

export const WatchPreviewAsk = Type.Object(
  { kind: Kind, target: Target, config: Type.Optional(Config) },
  { $id: 'WatchPreviewAsk' },
)
export type WatchPreviewAsk = Static<typeof WatchPreviewAsk>
export const WatchPreview = Type.Object(
  {
    ok: Type.Boolean(),
    target: Type.String({ description: 'As it would be stored.' }),
    seen: Type.Array(Line),
    unread: Type.Array(Line, { description: 'What of it could not be read, and why.' }),
    error: nullable(Type.String()),
    requests: Type.Integer(),
  },
  { $id: 'WatchPreview' },
)

export const WatchKinds = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        kind: Kind,
        title: Type.String(),
        description: Type.String(),
        target: Type.Object({ label: Type.String(), help: Type.String(), example: Type.String() }),
        for_leads: Type.Boolean({ description: 'Whether leads name such a target.' }),
        signal_types: Type.Array(SignalTypeName),
        config: Type.Record(Type.String(), Type.Unknown(), { description: 'The JSON Schema of `config`.' }),
      }),
    ),
    next_cursor: Type.Null(),
  },
  { $id: 'WatchKindList' },
)

const Source = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('leads'),
      filter: Type.Optional(Type.Unknown({ description: 'A filter over leads; see `Filter`.' })),
      search: Type.Optional(Type.String({ maxLength: 500 })),
      filter_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'A shared saved filter in place of both: followed at each sync.' }),
      ),
    }),
    Type.Object({ kind: Type.Literal('view'), workbook_id: Type.String(), view_id: Type.String() }),
  ],
  { description: 'All leads of a filter, or those that the rows of a shared view are linked to.' },
)
export type GroupSource = Static<typeof Source>

export const WatchGroup = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Kind,
    source: Source,
    interval: Interval(),
    signal_types: Type.Array(SignalTypeName),
    config: Config,
    watches: Type.Integer(),
    without_target: Type.Integer({ description: 'Leads that name nothing to watch.' }),
    watched_elsewhere: Type.Integer({ description: 'Leads that another watch watches with the same settings.' }),
    last_synced_at: nullable(Time),
    next_sync_at: nullable(Time),
    last_error: nullable(Type.String()),
    created_at: Time,
  },
  { $id: 'WatchGroup', description: 'Watches for every lead of a filter or view, synced with it.' },
)
export type WatchGroup = Static<typeof WatchGroup>
export const WatchGroupList = listOf(WatchGroup, 'WatchGroupList')

export const WatchGroupCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Kind,
    source: Source,
    interval: Interval({ default: 'daily' }),
    signal_types: Type.Optional(Types),
    config: Type.Optional(Config),
    ...IdempotencyKey,
  },
  { $id: 'WatchGroupCreate' },
)
export type WatchGroupCreate = Static<typeof WatchGroupCreate>
