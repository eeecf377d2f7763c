// What people do with sources: add, change, run and remove them.

import { Type } from 'typebox'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { type FieldError, refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { defineJob, type JobKind } from '../../platform/queue/job.ts'
import { checkTiming, removeSchedule, type ScheduleTiming, setSchedule } from '../../platform/queue/schedules.ts'
import { startWork } from '../../platform/queue/work.ts'
import type { SourceAdapter } from '../../providers/sources/source.ts'
import { addColumns } from '../../records/columns/columns.commands.ts'
import { undoRowsOfJob } from '../../records/history/revert.commands.ts'
import type { MappedField } from '../../records/ingest/brought.commands.ts'
import { changeStructure } from '../../records/opening/structure.lock.ts'
import { mustBeReachable } from '../../records/own-providers/addresses.logic.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import { changeIdentity, mustBeParts } from '../../records/rows/duplicate-key.commands.ts'
import { newChange, recordChange } from '../../records/store/recorder.ts'
import { emitWorkbook } from '../../records/store/workbook.events.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { capRun } from '../money/budgets.commands.ts'
import { timingOf } from '../refresh/refresh.commands.ts'
import { mustFindSource, type StoredSource } from './sources.reads.ts'
import type { SourceCreate, SourceRunStart, SourceUpdate } from './sources.schema.ts'

export const SOURCE_RUN = defineJob({
  name: 'workbook.source',
  payload: Type.Object({
    workbook_id: Type.String(),
    source_id: Type.String(),
    bring_back: Type.Boolean(),
    is_scheduled: Type.Optional(Type.Boolean()),
  }),
  attempts: 20,
  lane: 'network',
  undo: undoRowsOfJob,
})
export const SOURCE_DUE = defineJob({
  name: 'workbook.source_due',
  payload: Type.Object({ workbook_id: Type.String(), source_id: Type.String() }),
  attempts: 3,
  lane: 'default',
})

const MOST_SOURCES = 100

export type RequestedMapping = NonNullable<SourceCreate['mapping']>

/** `settings` and `mapping` as they were read and proposed before. @throws Refusal `not_found`, `invalid`, `too_large` */
export async function createSource(
  tx: WorkspaceTx,
  workbook: string,
  source: SourceAdapter,
  wanted: SourceCreate & { settings: JsonObject; mapping: RequestedMapping },
  now: Date,
): Promise<string> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  mustNotBeItself(workbookId, wanted.settings)
  mustBeReachable(tx.addresses, wanted.settings, ['settings'])
  await mustHaveProvider(tx, source, wanted.settings)
  mustFollow(source, wanted.mode, wanted.settings)
  const timing = mustReadTiming(wanted.schedule)
  await changeStructure(tx, workbookId)
  const { rows } = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from workbook_sources where workspace_id = $1 and workbook_id = $2',
    [tx.workspace_id, workbookId],
  )
  if (oneRow(rows).n >= MOST_SOURCES) refuse('too_large', `A workbook has at most ${MOST_SOURCES} sources`)
  const mapping = await placeMapping(tx, workbookId, wanted.mapping)
  await identify(tx, workbookId, wanted.identity)
  const id = newId()
  const name = wanted.name?.trim() || source.title
  await tx.client.query(
    `insert into workbook_sources (workspace_id, workbook_id, id, name, adapter, settings, mapping, mode, existing, schedule, enabled, max_rows, created_by, token_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.workspace_id,
      workbookId,
      id,
      name,
      source.id,
      JSON.stringify(wanted.settings),
      JSON.stringify(mapping),
      wanted.mode,
      wanted.existing,
      wanted.schedule ? JSON.stringify(wanted.schedule) : null,
      wanted.enabled,
      wanted.max_rows,
      tx.actor?.user_id ?? null,
      tx.actor?.token_id ?? null,
    ],
  )
  if (timing && wanted.enabled) await schedule(tx, workbookId, id, timing, now)
  await emitWorkbook(tx, 'workbook.updated', workbookId)
  await audit(tx, {
    act: 'source.added',
    object: { type: 'workbook', id: workbookId },
    after: { source_id: id, adapter: source.id, name, mode: wanted.mode },
  })
  return id
}

/** @throws Refusal `not_found`, `invalid` */
export async function updateSource(
  tx: WorkspaceTx,
  workbook: string,
  sourceId: string,
  declared: SourceAdapter,
  change: SourceUpdate & { settings?: JsonObject },
  now: Date,
): Promise<void> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  await changeStructure(tx, workbookId)
  const before = await mustFindSource(tx, workbook, sourceId, true)
  if (change.settings) mustNotBeItself(workbookId, change.settings)
  if (change.settings) mustBeReachable(tx.addresses, change.settings, ['settings'])
  if (change.settings) await mustHaveProvider(tx, declared, change.settings)
  const mapping = change.mapping ? await placeMapping(tx, workbookId, change.mapping) : before.mapping
  await identify(tx, workbookId, change.identity)
  const { mapping: _, identity: __, ...plain } = change
  const after = { ...before, ...plain, mapping, name: change.name?.trim() || before.name }
  mustFollow(declared, after.mode, after.settings)
  // With other settings the source starts from the beginning.
  const isOther = change.settings !== undefined && JSON.stringify(change.settings) !== JSON.stringify(before.settings)
  const since = isOther ? null : before.since
  const timing = mustReadTiming(after.schedule)
  await tx.client.query(
    `update workbook_sources set name = $3, settings = $4, mapping = $5, mode = $6, existing = $7, schedule = $8, enabled = $9,
       max_rows = $10, since = $11, validators = null, known_fields = case when $12 then null else known_fields end,
       token_id = coalesce($13, token_id), updated_at = now() where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      before.id,
      after.name,
      JSON.stringify(after.settings),
      JSON.stringify(mapping),
      after.mode,
      after.existing,
      after.schedule ? JSON.stringify(after.schedule) : null,
      after.enabled,
      after.max_rows,
      since,
      isOther,
      tx.actor?.token_id ?? null,
    ],
  )
  if (timing && after.enabled) await schedule(tx, workbookId, before.id, timing, now)
  else await removeSchedule(tx, SOURCE_DUE as JobKind, before.id)
  await emitWorkbook(tx, 'workbook.updated', workbookId)
  await audit(tx, {
    act: 'source.changed',
    object: { type: 'workbook', id: workbookId },
    after: { source_id: before.id, members: Object.keys(change) },
  })
}

