// Routes of the audit log: a workspace's for its administrators, the install's for administrators of the platform.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { csvLine, displayText, guardFormula } from '../../kernel/csv-text.ts'
import type { Json } from '../../kernel/json.ts'
import { audit, auditInstall } from '../../platform/audit/audit.ts'
import { INSTALL } from '../../platform/db/audit-line.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { exportAudit, readAudit } from './audit.reads.ts'
import { AuditFilter, type AuditLine, AuditList } from './audit.schema.ts'

const query = Type.Object({ ...AuditFilter, ...PageQuery })
const Filter = Type.Object(AuditFilter)

const OF_WORKSPACE = { method: 'GET', tag: 'Settings', access: 'user', needs: 'audit.view' } as const
const OF_INSTALL = { method: 'GET', tag: 'Admin', access: 'admin' } as const

type Write = (lines: AuditLine[], isFirst: boolean) => string
const FORMATS = {
  csv: {
    media: 'text/csv',
    about: 'oldest first, with cells guarded against being run as formulas',
    write: (lines, isFirst) => [...(isFirst ? [HEADER] : []), ...lines.map(csvFields)].map(csvLine).join(''),
  },
  jsonl: {
    media: 'application/jsonl',
    about: 'oldest first, one JSON object a line',
    write: (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  },
} as const satisfies Record<string, { media: string; about: string; write: Write }>
const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[]

export function auditRoutes(database: Database): Route[] {
  return [
    defineRoute({
      ...OF_WORKSPACE,
      path: '/api/settings/audit',
      id: 'list_audit',
      summary: 'Who did what in the workspace, newest first',
      description:
        'Every change of users, roles, settings and tokens, every write by a token, runs, imports, exports and bulk deletes. ' +
        'Lines are never changed.',
      query,
      response: { 200: AuditList },
      handler: ({ scope }, { query: wanted }) =>
        database.inWorkspace(scope, (tx) => readAudit(tx, scope.workspace_id, wanted)),
    }),
    defineRoute({
      ...OF_INSTALL,
      path: '/admin/audit',
      id: 'admin_list_audit',
      summary: 'Who did what on the install, newest first',
      description: 'Logins with their results, accounts, and created and deleted workspaces.',
      query,
      response: { 200: AuditList },
      handler: (_ctx, { query: wanted }) => database.inControl((tx) => readAudit(tx, INSTALL, wanted)),
    }),
    ...FORMAT_NAMES.flatMap((format) => {
      const { media } = FORMATS[format]
      const file = { query: Filter, response: { 200: { media, description: 'The file.' } } }
      return [
        defineRoute({
          ...OF_WORKSPACE,
          ...file,
          path: `/api/settings/audit/export.${format}`,
          id: `export_audit_${format}`,
          summary: `The audit log of the workspace as a ${format.toUpperCase()} file`,
          description: `The lines that the filters of the list would show, ${FORMATS[format].about}, as a stream. The export is a line itself.`,
          async handler({ scope }, { query: filter }, reply) {
            const after = { format, ...filter }
            await database.inWorkspace(scope, (tx) => audit(tx, { act: 'audit.exported', after }))
            const read = <T>(work: (tx: Tx) => Promise<T>) => database.inWorkspace(scope, work)
            return sendFile(reply, format, exportAudit(read, scope.workspace_id, filter))
          },
        }),
        defineRoute({
          ...OF_INSTALL,
          ...file,
          path: `/admin/audit/export.${format}`,
          id: `admin_export_audit_${format}`,
          summary: `The audit log of the install as a ${format.toUpperCase()} file`,
          description: `Logins, accounts and workspaces over the whole install, ${FORMATS[format].about}, as a stream. The export is a line itself.`,
          async handler({ actor }, { query: filter }, reply) {
            const after = { format, ...filter }
            await database.inControl((tx) => auditInstall(tx, { act: 'audit.exported', after }), actor)
            const read = <T>(work: (tx: Tx) => Promise<T>) => database.inControl(work)
            return sendFile(reply, format, exportAudit(read, INSTALL, filter))
          },
        }),
      ]
    }),
  ]
}

function sendFile(
  reply: FastifyReply,
  format: keyof typeof FORMATS,
  batches: AsyncIterable<AuditLine[]>,
): FastifyReply {
  const { media, write } = FORMATS[format]
  async function* text() {
    let isFirst = true
    for await (const lines of batches) {
      yield write(lines, isFirst)
      isFirst = false
    }
  }
  return reply
    .type(`${media}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="audit.${format}"`)
    .send(Readable.from(text(), { highWaterMark: 1 }))
}

const COLUMNS: [string, (line: AuditLine) => unknown][] = [
  ['ts', ({ ts }) => ts],
  ['act', ({ act }) => act],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_user_id', ({ actor }) => actor.user_id],
  ['actor_name', ({ actor }) => actor.name],
  ['actor_token_id', ({ actor }) => actor.token_id],
  ['object_type', ({ object }) => object.type],
  ['object_id', ({ object }) => object.id],
  ['object_name', ({ object }) => object.name],
  ['before', ({ before }) => before],
  ['after', ({ after }) => after],
  ['ip', ({ ip }) => ip],
  ['request_id', ({ request_id }) => request_id],
  ['id', ({ id }) => id],
]
const HEADER = COLUMNS.map(([name]) => name)

function csvFields(line: AuditLine): string[] {
  return COLUMNS.map(([, read]) => guardFormula(displayText(read(line) as Json)))
}
