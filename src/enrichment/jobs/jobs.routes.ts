// Routes of jobs: start a collection, follow, cancel, retry, undo, delete.

import { Type } from 'typebox'
import { mustAllow } from '../../identity/api-tokens/token-capabilities.logic.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { cancelJob, retryJob, undoJob } from '../../platform/queue/work.ts'
import type { SourceAdapter } from '../../providers/sources/source.ts'
import { LeadsUndoStarted } from '../../records/imports/lead-transfer.schema.ts'
import { listRejects } from '../../records/intake/rejects.reads.ts'
import { readJobLeads } from '../lead-actions/job-leads.reads.ts'
import { JobLeads } from '../lead-actions/lead-action.schema.ts'
import { listSources } from '../sources/sources.reads.ts'
import { deleteJob, startCollecting } from './jobs.commands.ts'
import { listJobs, mustReadJob, readJobLog } from './jobs.reads.ts'
import {
  Job,
  JobEvents,
  JobLeadsQuery,
  JobList,
  JobPath,
  JobRejects,
  JobSourceList,
  JobStart,
  JobsQuery,
  JobUndone,
} from './jobs.schema.ts'

export interface JobRouteParts {
  database: Database
  now: () => Date
}

export function jobRoutes({ database, now }: JobRouteParts, sources: readonly SourceAdapter[]): Route[] {
  const inScope = scopedTo(database)
  const views = { tag: 'Jobs', access: 'user', needs: 'jobs.view' } as const
  const edits = { tag: 'Jobs', access: 'user', needs: 'jobs.edit' } as const
  const seesJob = (ctx: { scope: Scope }, { params }: { params: { job_id: string } }) =>
    inScope(ctx, (tx) => mustReadJob(tx, params.job_id, now()))
  const one = { ...views, params: JobPath } as const
  const changes = { ...edits, params: JobPath, exists: seesJob } as const
  return [
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/jobs',
      id: 'create_job',
      effects: ['spends', 'reaches_out'],
      summary: 'Collect leads from a source',
      description:
        'Runs in the background and stores page by page: collected leads stay when the job is cancelled or fails, and a retry ' +
        'continues from there. Known leads get missing values.',
      limit: LIMITS.lead_collect,
      body: JobStart,
      idempotent: true,
      response: { 201: Job },
      handler: (ctx, { body }) => inScope(ctx, (tx) => startCollecting(tx, sources, body, now())),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/jobs/sources',
      id: 'list_job_sources',
      summary: 'Sources for leads and rows of workbooks',
      description: 'Each with its settings as a form, what it needs, and what a page of it costs.',
      response: { 200: JobSourceList },
      handler: (ctx) => inScope(ctx, (tx) => listSources(tx, sources)),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: '/api/jobs',
      id: 'list_jobs',
      summary: 'What was started in the background, newest first',
      description:
        'Imports, exports, collecting, enrichment of leads, undoing and other long work, with progress; `status` and `kind` ' +
        'filter.',
      query: JobsQuery,
      response: { 200: JobList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => listJobs(tx, query, now())),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/jobs/:job_id',
      id: 'get_job',
      summary: 'One job with its progress and results',
      description:
        'With its result when it is done, the reason when it failed, and whether it can be cancelled, tried again or undone.',
      response: { 200: Job },
      handler: (ctx, { params }) => seesJob(ctx, { params }),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/jobs/:job_id/leads',
      id: 'list_job_leads',
      summary: 'The leads of a job, each with what was done to it',
      description: 'Made, updated, unchanged or left out, with the reason; `outcome` filters.',
      query: JobLeadsQuery,
      response: { 200: JobLeads },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const { id } = await mustReadJob(tx, params.job_id, now())
          return readJobLeads(tx, id, query)
        }),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/jobs/:job_id/events',
      id: 'list_job_events',
      summary: 'The log of a job, oldest first',
      description:
        'A job that brings records tells each part with what came of it, the first rejected records with the reasons, and at its end the sum with ' +
        'calls and cost. Live progress is on `GET /api/events?job_id=`.',
      query: Type.Object(PageQuery),
      response: { 200: JobEvents },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const { id } = await mustReadJob(tx, params.job_id, now())
          return readJobLog(tx, id, query)
        }),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/jobs/:job_id/rejected',
      id: 'list_job_rejects',
      summary: 'Records that a job rejected, each with the reason',
      description:
        'Of imports, collections and runs of sources, in the order in which they came: the first 10,000 of a job. Of an import into a workbook all, ' +
        'for a day.',
      query: Type.Object(PageQuery),
      response: { 200: JobRejects },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const { id } = await mustReadJob(tx, params.job_id, now())
          return listRejects(tx, id, query)
        }),
    }),
    defineRoute({
      ...changes,
      method: 'POST',
      path: '/api/jobs/:job_id/cancel',
      id: 'cancel_job',
      effects: ['overwrites'],
      summary: 'Cancel a job',
      description: 'A waiting job ends at once, an active one within two seconds. Its results until then stay.',
      errors: [409],
      response: { 202: Job },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await mustReadJob(tx, params.job_id, now())
          await cancelJob(tx, params.job_id)
          return mustReadJob(tx, params.job_id, now())
        }),
    }),
    defineRoute({
      ...changes,
      method: 'POST',
      path: '/api/jobs/:job_id/retry',
      id: 'retry_job',
      effects: ['spends', 'reaches_out'],
      summary: 'Retry a failed or cancelled job',
      description: 'Continues from its checkpoint; stored results are not requested again.',
      idempotent: true,
      errors: [409],
      response: { 202: Job },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await mustReadJob(tx, params.job_id, now())
          await retryJob(tx, params.job_id)
          return mustReadJob(tx, params.job_id, now())
        }),
    }),
    defineRoute({
      ...changes,
      method: 'POST',
      path: '/api/jobs/:job_id/undo',
      id: 'undo_job',
      for_token: 'leads:delete',
      effects: ['overwrites'],
      summary: "Undo a job's changes of leads or rows",
      description:
        'Restores the values that the job wrote, unless they changed since, and deletes the leads or rows that it made. Money that was spent stays spent. ' +
        'Of more than 1,000 leads or 5,000 rows a job does it (202): follow `job_id`.',
      errors: [409],
      response: { 200: JobUndone, 202: LeadsUndoStarted },
      async handler(ctx, { params }, reply) {
        const { workbook_id } = await inScope(ctx, (tx) => mustReadJob(tx, params.job_id, now()))
        // What is taken back of a workbook are rows, whatever the token may do with leads.
        if (workbook_id !== null) mustAllow(ctx.scope.principal.token, ['workbooks:delete'])
        const undone = await undoJob(database, ctx.scope, params.job_id)
        if ('job_id' in undone) reply.code(202)
        return undone
      },
    }),
    defineRoute({
      ...changes,
      method: 'DELETE',
      path: '/api/jobs/:job_id',
      id: 'delete_job',
      summary: 'Delete a job that is over',
      description: 'Its leads stay. An import of leads leaves the list of imports with its job.',
      errors: [409],
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteJob(tx, params.job_id, now()))
        return undefined
      },
    }),
  ]
}
