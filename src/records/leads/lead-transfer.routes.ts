// Routes by which leads come as a file, go as one, and are erased.

import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { audit } from '../../platform/audit/audit.ts'
import type { Scope } from '../../platform/ctx.ts'
import { attachment } from '../../platform/http/browser/disposition.ts'
import { compileChecker } from '../../platform/http/checks/validate.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { isOver } from '../../platform/queue/work.logic.ts'
import { withFile } from '../imports/import-upload.ts'
import {
  LeadExportQuery,
  LeadImportForm,
  LeadImportList,
  LeadImportOptions,
  LeadImportPath,
  LeadsImported,
  LeadsImportUndone,
  LeadsPreview,
  LeadsUndoStarted,
} from '../imports/lead-transfer.schema.ts'
import { readLeadPreview, sourceOf } from '../imports/reader/read-file.ts'
import { mustReadLead, readLeadQuestion } from '../lead-facts/lead.reads.ts'
import { EraseQuery, LeadErased, LeadPath } from '../lead-facts/lead.schema.ts'
import { type ErasureRules, eraseLead, NO_ERASING } from './erasure/erase.commands.ts'
import { type Discloser, readHeld } from './erasure/held.reads.ts'
import { HeldRecords } from './erasure/held.schema.ts'
import { heldPage } from './erasure/held-page.logic.ts'
import { startLeadImport } from './imports/lead-import.commands.ts'
import { readImported } from './imports/lead-imported.reads.ts'
import { listLeadImports } from './imports/lead-imports.writes.ts'
import { mustReadImport, undoLeadImport } from './imports/undo-import.commands.ts'
import { LEAD_MEDIA, leadFile } from './lead-export.ts'
import type { LeadParts } from './leads.routes.ts'

/** While an import is waited for. */
const LOOK_EVERY_MS = 50
const checkOptions = compileChecker(LeadImportOptions)

const KINDS = {
  csv: 'UTF-8, RFC 4180, a column for each field. Text that a spreadsheet would run as a formula gets an apostrophe in front.',
  jsonl: 'One object on each line; what is not known is left out.',
} as const

