// Routes of refresh policies.

import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import type { JobKind } from '../../platform/queue/job.ts'
import { runScheduleNow } from '../../platform/queue/schedules.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import {
  OF_LEADS,
  REFRESH,
  readLeadsPolicy,
  readWorkbookPolicy,
  saveLeadsPolicy,
  saveWorkbookPolicy,
} from './refresh.commands.ts'
import { LeadsRefresh, LeadsRefreshWrite, WorkbookRefresh, WorkbookRefreshWrite } from './refresh.schema.ts'

export function refreshRoutes({ database, now }: { database: Database; now: () => Date }): Route[] {
  const inScope = scopedTo(database)
  const book = {
    tag: 'Workbooks',
    access: 'user',
    path: '/api/workbooks/:workbook_id/refresh-policy',
    unlistedAt: ['/api/v2/workbooks/:workbook_id/refresh-policy'],
    params: Type.Object({ workbook_id: Type.String() }),
  } as const
  const leads = { tag: 'Leads', access: 'user', path: '/api/leads/refresh-policy' } as const
  return [
    defineRoute({
      ...book,
      method: 'GET',
      id: 'get_workbook_refresh_policy',
      summary: 'The refresh policies of a workbook',
      description:
        'Which columns, on which schedule, up to how many rows and how much money at a time; and when it runs next.',
      needs: 'workbooks.view',
      response: { 200: WorkbookRefresh },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readWorkbookPolicy(tx, params.workbook_id)),
    }),
    defineRoute({
      ...book,
      method: 'PUT',
      id: 'update_workbook_refresh_policy',
      for_token: 'none',
      effects: ['spends', 'reaches_out'],
      summary: 'Refresh old values of a workbook by schedule',
      description:
        'Each time, rows whose value in a column is older than its limit are run again: those of leads in conversation first, ' +
        'then the oldest, up to the budget. The history has the results, as of any run.',
      needs: 'runs.execute',
      exists: (ctx, { params }) => inScope(ctx, (tx) => mustFindWorkbook(tx, params.workbook_id)),
      body: WorkbookRefreshWrite,
      response: { 200: WorkbookRefresh },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await saveWorkbookPolicy(tx, params.workbook_id, body, now())
          return readWorkbookPolicy(tx, params.workbook_id)
        }),
    }),
    defineRoute({
      ...leads,
      method: 'GET',
      id: 'get_leads_refresh_policy',
      summary: 'The refresh policies of leads',
      description:
        'Which actions, on which schedule, up to how many leads and how much money at a time; and when it runs next.',
      needs: 'leads.view',
      response: { 200: LeadsRefresh },
      handler: (ctx) => inScope(ctx, readLeadsPolicy),
    }),
    defineRoute({
      ...leads,
      method: 'PUT',
      id: 'update_leads_refresh_policy',
      for_token: 'none',
      effects: ['spends', 'reaches_out'],
      summary: 'Refresh old values of leads by schedule',
      description: 'Each refresh is a job. The timelines of its leads list its changes, and it can be undone.',
      needs: 'leads.edit',
      body: LeadsRefreshWrite,
      response: { 200: LeadsRefresh },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          await saveLeadsPolicy(tx, body, now())
          return readLeadsPolicy(tx)
        }),
    }),
    defineRoute({
      ...leads,
      path: '/api/leads/refresh-policy/run',
      method: 'POST',
      id: 'refresh_leads_now',
      for_token: 'none',
      effects: ['spends', 'reaches_out'],
      summary: 'Refresh leads now, by the policy',
      description: 'Once, under the limits of the policy, whether or not it is enabled; its schedule stays.',
      needs: 'leads.edit',
      response: { 202: LeadsRefresh },
      handler: (ctx) =>
        inScope(ctx, async (tx) => {
          await runScheduleNow(tx, REFRESH as JobKind, OF_LEADS)
          return readLeadsPolicy(tx)
        }),
    }),
  ]
}