/** Its rows stay. @throws Refusal `not_found`, `conflict` while it runs */
export async function deleteSource(tx: WorkspaceTx, workbook: string, sourceId: string): Promise<void> {
  const source = await mustFindSource(tx, workbook, sourceId, true)
  if (await isRunning(tx, source)) refuse('conflict', 'This source is running. Cancel the run before it is removed.')
  await removeSchedule(tx, SOURCE_DUE as JobKind, source.id)
  await tx.client.query('delete from workbook_sources where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    source.id,
  ])
  await emitWorkbook(tx, 'workbook.updated', source.workbook_id)
  await audit(tx, {
    act: 'source.removed',
    object: { type: 'workbook', id: source.workbook_id },
    before: { source_id: source.id, name: source.name },
  })
}

interface SourceStart extends Pick<SourceRunStart, 'bring_back' | 'max_usd'> {
  is_scheduled?: boolean
}

/** Returns the id of the run, which is its job. @throws Refusal `not_found`, `conflict` while one is under way */
export async function startSourceRun(
  tx: WorkspaceTx,
  workbook: string,
  sourceId: string,
  { bring_back, max_usd, is_scheduled = false }: SourceStart,
): Promise<string> {
  const source = await mustFindSource(tx, workbook, sourceId, true)
  if (await isRunning(tx, source))
    refuse('conflict', 'This source is running already. Wait for the end of that run, or cancel it.')
  const payload = { workbook_id: source.workbook_id, source_id: source.id, bring_back, is_scheduled }
  const subject = { workbook_id: source.workbook_id, source_id: source.id }
  const id = await startWork(tx, SOURCE_RUN, payload, { title: `Run source: ${source.name}`, subject })
  if (max_usd !== undefined) await capRun(tx, id, max_usd, false)
  await tx.client.query('update workbook_sources set last_job_id = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    source.id,
    id,
  ])
  await audit(tx, {
    act: 'source.run',
    object: { type: 'workbook', id: source.workbook_id },
    after: { source_id: source.id, job_id: id, max_usd: max_usd ?? null },
  })
  return id
}

