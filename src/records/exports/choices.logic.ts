// What a request for an export means: columns, facets and licenses that exist, and a valid query.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { LICENSES } from '../../engine/waterfall/provenance.schema.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { isUuid, type WorkspaceId } from '../../kernel/ids.ts'
import { parseMember, readQuestion } from '../filters/question.logic.ts'
import type { ExportBody, ExportQuery } from './export.schema.ts'
import type { ExportFormat, FileWanted } from './export-file.ts'
import { FACETS } from './facts.logic.ts'

export interface ExportedWorkbook {
  workspace_id: WorkspaceId
  id: string
  name: string
  columns: readonly ColumnConfig[]
}

const DAY_MS = 86_400_000

/** Refuses (422) columns that do not exist and an invalid query. */
export function wantedOf(
  workbook: ExportedWorkbook,
  asked: ExportBody,
  where: 'body' | 'query',
  now: Date,
): FileWanted {
  const { columns } = workbook
  const byId = new Map(columns.map((column) => [column.id, column]))
  const chosen = asked.columns ?? [...byId.keys()]
  mustAll(chosen, (id) => byId.has(id), [where, 'columns'])
  mustAll(asked.row_ids ?? [], isUuid, [where, 'row_ids'])
  const { format, raw, bom, attribution, licenses, without_licenses, without_unverified, max_age_days } = asked
  return {
    workspace_id: workbook.workspace_id,
    workbook_id: workbook.id,
    name: workbook.name,
    all: columns,
    columns: [...new Set(chosen)].flatMap((id) => byId.get(id) ?? []),
    facets: [...new Set(asked.include ?? [])],
    question: readQuestion(asked, (id) => byId.has(id), where),
    row_ids: asked.row_ids ?? null,
    licenses: licenses ?? null,
    without_licenses: without_licenses ?? [],
    without_unverified,
    since: max_age_days === undefined ? null : now.getTime() - max_age_days * DAY_MS,
    format,
    raw,
    bom,
    attribution,
    values: asked.values ?? (format === 'jsonl' ? 'raw' : 'display'),
  }
}

/** The same from a query string. */
export function bodyOf(format: ExportFormat, query: ExportQuery): ExportBody {
  const { filter, sort, columns, include, licenses, without_licenses, ...same } = query
  const chosen = listOf(columns)
  const facets = listOf(include)
  const allowed = listOf(licenses)
  const denied = listOf(without_licenses)
  mustAll(facets ?? [], (one) => FACETS.includes(one as never), ['query', 'include'])
  mustAll(allowed ?? [], (one) => LICENSES.includes(one as never), ['query', 'licenses'])
  mustAll(denied ?? [], (one) => LICENSES.includes(one as never), ['query', 'without_licenses'])
  return {
    ...same,
    format,
    ...(chosen && { columns: chosen }),
    ...(facets && { include: facets as never }),
    ...(allowed && { licenses: allowed as never }),
    ...(denied && { without_licenses: denied as never }),
    filter: parseMember('filter', filter) as never,
    sort: parseMember('sort', sort) as never,
  }
}

function listOf(text: string | undefined): string[] | null {
  const members = text?.split(',').flatMap((one) => one.trim() || []) ?? []
  return members.length > 0 ? members : null
}

function mustAll(list: readonly string[], fits: (one: string) => boolean, loc: string[]): void {
  const fields = list
    .filter((one) => !fits(one))
    .slice(0, 20)
    .map((one): FieldError => ({ loc, type: 'value_error', msg: `"${one}" cannot be chosen here`, input: one }))
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}
