// The doors by which leads come as a file, go as one, and are erased.
import { Type } from 'typebox'
import { audit } from '../../platform/audit/audit.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { compileChecker } from '../../platform/http/validate.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { attachment } from '../exports/disposition.logic.ts'
import { withFile } from '../imports/import-upload.ts'
import { eraseLead } from './erase.commands.ts'
import { mustReadLead, readLeadQuestion } from './lead.reads.ts'
import { LeadErased, LeadPath } from './lead.schema.ts'
import { LEAD_MEDIA, leadFile } from './lead-export.ts'
import { importLeads } from './lead-import.commands.ts'
import { listLeadImports } from './lead-imports.writes.ts'
import { previewLeads } from './lead-preview.reads.ts'
import {
  LeadExportQuery,
  LeadImportForm,
  LeadImportList,
  LeadImportOptions,
  LeadImportPath,
  LeadsImported,
  LeadsImportUndone,
  LeadsPreview,
} from './lead-transfer.schema.ts'
import type { LeadParts } from './leads.routes.ts'
import { mustReadImport, undoLeadImport } from './undo-import.commands.ts'

const checkOptions = compileChecker(LeadImportOptions)

const KINDS = {
  csv: 'UTF-8, RFC 4180, a column for each field. Text that a spreadsheet would run as a formula gets an apostrophe in front.',
  jsonl: 'One object on each line; what is not known is left out.',
} as const

export function leadTransferRoutes({ database, now }: LeadParts): Route[] {
  const all = { tag: 'Leads', access: 'user' } as const
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
        'The same request as for the import, with or without a mapping; the whole file is read and nothing is stored. Tells where columns go, what does ' +
        'not fit and which rows are no leads.',
      needs: 'leads.edit',
      upload: true,
      body: LeadImportForm,
      response: { 200: LeadsPreview },
      handler: (ctx) =>
        withFile<LeadsPreview, LeadImportOptions>(
          ctx.raw,
          (upload, finish) => previewLeads({ ...upload, finish }),
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
        'Columns go to the fields that their names mean, others into `custom`. Stored a thousand rows at a time: when it breaks ' +
        'off, the rows before that are there, and sending the file again meets them by what identifies them.',
      needs: 'leads.edit',
      upload: true,
      body: LeadImportForm,
      limit: LIMITS.lead_transfer,
      response: { 200: LeadsImported },
      handler: (ctx) =>
        withFile<LeadsImported, LeadImportOptions>(
          ctx.raw,
          (upload, finish) =>
            importLeads(database, { ...upload, at: ctx.scope, finish, signal: ctx.signal, now: now() }),
          checkOptions,
        ),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/imports',
      id: 'list_leads_imports',
      summary: 'Imports of leads, the newest first',
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
      summary: 'Take an import of leads back',
      description:
        'Deletes the leads that it made and puts back the values that it changed, where nobody has changed them since. Goes a stretch at a ' +
        'time: when it breaks off, sending it again goes on.',
      needs: 'leads.edit',
      params: LeadImportPath,
      exists: (ctx, { params }) => database.inWorkspace(ctx.scope, (tx) => mustReadImport(tx, params.lead_import_id)),
      limit: LIMITS.lead_transfer,
      response: { 200: LeadsImportUndone },
      handler: (ctx, { params }) => undoLeadImport(database, ctx.scope, params.lead_import_id),
    }),
    defineRoute({
      ...all,
      method: 'DELETE',
      path: '/api/lead/:lead_id/erase',
      id: 'erase_lead',
      summary: 'Erase a lead for good, and do not let it come back',
      description:
        'The lead with its timeline, the rows of workbooks linked to it with their cells, history and attempts, and answers and ' +
        'pages kept in the cache that hold its e-mail address, phone number or LinkedIn page. What identifies it is kept as ' +
        'hashes, under which it is refused from then on. Cannot be undone. Not reached: backups, exported files, and files ' +
        'uploaded for an import within the last day.',
      needs: 'leads.edit',
      params: LeadPath,
      exists: (ctx, { params }) => database.inWorkspace(ctx.scope, (tx) => mustReadLead(tx, params.lead_id)),
      response: { 200: LeadErased },
      handler: (ctx, { params }) => database.inWorkspace(ctx.scope, (tx) => eraseLead(tx, params.lead_id)),
    }),
  ]
}