export async function isRunning(tx: WorkspaceTx, { last_job_id }: StoredSource): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select from jobs where workspace_id = $1 and id = $2 and status in ('pending', 'running')`,
    [tx.workspace_id, last_job_id],
  )
  return rowCount === 1
}

const schedule = (tx: WorkspaceTx, workbook_id: string, id: string, timing: ScheduleTiming, now: Date) =>
  setSchedule(tx, SOURCE_DUE, {
    subject: id,
    payload: { workbook_id, source_id: id },
    timing,
    now,
    jitter_seconds: 60,
  })

function mustReadTiming(schedule: SourceCreate['schedule']): ScheduleTiming | null {
  const timing = schedule ? timingOf(schedule) : null
  if (timing) checkTiming(timing)
  return timing
}

async function identify(tx: WorkspaceTx, workbookId: string, identity: SourceCreate['identity']): Promise<void> {
  if (!identity) return
  const parts = mustBeParts(identity as never, await readColumns(tx, workbookId))
  await changeIdentity(tx, workbookId, parts)
}

/** @throws Refusal `invalid` for a provider that the workspace has not defined */
async function mustHaveProvider(tx: WorkspaceTx, source: SourceAdapter, { provider }: JsonObject): Promise<void> {
  if (!('reads' in source) || source.reads !== 'provider') return
  const own = await readOwnProviders(tx)
  if (own.some(({ id }) => id === provider)) return
  refuseField(['settings', 'provider'], 'value_error', 'This workspace has no such provider of its own', provider)
}

function mustNotBeItself(workbookId: string, settings: JsonObject): void {
  if (settings.workbook_id === workbookId)
    refuseField(['settings', 'workbook_id'], 'value_error', 'A workbook cannot be its own source', workbookId)
}

/** An incremental source cannot report deletions. */
function mustFollow(source: SourceAdapter, mode: string, settings: JsonObject): void {
  if (mode === 'mirror' && 'newest' in source && source.newest?.(settings) !== undefined)
    refuseField(['mode'], 'value_error', 'An incremental source brings only what is newer, so it cannot mirror', mode)
}

/** Finds or creates the target columns of fields. Refuses (422) all faults at once. The structure must be held. */
async function placeMapping(tx: WorkspaceTx, workbookId: string, wanted: RequestedMapping): Promise<MappedField[]> {
  const columns = await readColumns(tx, workbookId)
  mustMapWell(wanted, columns)
  const used = wanted.flatMap(({ field, target, unparsed = 'keep' }, place) =>
    target.kind === 'skip' ? [] : [{ field, target, unparsed, place }],
  )
  const fresh = used.flatMap(({ target, place }) => (target.kind === 'new' ? [{ target, place }] : []))
  const added = await addColumns(
    tx,
    workbookId,
    fresh.map(({ target }) => ({ name: target.name, type: 'input' as const, input_type: target.input_type })),
    (index) => ['mapping', fresh[index]?.place ?? 0, 'target'],
  )
  if (added.length > 0) {
    const detail = { columns: { added: added.map(({ id }) => id), names: added.map(({ name }) => name) } }
    await recordChange(tx, workbookId, { ...newChange('add_columns', { columns: added.length }), detail })
  }
  let next = 0
  return used.map(({ field, target, unparsed }) => ({
    field,
    unparsed,
    column_id: target.kind === 'column' ? target.column_id : (added[next++]?.id ?? ''),
  }))
}

function mustMapWell(wanted: RequestedMapping, columns: readonly ColumnConfig[]): void {
  const faults: FieldError[] = []
  const fault = (place: number, member: string, msg: string, input: unknown) =>
    faults.push({ loc: ['body', 'mapping', place, member], type: 'value_error', msg, input })
  const [fields, taken] = [new Set<string>(), new Set<string>()]
  for (const [place, { field, target }] of wanted.entries()) {
    if (fields.has(field)) fault(place, 'field', `"${field}" is named twice`, field)
    fields.add(field)
    if (target.kind !== 'column') continue
    const column = columns.find(({ id }) => id === target.column_id)
    if (!column) fault(place, 'target', 'There is no such column', target.column_id)
    else if (column.type !== 'input') fault(place, 'target', `"${column.name}" is computed`, target.column_id)
    if (taken.has(target.column_id)) fault(place, 'target', 'Two fields go to the same column', target.column_id)
    taken.add(target.column_id)
  }
  if (wanted.every(({ target }) => target.kind === 'skip'))
    faults.push({ loc: ['body', 'mapping'], type: 'value_error', msg: 'No field goes to a column', input: null })
  if (faults.length > 0) refuse('invalid', faults[0]?.msg ?? '', { fields: faults })
}
