// The job that collects leads from a source, page by page: each page is stored with the place where the next begins.
import { Type } from 'typebox'
import type { Payer } from '../../engine/money/budget.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { readJobPlace } from '../../platform/queue/work.ts'
import type { SourceAdapter, SourceRecord } from '../../providers/sources/source.ts'
import { logEnd } from '../../records/intake/delivery.ts'
import type { RefusedRecord } from '../../records/intake/rejects.commands.ts'
import type { IncomingValues } from '../../records/lead-facts/merge.logic.ts'
import { storeBroughtLeads } from '../../records/leads/take-in.commands.ts'
import { undoLeadsOfJob } from '../../records/leads/undo-leads.commands.ts'
import { countOutcomes } from '../lead-actions/job-leads.reads.ts'
import { readBilled } from '../money/billed.reads.ts'
import { leadOf } from '../sources/lead-record.logic.ts'
import { openSource } from '../sources/open-source.ts'
import { type Checkpoint, capWords, type PageStep, runPages, saveCheckpoint } from '../sources/run-pages.ts'
import type { SourceParts } from '../sources/source-reader.ts'

export const COLLECT = defineJob({
  name: 'leads.collect',
  payload: Type.Object({
    source: Type.String(),
    query: Type.Unsafe<JsonObject>({ type: 'object' }),
    tags: Type.Array(Type.String()),
    max_leads: Type.Integer(),
    mapping: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
  attempts: 20,
  lane: 'network',
  undo: undoLeadsOfJob,
})

export interface CollectParts extends SourceParts {
  sources: readonly SourceAdapter[]
  now: () => Date
}

type Run = JobRun & { workspace_id: WorkspaceId }

export function collectJobs(parts: CollectParts): JobHandler[] {
  return [
    handleWorkspaceJob(COLLECT, async ({ source: id, query, tags, max_leads, mapping = {} }, run) => {
      const source = parts.sources.find((one) => one.id === id)
      if (!source) throw new WorkFailed(`This version has no source "${id}"`)
      const reading = { settings: query, since: null, kept_as: run.id, payer: await payerOf(parts, run) }
      const reader = await openSource(parts, run.workspace_id, source, reading)
      const store = (step: PageStep) =>
        parts.database.inWorkspace(run.workspace_id, (tx) =>
          storeLeads(tx, run, source, { step, tags, mapping, max_leads, settings: query }, parts.now()),
        )
      try {
        await runPages({
          run,
          reader,
          keep: (at) => saveCheckpoint(parts.database, run, at),
          max_records: max_leads,
          ends_by_repeating: source.ends_by_repeating,
          store,
        })
      } finally {
        reader.close()
      }
    }),
  ]
}

async function payerOf({ database }: CollectParts, { workspace_id, id }: Run): Promise<Payer> {
  const { actor } = await database.inWorkspace(workspace_id, (tx) => readJobPlace(tx, id))
  return { workbook_id: null, run_id: id, user_id: actor.user_id, token_id: actor.token_id }
}

/** Refused records that are kept so far. */
const keptOf = ({ more }: Checkpoint): number => (more as { kept?: number } | undefined)?.kept ?? 0

interface Collecting {
  step: PageStep
  tags: readonly string[]
  mapping: { readonly [field: string]: string }
  max_leads: number
  settings: JsonObject
}

async function storeLeads(
  tx: WorkspaceTx,
  run: Run,
  source: SourceAdapter,
  collecting: Collecting,
  now: Date,
): Promise<Checkpoint> {
  const { step, tags, max_leads } = collecting
  const { records, rejected, page, after, total, isCapped, isLast } = step
  const refused: RefusedRecord[] = [...rejected]
  const leads: IncomingValues[] = []
  for (const record of records) {
    const read = leadOf(source, record, collecting)
    const { record_id, values } = record
    if (read.reason !== null) refused.push({ record_id, reason: read.reason, values })
    else
      leads.push({
        hints: read.hints,
        data: { ...read.data, ...(tags.length > 0 && { tags: [...tags] }) },
        provenance: { '': provenanceOf(source, record, run.id, now) },
      })
  }
  const { kept } = await storeBroughtLeads(tx, run, {
    part: after.pages,
    name: `Page ${after.pages}`,
    leads,
    refused,
    existing: 'fill_blanks',
    source: { kind: 'job', job_id: run.id, provider: source.id },
    kept: keptOf(after),
  })
  if (page.note) await run.log(tx, 'warning', page.note)
  if (isCapped) await run.log(tx, 'warning', capWords(max_leads, 'leads', step))
  else if (isLast && after.end?.is_certain === false && after.end.words !== page.note)
    await run.log(tx, 'warning', after.end.words)
  const saved = { ...after, rejected: after.rejected + refused.length - rejected.length, more: { kept } }
  const { counts: brief } = await countOutcomes(tx, run.id)
  const counts = { ...brief, rejected: saved.rejected }
  await run.progress(tx, {
    done: after.stored,
    total,
    checkpoint: { ...saved } as never,
    counts,
    message: `Page ${after.pages}`,
  })
  if (isLast) {
    await run.result(tx, { ...counts, pages: after.pages, capped: isCapped })
    await logEnd(tx, run, { counts, pages: after.pages, billed: await readBilled(tx, null, run.id) })
    await tx.client.query('delete from stored_chunks where workspace_id = $1 and file_id = $2', [
      tx.workspace_id,
      run.id,
    ])
  }
  return saved
}

function provenanceOf(
  { id, method, license, title }: SourceAdapter,
  { source_url }: SourceRecord,
  jobId: string,
  now: Date,
): JsonObject {
  return {
    source: title,
    provider: id,
    method,
    license,
    source_url: source_url ?? null,
    attribution: null,
    confidence: null,
    fetched_at: now.toISOString(),
    expires_at: null,
    run_id: jobId,
  }
}
