// Routes of sources: those of a workbook, what they would bring, their runs, and what was rejected.
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { JobKind } from '../../platform/queue/job.ts'
import type { SourceAdapter as Declared } from '../../providers/sources/source.ts'
import { at, routeContext, WorkbookPath } from '../../records/opening/route-context.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { previewFor } from './preview.ts'
import { mustReadCollection, mustReadSource } from './settings.ts'
import type { SourceParts } from './source-reader.ts'
import {
  createSource,
  deleteSource,
  type RequestedMapping,
  SOURCE_DUE,
  SOURCE_RUN,
  startSourceRun,
  updateSource,
} from './sources.commands.ts'
import { mustFindSource, readRejects, readRuns, readSource, readSources } from './sources.reads.ts'
import {
  CollectionTried,
  Page,
  Source,
  SourceCreate,
  SourceList,
  SourcePath,
  SourcePreview,
  SourceRejectList,
  SourceRun,
  SourceRunList,
  SourceRunPath,
  SourceRunStart,
  SourceTried,
  SourceUpdate,
} from './sources.schema.ts'

export interface SourceRouteParts extends SourceParts {
  now: () => Date
}

type Ctx = { scope: Scope }

export function sourceRoutes(parts: SourceRouteParts, sources: readonly Declared[]): Route[] {
  const { database, now } = parts
  const { inScope, seesWorkbook } = routeContext(database)
  const due = SOURCE_DUE as JobKind
  const seesSource = (ctx: Ctx, { params }: { params: { workbook_id: string; source_id: string } }) =>
    inScope(ctx, (tx) => mustFindSource(tx, params.workbook_id, params.source_id))
  const views = { tag: 'Sources', needs: 'workbooks.view' } as const
  const edits = { tag: 'Sources', needs: 'sources.edit' } as const
  const one = { ...at('/:workbook_id/sources/:source_id'), params: SourcePath, exists: seesSource } as const

  async function preview(ctx: Ctx, workbook: string, tried: { adapter: string; settings: Record<string, unknown> }) {
    const columns = await inScope(ctx, async (tx) => readColumns(tx, await mustFindWorkbook(tx, workbook)))
    return previewFor(parts, ctx.scope, mustReadSource(sources, tried), { workbook_id: workbook, columns })
  }

  async function proposed(
    ctx: Ctx,
    workbook: string,
    wanted: { adapter: string; settings: JsonObject },
  ): Promise<RequestedMapping> {
    const { problem, mapping } = await preview(ctx, workbook, wanted)
    if (problem !== null && mapping.length === 0)
      refuse('invalid', problem, {
        fields: [{ loc: ['body', 'settings'], type: 'value_error', msg: problem, input: null }],
      })
    return mapping.map((one) => ({ ...one, unparsed: 'keep' }))
  }

  return [
    defineRoute({
      ...at('/:workbook_id/sources'),
      ...views,
      method: 'GET',
      id: 'list_sources',
      summary: 'Sources of a workbook, with their last run',
      description: 'What can be a source is listed by `GET /api/jobs/sources`.',
      params: WorkbookPath,
      exists: seesWorkbook,
      query: Page,
      response: { 200: SourceList },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readSources(tx, due, params.workbook_id, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/sources'),
      ...edits,
      method: 'POST',
      id: 'create_source',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Add a source to a workbook',
      description: 'It runs when it is started or its schedule is due. Columns of the mapping that are new are made.',
      params: WorkbookPath,
      exists: seesWorkbook,
      body: SourceCreate,
      idempotent: true,
      response: { 201: Source },
      async handler(ctx, { params, body }) {
        await seesWorkbook(ctx, { params })
        const { source, settings } = mustReadSource(sources, body)
        const mapping = body.mapping ?? (await proposed(ctx, params.workbook_id, { adapter: source.id, settings }))
        return inScope(ctx, async (tx) => {
          const id = await createSource(tx, params.workbook_id, source, { ...body, settings, mapping }, now())
          return readSource(tx, due, params.workbook_id, id)
        })
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/jobs/preview',
      id: 'preview_collection',
      effects: ['spends', 'reaches_out'],
      tag: 'Jobs',
      access: 'user',
      needs: 'jobs.edit',
      summary: 'The first records that a collection would bring',
      description:
        'Read from the source now: how many it has, which lead field each of their fields fills, and what will go wrong. Stores ' +
        'nothing; a page of a paid source is billed.',
      limit: LIMITS.source_preview,
      body: CollectionTried,
      response: { 200: SourcePreview },
      async handler(ctx, { body }) {
        const tried = await inScope(ctx, async (tx) => mustReadCollection(tx, sources, body))
        return previewFor(parts, ctx.scope, tried, { workbook_id: null, columns: [] })
      },
    }),
    defineRoute({
      ...at('/:workbook_id/sources/preview'),
      ...edits,
      method: 'POST',
      id: 'try_source',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'The first records of a source that is not saved',
      description: 'Stores nothing. `problem` says why a source cannot be read.',
      limit: LIMITS.source_preview,
      params: WorkbookPath,
      exists: seesWorkbook,
      body: SourceTried,
      response: { 200: SourcePreview },
      handler: (ctx, { params, body }) => preview(ctx, params.workbook_id, body),
    }),
    defineRoute({
      ...one,
      ...views,
      method: 'GET',
      id: 'get_source',
      summary: 'One source',
      description: 'Its settings, the mapping of its fields, its schedule, and how the last run went.',
      response: { 200: Source },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readSource(tx, due, params.workbook_id, params.source_id)),
    }),
    defineRoute({
      ...one,
      ...edits,
      method: 'PATCH',
      id: 'update_source',
      for_token: 'runs:execute',
      summary: 'Change a source',
      description: 'An active run continues with the earlier settings.',
      body: SourceUpdate,
      response: { 200: Source },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const { adapter, settings } = await mustFindSource(tx, params.workbook_id, params.source_id)
          const read = mustReadSource(sources, { adapter, settings: body.settings ?? settings })
          const { settings: _, ...rest } = body
          const change = { ...rest, ...(body.settings && { settings: read.settings }) }
          await updateSource(tx, params.workbook_id, params.source_id, read.source, change, now())
          return readSource(tx, due, params.workbook_id, params.source_id)
        }),
    }),
    defineRoute({
      ...one,
      ...edits,
      method: 'DELETE',
      id: 'delete_source',
      summary: 'Remove a source',
      description: 'Its rows stay.',
      errors: [409],
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteSource(tx, params.workbook_id, params.source_id))
        return undefined
      },
    }),
    defineRoute({
      ...one,
      ...edits,
      path: '/api/workbooks/:workbook_id/sources/:source_id/preview',
      unlistedAt: ['/api/v2/workbooks/:workbook_id/sources/:source_id/preview'],
      method: 'GET',
      id: 'preview_source',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'The first records that a source has now',
      description: 'Read from the source now, mapped as it is set up. Nothing is written.',
      limit: LIMITS.source_preview,
      response: { 200: SourcePreview },
      async handler(ctx, { params }) {
        const saved = await inScope(ctx, (tx) => mustFindSource(tx, params.workbook_id, params.source_id))
        return preview(ctx, params.workbook_id, saved)
      },
    }),
    defineRoute({
      ...one,
      ...edits,
      path: '/api/workbooks/:workbook_id/sources/:source_id/run',
      unlistedAt: ['/api/v2/workbooks/:workbook_id/sources/:source_id/run'],
      method: 'POST',
      id: 'run_source',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Run a source now',
      description:
        'Runs in the background and stores page by page: stored rows stay when the run is cancelled or fails, and a retry of ' +
        'its job continues from there.',
      limit: LIMITS.source_run,
      errors: [409],
      body: SourceRunStart,
      idempotent: true,
      response: { 202: SourceRun },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const id = await startSourceRun(tx, params.workbook_id, params.source_id, body)
          const { items } = await readRuns(tx, SOURCE_RUN as JobKind, params.workbook_id, params.source_id, {
            limit: 1,
          })
          const [run] = items.filter(({ run_id }) => run_id === id)
          return run ?? refuse('not_found', 'Run not found')
        }),
    }),
    defineRoute({
      ...one,
      ...views,
      path: '/api/workbooks/:workbook_id/sources/:source_id/runs',
      unlistedAt: ['/api/v2/workbooks/:workbook_id/sources/:source_id/runs'],
      method: 'GET',
      id: 'list_source_runs',
      summary: 'Runs of a source, newest first',
      description: 'The rows that each added, changed and rejected, its cost, and why it ended.',
      query: Page,
      response: { 200: SourceRunList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, (tx) => readRuns(tx, SOURCE_RUN as JobKind, params.workbook_id, params.source_id, query)),
    }),
    defineRoute({
      ...one,
      ...views,
      path: '/api/workbooks/:workbook_id/sources/:source_id/runs/:source_run_id/rejected',
      unlistedAt: ['/api/v2/workbooks/:workbook_id/sources/:source_id/runs/:source_run_id/rejected'],
      method: 'GET',
      id: 'list_source_rejects',
      summary: 'Records that a run rejected, each with the reason',
      description: 'The first 10,000 of a run, for the last ten runs.',
      params: SourceRunPath,
      query: Page,
      response: { 200: SourceRejectList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, (tx) =>
          readRejects(tx, params.workbook_id, params.source_id, { run_id: params.source_run_id, ...query }),
        ),
    }),
  ]
}
