// Reading sources: those of a workbook, their runs, what was rejected, and what can be a source.

import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { type JsonObject, plainJson } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import type { JobKind } from '../../platform/queue/job.ts'
import { readSchedules } from '../../platform/queue/schedules.ts'
import { SOURCES } from '../../providers/sources/catalog.ts'
import { type SourceAdapter as Declared, SOURCE_GROUPS, type Validators } from '../../providers/sources/source.ts'
import type { MappedField } from '../../records/ingest/brought.commands.ts'
import { listRejects } from '../../records/intake/rejects.reads.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import type { SourceCreate, SourceRecordShape, SourceRunShape } from './sources.schema.ts'

export interface StoredSource {
  id: string
  workbook_id: string
  name: string
  adapter: string
  settings: JsonObject
  mapping: MappedField[]
  mode: 'append' | 'upsert' | 'mirror'
  existing: 'overwrite' | 'fill_blanks'
  schedule: NonNullable<SourceCreate['schedule']> | null
  enabled: boolean
  max_rows: number
  since: string | null
  last_job_id: string | null
  /** Fields of the last complete run; null before it. */
  known_fields: string[] | null
  /** `at`: when that run ended, `change_id`: what it changed. */
  validators: (Validators & { at: string; change_id: string }) | null
  created_by: number | null
  /** The API token that it was added with, or changed with last. */
  token_id: string | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = `s.id, s.workbook_id, s.name, s.adapter, s.settings, s.mapping, s.mode, s.existing, s.schedule, s.enabled, s.max_rows, s.since,
  s.last_job_id, s.known_fields, s.validators, s.created_by, s.token_id, s.created_at, s.updated_at`
const LAST = `left join jobs j on j.workspace_id = $1 and j.id = s.last_job_id`

/** @throws Refusal `not_found`; with `hold`, the source stays as it is until the transaction ends */
export async function mustFindSource(
  tx: WorkspaceTx,
  workbook: string,
  id: string,
  hold = false,
): Promise<StoredSource> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  const { rows } = await tx.client.query<StoredSource>(
    `select ${COLUMNS} from workbook_sources s where s.workspace_id = $1 and s.workbook_id = $2 and s.id = $3 ${hold ? 'for update' : ''}`,
    [tx.workspace_id, workbookId, isUuid(id) ? id : null],
  )
  return rows[0] ?? refuse('not_found', 'Source not found')
}

export async function readSource(
  tx: WorkspaceTx,
  kind: JobKind,
  workbook: string,
  id: string,
): Promise<SourceRecordShape> {
  const { id: found } = await mustFindSource(tx, workbook, id)
  const [source] = (await readSources(tx, kind, workbook, { limit: 1, only: found })).items
  return source ?? refuse('not_found', 'Source not found')
}

export async function readSources(
  tx: WorkspaceTx,
  kind: JobKind,
  workbook: string,
  { limit, cursor, only = null }: { limit: number; cursor?: string | undefined; only?: string | null },
): Promise<{ items: SourceRecordShape[]; next_cursor: string | null }> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  const list = `sources of ${workbookId}`
  const [after = null] = decodeCursor(list, cursor) ?? []
  const { rows } = await tx.client.query<StoredSource & { job: StoredRun | null; records: number }>(
    `select ${COLUMNS}, to_jsonb(j) as job,
       (select count(*)::int from source_rows r where r.workspace_id = $1 and r.source_id = s.id) as records
     from workbook_sources s ${LAST}
     where s.workspace_id = $1 and s.workbook_id = $2 and ($3::uuid is null or s.id > $3) and ($4::uuid is null or s.id = $4)
     order by s.id limit $5`,
    [tx.workspace_id, workbookId, after, only, limit + 1],
  )
  const found = rows.slice(0, limit)
  const schedules = await readSchedules(
    tx,
    kind,
    found.map(({ id }) => id),
  )
  const items = found.map(
    ({
      job,
      since,
      last_job_id: _,
      created_by: __,
      token_id: ___,
      known_fields: ____,
      validators: _____,
      ...stored
    }): SourceRecordShape => {
      const last_run = job === null ? null : runOf(job)
      const next = schedules.get(stored.id)
      const isOpen = last_run?.status === 'pending' || last_run?.status === 'running'
      return {
        ...stored,
        adapter_title: SOURCES.find(({ id }) => id === stored.adapter)?.title ?? stored.adapter,
        cursor: since,
        state: isOpen
          ? 'running'
          : !stored.enabled
            ? 'paused'
            : last_run?.status === 'failed'
              ? 'error'
              : last_run?.capped
                ? 'capped'
                : 'idle',
        next_run_at: next && !next.paused ? next.next_at.toISOString() : null,
        last_run,
        created_at: stored.created_at.toISOString(),
        updated_at: stored.updated_at.toISOString(),
      }
    },
  )
  const last = found.at(-1)
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(list, [last.id]) : null }
}

