// The wire shapes of the start page, of finding records by a few letters, and of the tour.
import { type Static, Type } from 'typebox'
import { SignalTypeName } from '../../monitoring/signals/signal.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })
const Time = Type.String({ format: 'date-time' })
const WorkbookId = nullable(Type.String(), 'The workbook it belongs to.')

export const DECISION_KINDS = [
  'drafts',
  'plans',
  'review_pairs',
  'uncertain_messages',
  'uncertain_calls',
  'stopped_mailboxes',
  'paused_sequences',
  'failed_runs',
  'failed_jobs',
  'budgets',
  'paused_watches',
  'stopped_rules',
  'failing_rules',
] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** The most that is counted. */
export const MOST_COUNTED = 1000

const Decision = Type.Object(
  {
    kind: oneOf(DECISION_KINDS, 'What waits. Only what the caller may decide is listed.'),
    count: Type.Integer({ minimum: 1, maximum: MOST_COUNTED, description: `${MOST_COUNTED}: at least as many.` }),
    id: nullable(Type.String(), 'Of the first of them.'),
    name: nullable(Type.String(), 'Of the first of them.'),
    detail: nullable(Type.String(), 'Why, in the case of the first.'),
    workbook_id: WorkbookId,
    at: nullable(Time, 'Since when the first waits.'),
  },
  { $id: 'HomeDecision' },
)

const Running = Type.Object(
  {
    kind: oneOf(['run', 'job'] as const),
    id: Type.String(),
    title: Type.String({ description: 'The name of the workbook, or of the job.' }),
    workbook_id: WorkbookId,
    status: Type.String(),
    done: Type.Integer(),
    total: nullable(Type.Integer()),
    started_at: Time,
  },
  { $id: 'HomeRunning' },
)

const FreshSignal = Type.Object(
  {
    id: Type.String(),
    type: SignalTypeName,
    title: Type.String(),
    company: nullable(Type.String()),
    strength: Type.Integer(),
    first_seen_at: Time,
  },
  { $id: 'HomeSignal' },
)

const RecentWorkbook = Type.Object(
  { id: Type.String(), name: Type.String(), status: Type.String(), total_rows: Type.Integer(), updated_at: Time },
  { $id: 'HomeWorkbook' },
)

export const SETUP_STEPS = ['data', 'run', 'key', 'budget', 'watch', 'rule', 'people'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

const Setup = Type.Object(
  {
    step: oneOf(
      SETUP_STEPS,
      '`data`: a workbook with rows or leads; `run`: a run that ended; `key`: the key of a provider or a model; `budget`: a ' +
        'spending limit; `watch`: a company that is watched; `rule`: an automation; `people`: a second member.',
    ),
    done: Type.Boolean(),
    may: Type.Boolean({ description: 'The role of the caller is high enough for it.' }),
  },
  { $id: 'HomeSetup' },
)

export const TOUR_STEPS = ['import', 'column', 'estimate', 'run', 'undo'] as const
export type TourStep = (typeof TOUR_STEPS)[number]

export const Tour = Type.Object(
  {
    status: oneOf(['new', 'active', 'dismissed', 'done'] as const),
    workbook_id: nullable(Type.String(), 'Where the tour is done; null before it begins and when that was deleted.'),
    column_id: nullable(Type.String(), 'The column that the tour added.'),
    run_id: nullable(Type.String(), 'The run that the tour started on test data.'),
    done: Type.Array(oneOf(TOUR_STEPS), { description: 'Steps that are done, as the workbook itself shows.' }),
    step: nullable(oneOf(TOUR_STEPS), 'The next one.'),
  },
  { $id: 'Tour' },
)
export type Tour = Static<typeof Tour>

export const TourUpdate = Type.Object(
  {
    dismissed: Type.Optional(Type.Boolean({ description: 'Hidden, or shown again where it was left.' })),
    estimated: Type.Optional(Type.Literal(true, { description: 'The estimate was read: it leaves no other trace.' })),
  },
  { $id: 'TourUpdate', additionalProperties: false },
)

export const Home = Type.Object(
  {
    running: Type.Array(Running),
    decisions: Type.Array(Decision, { description: 'The most valuable first; each kind once.' }),
    signals: Type.Array(FreshSignal, { description: 'The newest unread signals.' }),
    new_signals: Type.Integer({
      maximum: MOST_COUNTED,
      description: `Of the last 30 days; ${MOST_COUNTED}: at least.`,
    }),
    workbooks: Type.Array(RecentWorkbook, { description: 'Last changed first.' }),
    setup: Type.Array(Setup, { description: 'The first that is not done and may be done is the next best step.' }),
    tour: Tour,
  },
  { $id: 'Home' },
)
export type Home = Static<typeof Home>

export const FOUND_KINDS = ['workbook', 'lead', 'sequence', 'watch', 'automation', 'function'] as const

const Found = Type.Object(
  {
    kind: oneOf(FOUND_KINDS),
    id: Type.String(),
    title: Type.String(),
    detail: Type.String({ description: 'What distinguishes it from others of that name.' }),
  },
  { $id: 'FoundRecord' },
)

export const FoundList = Type.Object(
  {
    items: Type.Array(Found, { description: 'At most `limit` of each kind.' }),
    next_cursor: Type.Null(),
    incomplete: Type.Boolean({ description: 'Leads took too long to look through; only some are listed, or none.' }),
  },
  { $id: 'FoundList' },
)
export type FoundList = Static<typeof FoundList>

export const FindQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Words of the name, in any order, without case and accents.',
  }),
  limit: Type.Integer({ default: 5, minimum: 1, maximum: 20, description: 'Of each kind.' }),
})