export function leadTransferRoutes({
  database,
  now,
  erasing = NO_ERASING,
  disclosers = [],
}: LeadParts & { erasing?: ErasureRules; disclosers?: readonly Discloser[] }): Route[] {
  const all = { tag: 'Leads', access: 'user' } as const
  const held = (scope: Scope, id: number) =>
    database.inWorkspace(scope, async (tx) => {
      const found = await readHeld(tx, id, now(), disclosers, erasing.tables)
      await audit(tx, { act: 'lead.disclosed', object: { type: 'lead', id: String(id) } })
      return found
    })
  const untilOver = async (scope: Scope, id: string, seconds: number, signal: AbortSignal) => {
    const read = () => database.inWorkspace(scope, (tx) => readImported(tx, id))
    const until = Date.now() + seconds * 1000
    let found = await read()
    while (!isOver(found.status) && Date.now() < until && !signal.aborted) {
      await sleep(LOOK_EVERY_MS)
      found = await read()
    }
    return found
  }
  const files = (['csv', 'jsonl'] as const).map((format) =>
    defineRoute({
      ...all,
      method: 'GET',
      path: `/api/leads/export.${format}`,
      id: `export_leads_${format}`,
      summary: format === 'csv' ? 'Leads as a CSV file' : 'Leads as JSON Lines',
      description: `${KINDS[format]} Streamed, oldest first.`,
      needs: 'leads.view',
      query: LeadExportQuery,
      limit: LIMITS.lead_transfer,
      response: { 200: { media: LEAD_MEDIA[format].split(';')[0] ?? '', description: 'The file.' } },
      handler: async (ctx, { query }, reply) => {
        const { provenance, ...which } = query
        const question = readLeadQuestion(which)
        await database.inWorkspace(ctx.scope, (tx) =>
          audit(tx, {
            act: 'leads.exported',
            object: { type: 'workspace', id: tx.workspace_id },
            after: { format, ...(query.filter !== undefined && { filter: query.filter.slice(0, 1000) }) },
          }),
        )
        return reply
          .type(LEAD_MEDIA[format])
          .header('content-disposition', attachment('leads', `.${format}`))
          .send(leadFile(database, ctx.scope, question, { format, provenance }))
      },
    }),
  )
  return [
    ...files,
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/leads/import/preview',
      id: 'preview_leads_import',
      summary: 'See how a file of leads would be taken in',
      description:
        'The same request as for the import, with or without a mapping; the whole file is read and nothing is stored. Returns ' +
        'the mapping of columns, values that do not fit, and rows that are no leads.',
      needs: 'leads.edit',
      upload: true,
      body: LeadImportForm,
      response: { 200: LeadsPreview },
      handler: (ctx) =>
        withFile<LeadsPreview, LeadImportOptions>(
          ctx.raw,
          async ({ file, options }, finish) => {
            const preview = await readLeadPreview(ctx.scope.workspace_id, await sourceOf(file), options)
            await finish()
            return preview
          },
          checkOptions,
        ),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/leads/import',
      id: 'import_leads',
      summary: 'Take in a file of leads',
      description:
        'CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their first ' +
        'bytes. Multipart: the field `options` (JSON) first, then `file`; or the file itself; or `{"rows": [{…}], "options": {…}}`. ' +
        'Columns go to the fields that their names mean, others into `custom`. ' +
        'The file is stored, then a job takes it in a thousand rows at a time: what it has taken in stays when it is cancelled. The answer ' +
        'waits for its end (200), or says after `wait_seconds` that it goes on (202): follow `job_id`.',
      needs: 'leads.edit',
      upload: true,
      body: LeadImportForm,
      limit: LIMITS.lead_transfer,
      response: { 200: LeadsImported, 202: LeadsImported },
      handler: (ctx, _, reply) =>
        withFile<LeadsImported, LeadImportOptions>(
          ctx.raw,
          async (upload, finish) => {
            const { scope, signal } = ctx
            const id = await startLeadImport(database, { ...upload, at: scope, finish, signal })
            const imported = await untilOver(scope, id, upload.options.wait_seconds, signal)
            if (!isOver(imported.status)) reply.code(202)
            return imported
          },
          checkOptions,
        ),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/imports',
      id: 'list_leads_imports',
      summary: 'Imports of leads, the newest first',
      description:
        'Those that stored any lead, also interrupted ones; each can be viewed and undone, and is gone when its job is deleted.',
      needs: 'leads.view',
      query: Type.Object(PageQuery),
      response: { 200: LeadImportList },
      handler: (ctx, { query }) => database.inWorkspace(ctx.scope, (tx) => listLeadImports(tx, query)),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/leads/imports/:lead_import_id/undo',
      id: 'undo_leads_import',
      for_token: 'leads:delete',
      summary: 'Undo an import of leads',
      description:
        'Deletes the leads that it made and restores the values that it changed, unless they changed since. Of up to 1,000 leads the ' +
        'answer says what was done (200); of more a job does it in batches (202): follow `job_id`. Cancelled or interrupted, it ' +
        'keeps what it has done, and the same request continues. A second request joins the job.',
      needs: 'leads.edit',
      params: LeadImportPath,
      exists: (ctx, { params }) => database.inWorkspace(ctx.scope, (tx) => mustReadImport(tx, params.lead_import_id)),
      limit: LIMITS.lead_transfer,
      response: { 200: LeadsImportUndone, 202: LeadsUndoStarted },
      async handler(ctx, { params }, reply) {
        const undone = await undoLeadImport(database, ctx.scope, params.lead_import_id)
        if ('job_id' in undone) reply.code(202)
        return undone
      },
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/lead/:lead_id/held',
      id: 'lead_held',
      summary: 'All data about a person, with its sources',
      description:
        'The lead, its timeline, every value with where it is from, the rows and cells of workbooks that are linked to it or hold ' +
        'its address or profile, the providers that were called for them, and what other parts of the service hold: signals, sequences, mail.',
      needs: 'leads.view',
      params: LeadPath,
      limit: LIMITS.lead_transfer,
      response: { 200: HeldRecords },
      handler: (ctx, { params }) => held(ctx.scope, params.lead_id),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/lead/:lead_id/held.html',
      id: 'lead_held_page',
      summary: 'The same as a page to read and print',
      description:
        'For the person whose data it is: all data about the lead with its sources, as a page without scripts.',
      needs: 'leads.view',
      params: LeadPath,
      limit: LIMITS.lead_transfer,
      response: { 200: { media: 'text/html', description: 'A page without scripts or links.' } },
      handler: async (ctx, { params }, reply) => {
        const page = heldPage(await held(ctx.scope, params.lead_id))
        return reply
          .header('content-type', 'text/html; charset=utf-8')
          .header('content-disposition', `attachment; filename="person-${params.lead_id}.html"`)
          .send(page)
      },
    }),
    defineRoute({
      ...all,
      method: 'DELETE',
      path: '/api/lead/:lead_id/erase',
      id: 'erase_lead',
      summary: 'Erase a lead permanently and prevent its return',
      description:
        'The lead with its timeline; rows of workbooks that are linked to it, or hold an address or profile of it or its name with a ' +
        'telephone of it, with cells and history; and what every table keeps that names it: attempts, cached answers and pages, ' +
        'answers to repeated idempotent requests (asked again, they are refused with 409), events, jobs, deliveries, messages. ' +
        'Finished exports and uploads that are not committed are dropped whole, for everyone. Every address, profile and ' +
        'telephone with the name is kept as a keyed hash, so that rows, imports, sources, lookups, ingest and undo cannot ' +
        'restore it in any spelling. `to_decide` lists what others wrote that still names it, and the records that were merged with ' +
        'it, unless `merged` erases them as well. Cannot be undone. Not reached: backups, files that were downloaded, and the audit log, which keeps what things and files were called.',
      needs: 'leads.edit',
      params: LeadPath,
      exists: (ctx, { params }) => database.inWorkspace(ctx.scope, (tx) => mustReadLead(tx, params.lead_id)),
      query: EraseQuery,
      response: { 200: LeadErased },
      handler: (ctx, { params, query }) =>
        database.inWorkspace(ctx.scope, (tx) => eraseLead(tx, params.lead_id, erasing, query.merged)),
    }),
  ]
}