/** A row of `jobs` as JSON. */
interface StoredRun extends Pick<SourceRunShape, 'status' | 'done' | 'total' | 'counts' | 'error'> {
  id: string
  /** Null while it goes on, and of one that failed or was cancelled. */
  result: { capped?: boolean; read_to_end?: boolean | null; not_modified?: boolean; warnings?: string[] } | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

function runOf(job: StoredRun): SourceRunShape {
  const time = (value: string | null) => (value === null ? null : new Date(value).toISOString())
  return {
    run_id: job.id,
    job_id: job.id,
    status: job.status,
    capped: job.result?.capped === true,
    read_to_end: typeof job.result?.read_to_end === 'boolean' ? job.result.read_to_end : null,
    not_modified: job.result?.not_modified === true,
    warnings: Array.isArray(job.result?.warnings) ? job.result.warnings : [],
    done: Number(job.done),
    total: job.total === null ? null : Number(job.total),
    counts: job.counts,
    error: job.error,
    created_at: time(job.created_at) ?? '',
    started_at: time(job.started_at),
    finished_at: time(job.finished_at),
  }
}

/** The newest first. */
export async function readRuns(
  tx: WorkspaceTx,
  kind: JobKind,
  workbook: string,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: SourceRunShape[]; next_cursor: string | null }> {
  const source = await mustFindSource(tx, workbook, id)
  const list = `runs of source ${source.id}`
  const [before = null] = decodeCursor(list, cursor) ?? []
  const { rows } = await tx.client.query<{ job: StoredRun }>(
    `select to_jsonb(j) as job from jobs j where j.workspace_id = $1 and j.kind >= $2 and j.kind <= $2 and j.subject ->> 'source_id' = $3
       and ($4::uuid is null or j.id < $4) order by j.kind, j.id desc limit $5`,
    [tx.workspace_id, kind.name, source.id, before, limit + 1],
  )
  const items = rows.slice(0, limit).map(({ job }) => runOf(job))
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(list, [last.run_id]) : null }
}

export interface RejectsWanted {
  run_id: string
  limit: number
  cursor?: string | undefined
}

/** In the order in which they came. */
export async function readRejects(
  tx: WorkspaceTx,
  workbook: string,
  id: string,
  { run_id, limit, cursor }: RejectsWanted,
) {
  const source = await mustFindSource(tx, workbook, id)
  const run = await tx.client.query(
    `select from jobs where workspace_id = $1 and id = $2 and subject ->> 'source_id' = $3`,
    [tx.workspace_id, isUuid(run_id) ? run_id : null, source.id],
  )
  if (run.rowCount === 0) refuse('not_found', 'Run not found')
  const { items, next_cursor } = await listRejects(tx, run_id.toLowerCase(), { limit, cursor })
  const inSource = ({ record_id, reason, record }: (typeof items)[number]) => ({
    record_id: record_id ?? '',
    reason,
    record,
  })
  return { items: items.map(inSource), next_cursor }
}

/** What can be a source, and whether the workspace has the key that it takes. */
export async function listSources(tx: WorkspaceTx, sources: readonly Declared[]) {
  const isEntered = await readEntered(tx)
  return {
    items: sources.map((source) => {
      const { id, title, group, description, license, docs_url, settings, fields } = source
      const integration = 'ask' in source ? source.integration : undefined
      return {
        id,
        title,
        group,
        group_label: SOURCE_GROUPS[group],
        description,
        license,
        docs_url,
        integration: integration
          ? {
              id: integration.id,
              name: integration.name,
              required: !('keyless' in source && source.keyless),
              configured: isEntered(integration),
            }
          : null,
        billed_as: ('billed_as' in source && source.billed_as?.id) || null,
        page_size: source.page_size,
        fields: fields?.map(({ name, label, lead }) => ({ name, label, lead_field: lead ?? null })) ?? null,
        query: plainJson(settings) as Record<string, unknown>,
      }
    }),
    next_cursor: null,
  }
}
