// For tests of history: a workbook with two input columns and a computed one, and people who act in it.

import type { Caller } from '../../../test/app.ts'
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { beginWork, openRun } from '../../platform/queue/work.ts'
import { workbookJobs } from '../workbooks/workbook.jobs.ts'
import { createWorkbook } from '../workbooks/workbooks.commands.ts'
import { historyJobs } from './history.jobs.ts'

export function personIn(workspace_id: WorkspaceId, user_id: number, name: string): WorkspaceScope {
  return { workspace_id, actor: { kind: 'user', user_id, name, token_id: null, ip: null, request_id: null } }
}

/** c1 and c2 are inputs, c3 is computed. */
export async function addHistoryWorkbook(database: TestDatabase) {
  const workspace_id = await addWorkspace(database)
  const ann = personIn(workspace_id, 1, 'Ann')
  const ben = personIn(workspace_id, 2, 'Ben')
  const { id } = await database.inWorkspace(ann, (tx) =>
    createWorkbook(tx, null, {
      name: 'W',
      description: '',
      source_type: 'empty',
      columns_config: [
        { name: 'Name', type: 'input', input_type: 'text' },
        { name: 'Site', type: 'input', input_type: 'text' },
        {
          name: 'Domain',
          type: 'enrichment',
          provider: 'domain-normaliser',
          output: 'company_domain',
          inputs: { website: '{{Site}}' },
        },
      ],
    }),
  )
  return { id, workspace_id, ann, ben }
}

export interface RowState {
  id: string
  position: number
  data: Record<string, unknown>
  cells: Record<string, { status: string; value: unknown }>
}

/** Everything a person would see, and that every counter says the same. */
export async function stateOf(database: TestDatabase, workbookId: string): Promise<RowState[]> {
  const rows = await database.asOwner<RowState>(
    `select r.id, r.position, r.data, coalesce((select jsonb_object_agg(c.column_id, jsonb_build_object('status', c.status, 'value', c.value))
       from cells c where c.workbook_id = $1 and c.row_id = r.id), '{}') as cells
     from workbook_rows r where r.workbook_id = $1 order by r.position`,
    [workbookId],
  )
  const [counted] = await database.asOwner(
    `select total_rows, completed_rows, (select coalesce(sum(rows), 0)::int from workbook_row_blocks where workbook_id = $1) as in_blocks,
       (select coalesce(jsonb_object_agg(column_id || ' ' || status, cells) filter (where cells <> 0), '{}')
        from workbook_column_counts where workbook_id = $1) as counts
     from workbooks where id = $1`,
    [workbookId],
  )
  const counts: Record<string, number> = {}
  let completed = 0
  for (const { cells } of rows) {
    if (['complete', 'overridden'].includes(cells.c3?.status ?? '')) completed++
    for (const [column, { status }] of Object.entries(cells))
      counts[`${column} ${status}`] = (counts[`${column} ${status}`] ?? 0) + 1
  }
  const expected = { total_rows: rows.length, in_blocks: rows.length, completed_rows: completed, counts }
  if (JSON.stringify(sorted(counted)) !== JSON.stringify(sorted(expected)))
    throw new Error(`the counters say ${JSON.stringify(counted)} of ${JSON.stringify(expected)}`)
  return rows
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

const DOMAIN = { type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
const COLUMNS = [
  { name: 'Company', type: 'input' },
  { name: 'Site', type: 'input', input_type: 'url' },
  { ...DOMAIN, name: 'Domain', inputs: { website: '{{Site}}' } },
]

export interface Book {
  id: string
  rows: string[]
  call: (verb: 'get' | 'post' | 'patch' | 'delete', path: string, body?: unknown) => ReturnType<Caller['get']>
}

/** A workbook made over HTTP, and a way to knock below it. */
export async function addBook(caller: Caller, data: object[]): Promise<Book> {
  const { body } = await caller.post('/api/workbooks', { name: 'Leads', columns_config: COLUMNS })
  const call: Book['call'] = (verb, path, sent) => caller[verb](`/api/workbooks/${body.id}${path}`, sent)
  const added = await call('post', '/rows', { rows: data.map((one) => ({ data: one })) })
  if (added.status !== 201) throw new Error(added.text)
  return { id: body.id, rows: added.body.items.map((row: { row_id: string }) => row.row_id), call }
}

/** Works off the tickets that were written, as a worker would. */
export async function workOffJobs(database: TestDatabase): Promise<void> {
  await workOff(database, [...historyJobs(database), ...workbookJobs(database)])
  await database.asOwner('delete from queue')
}

/** So many batches of the undo or redo that is under way, by a worker that is killed then. */
export async function revertSome(database: TestDatabase, changeId: string, batches: number): Promise<void> {
  const [job] = await database.asOwner<{ id: string; workspace_id: WorkspaceId }>(
    `select id, workspace_id from jobs where status in ('pending', 'running') and subject ->> 'change_id' = $1`,
    [changeId],
  )
  if (!job) throw new Error('nothing is under way')
  const killed = new AbortController()
  let left = batches
  const counted: TestDatabase['inWorkspace'] = async (at, work) => {
    const result = await database.inWorkspace(at, work)
    if (--left === 0) killed.abort()
    return result
  }
  const [handler] = historyJobs({ ...database, inWorkspace: counted })
  const open = await beginWork(database, job, newId())
  const run = openRun({ ...job, signal: killed.signal, attempt: 1 }, () => new Date(), open)
  const [ticket] = await database.asOwner<{ payload: object }>('select payload from queue where id = $1', [job.id])
  await handler?.work(ticket?.payload as never, run).catch((error: Error) => {
    if (!killed.signal.aborted) throw error
  })
}
