// The rows of another workbook as a source: all of them, or those of a view that is not personal.
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SourceFailure, SourcePage } from '../../providers/sources/source.ts'
import { openToRead } from '../../records/opening/open.reads.ts'
import { resolveAsked } from '../../records/query/asked.reads.ts'
import { readRowsPage } from '../../records/query/query.reads.ts'
import type { OpenReader } from './source-reader.ts'

const PAGE = 500

interface ReadRow {
  row_id: string
  data: JsonObject
  enrichments: { [column: string]: { value?: Json } }
}

export const workbookReader: OpenReader = ({ database }, workspaceId, { settings }) => ({
  read: (at) => readPage(database, workspaceId, settings, at),
  close: () => {},
})

async function readPage(
  database: Database,
  workspaceId: WorkspaceId,
  { workbook_id, view_id }: JsonObject,
  at: Json | null,
): Promise<SourcePage | SourceFailure> {
  try {
    return await database.inWorkspace(workspaceId, async (tx) => {
      const workbook = await openToRead(tx, String(workbook_id))
      const asked = view_id ? { view_id: String(view_id) } : {}
      const { question } = await resolveAsked(tx, workbook, asked, 'body')
      const cursor = typeof at === 'string' ? at : undefined
      const page = await readRowsPage(workbook.through, workbook, question, { limit: PAGE, cursor, where: 'body' })
      const rows = JSON.parse(`[${page.json}]`) as ReadRow[]
      return {
        records: rows.map(({ row_id, data, enrichments }) => ({
          record_id: row_id,
          values: Object.fromEntries(
            workbook.columns.map(({ id, name, type }) => [
              name,
              (type === 'input' ? data[id] : enrichments[id]?.value) ?? null,
            ]),
          ),
        })),
        next: page.next_cursor,
        ...(page.total !== null && { total: page.total }),
      }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'not_found') return { failure: 'The workbook or its view is not there', is_final: true }
    return { failure: error.message, is_final: error.code !== 'unavailable' }
  }
}
