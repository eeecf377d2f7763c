// What people do with sequences: write, change, start, pause, resume and delete them.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readMailboxes } from '../mailboxes/mailboxes.reads.ts'
import { isTimeZone } from '../timing/window.logic.ts'
import { changesWindow, hastenPlanned } from './hasten.writes.ts'
import { type StartProblem, startProblems } from './readiness.logic.ts'
import {
  SEQUENCE_DEFAULTS,
  type SequenceCreate,
  type SequenceSettings,
  type SequenceStep,
  type SequenceUpdate,
  type StepInput,
} from './sequence.schema.ts'
import { mustReadSequence, readReady, type StoredSequence } from './sequences.reads.ts'

export async function createSequence(tx: WorkspaceTx, body: SequenceCreate): Promise<string> {
  const id = newId()
  const settings = await readSettings(tx, SEQUENCE_DEFAULTS, body.settings)
  const steps = readSteps(body.steps ?? [])
  await tx.client.query(
    `insert into sequences (workspace_id, id, name, settings, steps, user_id) values ($1, $2, $3, $4, $5, $6)`,
    [tx.workspace_id, id, body.name, settings, JSON.stringify(steps), tx.actor?.user_id ?? null],
  )
  await audit(tx, { act: 'sequence.created', object: { type: 'sequence', id, name: body.name } })
  return id
}

export async function updateSequence(
  tx: WorkspaceTx,
  id: string,
  body: SequenceUpdate,
  publicUrl: string | undefined,
): Promise<void> {
  const before = await mustReadSequence(tx, id, true)
  const settings = await readSettings(tx, before.settings, body.settings)
  const steps = body.steps ? readSteps(body.steps) : before.steps
  // What is being sent must stay fit to be sent; what keeps it from being sent already, as a paused mailbox, is no reason.
  if (before.status === 'active') {
    const ready = await readReady(tx, publicUrl)
    const known = new Set(startProblems(before, ready).map(({ message }) => message))
    const problems = startProblems({ steps, settings }, ready).filter(({ message }) => !known.has(message))
    refuseProblems(problems, 'An active sequence cannot be changed so')
  }
  await tx.client.query(
    'update sequences set name = $3, settings = $4, steps = $5, updated_at = now() where workspace_id = $1 and id = $2',
    [tx.workspace_id, id, body.name ?? before.name, settings, JSON.stringify(steps)],
  )
  if (changesWindow(before.settings, settings)) await hastenPlanned(tx, id, steps)
  await audit(tx, {
    act: 'sequence.changed',
    object: { type: 'sequence', id, name: body.name ?? before.name },
    before: { settings: before.settings, steps: before.steps.length },
    after: { settings, steps: steps.length },
  } as Parameters<typeof audit>[1])
}

/** Refuses (409) with every reason at once. Starting what is active changes nothing. */
export async function startSequence(
  tx: WorkspaceTx,
  id: string,
  publicUrl: string | undefined,
  act: 'started' | 'resumed',
): Promise<StoredSequence> {
  const before = await mustReadSequence(tx, id, true)
  if (before.status === 'active') return before
  if (act === 'resumed' && before.status !== 'paused') refuse('conflict', 'Only a paused sequence can be resumed')
  if (before.status === 'archived') refuse('conflict', 'An archived sequence cannot be started')
  refuseProblems(startProblems(before, await readReady(tx, publicUrl)), 'The sequence cannot start')
  await tx.client.query(
    `update sequences set status = 'active', pause_reason = null, started_at = coalesce(started_at, now()), updated_at = now(),
       breaker_from = case when pause_reason in ('bounces', 'complaints') then now() else breaker_from end
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  await audit(tx, {
    act: `sequence.${act}`,
    object: { type: 'sequence', id, name: before.name },
    before: { pause_reason: before.pause_reason },
  })
  return mustReadSequence(tx, id)
}

export async function pauseSequence(tx: WorkspaceTx, id: string, reason = 'person'): Promise<StoredSequence> {
  const before = await mustReadSequence(tx, id, true)
  if (before.status !== 'active') {
    if (before.status === 'paused') return before
    refuse('conflict', 'Only an active sequence can be paused')
  }
  await tx.client.query(
    `update sequences set status = 'paused', pause_reason = $3, updated_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id, reason],
  )
  await audit(tx, { act: 'sequence.paused', object: { type: 'sequence', id, name: before.name }, after: { reason } })
  return mustReadSequence(tx, id)
}

export async function deleteSequence(tx: WorkspaceTx, id: string): Promise<void> {
  const { status, name } = await mustReadSequence(tx, id, true)
  if (status === 'active') refuse('conflict', 'An active sequence cannot be deleted; pause it first')
  await tx.client.query('delete from sequences where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  await audit(tx, { act: 'sequence.deleted', object: { type: 'sequence', id, name } })
}

function refuseProblems(problems: readonly StartProblem[], what: string): void {
  if (problems.length > 0)
    refuse('conflict', `${what}: ${problems.map(({ message }) => message).join(' ')}`, { extra: { problems } })
}

async function readSettings(
  tx: WorkspaceTx,
  before: SequenceSettings,
  given: Partial<SequenceSettings> | undefined,
): Promise<SequenceSettings> {
  const entered = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined))
  const settings = { ...before, ...entered } as SequenceSettings
  if (!isTimeZone(settings.time_zone))
    refuseField(['settings', 'time_zone'], 'value_error', 'Value error, there is no such time zone', settings.time_zone)
  if (given?.mailbox_ids && given.mailbox_ids.length > 0) {
    const known = new Set((await readMailboxes(tx)).map(({ id }) => id))
    const at = given.mailbox_ids.findIndex((id) => !known.has(id))
    if (at !== -1)
      refuseField(
        ['settings', 'mailbox_ids', at],
        'value_error',
        'Value error, there is no such mailbox',
        given.mailbox_ids[at],
      )
  }
  return settings
}

/** Gives out ids that are missing, and refuses one that is used twice: figures are kept under them. */
export function readSteps(input: readonly StepInput[]): SequenceStep[] {
  const steps = new Set(input.flatMap(({ id }) => id ?? []))
  return input.map((step, at) => {
    const variants =
      step.variants ??
      (step.body === undefined && step.subject === undefined
        ? []
        : [{ weight: 1, subject: step.subject ?? '', body: step.body ?? '' }])
    const names = new Set(variants.flatMap((variant) => ('id' in variant && variant.id) || []))
    if (input.some((other, place) => place < at && other.id !== undefined && other.id === step.id))
      refuseField(['steps', at, 'id'], 'value_error', 'Value error, another step has this id', step.id)
    return {
      id: step.id ?? freeName('s', steps),
      kind: step.kind,
      delay_hours: step.delay_hours,
      same_thread: step.same_thread,
      note: step.note ?? null,
      variants: variants.map((variant) => ({
        id: ('id' in variant ? variant.id : undefined) ?? freeName('v', names),
        weight: variant.weight,
        subject: variant.subject,
        body: variant.body,
      })),
    }
  })
}

function freeName(prefix: string, taken: Set<string>): string {
  let number = 1
  while (taken.has(`${prefix}${number}`)) number++
  taken.add(`${prefix}${number}`)
  return `${prefix}${number}`
}
