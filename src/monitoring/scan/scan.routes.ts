// The route that starts a scan.
import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { startScan } from './scan.commands.ts'

const ScanStarted = Type.Object({ job_id: Type.String() }, { $id: 'ScanStarted' })

export function scanRoutes({ database }: { database: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/signals/scan',
      id: 'scan_signals',
      tag: 'Signals',
      summary: 'Scan all leads for open jobs',
      description:
        'Finds the job board of every lead with a website and reports the jobs it lists now; known jobs are not reported ' +
        'again. Responds at once; follow the job on `GET /api/jobs/{job_id}` or `/api/events`, and read `GET /api/signals`. ' +
        'While a scan is under way the answer names that one.',
      access: 'user',
      needs: 'signals.edit',
      idempotent: true,
      limit: LIMITS.signal_scan,
      response: { 202: ScanStarted },
      handler: ({ scope }) => database.inWorkspace(scope, async (tx) => ({ job_id: await startScan(tx) })),
    }),
  ]
}
