// Routes of reports of odd answers.
import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, CellPath, routeContext } from '../../records/opening/route-context.ts'
import { deleteReport, reportDrift } from './drift.commands.ts'
import { readReports, readSample } from './drift.reads.ts'
import { DriftQuery, DriftReport, DriftReportList, DriftReportRequest, DriftSample } from './drift.schema.ts'

export function driftRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  const settings = { tag: 'Settings', access: 'user' } as const
  const ReportPath = Type.Object({ report_id: Type.String() })
  return [
    defineRoute({
      ...at('/:workbook_id/rows/:row_id/cells/:column_id/drift-reports'),
      tag: 'Runs',
      method: 'POST',
      id: 'report_drift',
      summary: 'Report an answer as odd, and keep it as a sample',
      description:
        'For an answer that could not be read, or that was read wrongly. Request and response are kept as the trace shows ' +
        'them, with secrets masked, even when the attempt is deleted. Reporting it again changes nothing.',
      needs: 'runs.execute',
      idempotent: true,
      exists: seesWorkbook,
      params: CellPath,
      body: DriftReportRequest,
      errors: [409],
      response: { 201: DriftReport },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => reportDrift(tx, params, body)),
    }),
    defineRoute({
      ...settings,
      path: '/api/settings/drift-reports',
      method: 'GET',
      id: 'list_drift_reports',
      summary: 'Answers that were reported as odd, newest first',
      description:
        'Answers that suggest that the vendor changed its format; each has the sample that a user kept when reporting it.',
      needs: 'settings.view',
      query: DriftQuery,
      response: { 200: DriftReportList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readReports(tx, query)),
    }),
    defineRoute({
      ...settings,
      path: '/api/settings/drift-reports/:report_id/sample',
      method: 'GET',
      id: 'get_drift_sample',
      summary: 'A reported answer as a sample for fixing the provider',
      description:
        'Request and response with keys masked. The inputs are not masked, so check the sample before you share it.',
      needs: 'settings.view',
      params: ReportPath,
      response: { 200: DriftSample },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readSample(tx, params.report_id)),
    }),
    defineRoute({
      ...settings,
      path: '/api/settings/drift-reports/:report_id',
      method: 'DELETE',
      id: 'delete_drift_report',
      summary: 'Delete a report with its sample',
      description: 'Its sample is deleted too; the cell it was made from stays.',
      needs: 'settings.edit',
      params: ReportPath,
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteReport(tx, params.report_id))
        return undefined
      },
    }),
  ]
}
