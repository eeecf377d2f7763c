// The law of steps: where a statement of background work stands, the work is done in smaller pieces, and one thing that stands holds up no other.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callerOf } from '../../test/app.ts'
import { addWorkspace, type TestDatabase } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { JobHandler } from '../platform/queue/job.ts'
import { testRun } from '../platform/queue/run.fixture.ts'
import { StoodStill } from '../platform/queue/steps.ts'
import { computedJobs } from './computed/computed.jobs.ts'
import { entityRoutes } from './entities/entities.routes.ts'
import { matchJob } from './entities/match.jobs.ts'
import { scanJobs } from './entities/scan.jobs.ts'
import { leadRoutes } from './leads/leads.routes.ts'
import { leadJobs } from './leads/sync.jobs.ts'
import { enqueueDirtyRows, WHOLE } from './store/dirty-rows/dirty-rows.commands.ts'
import { computing } from './store/dirty-rows/dirty-rows.jobs.ts'
import { viewJobs } from './views/view-index.jobs.ts'
import { workbookRoutes } from './workbook.routes.ts'
import { workbookJobs } from './workbooks/workbook.jobs.ts'

const THINGS = 32
/** Its rows and leads say this in a value. */
const STANDS = 'Stand Still'

/** The time of jobs that give others their turn after ten seconds and are called again: here each is called once, however slow the machine is. */
const stopped = () => new Date(0)
/** Its statements have a fraction of a second. */
let hasty: TestDatabase
const { database, app } = await openTenant((database) => {
  const now = () => new Date()
  return [...leadRoutes({ database, now }), ...entityRoutes({ database }), ...workbookRoutes(database)]
})
beforeAll(async () => {
  hasty = { ...database, step_limits: { statement_ms: 400, alone_ms: 4_000, locked_ms: 60_000 } }
  // A sequence keeps its number when what took it is rolled back.
  await database.asOwner(`create sequence written_lines;
    create function write_slowly() returns trigger language plpgsql security definer as $$ begin
      perform nextval('written_lines');
      if to_jsonb(coalesce(new, old))::text ilike '%' || tg_argv[1] || '%' then perform pg_sleep(3600); end if;
      perform pg_sleep(tg_argv[0]::float8);
      return coalesce(new, old);
    end $$`)
})

interface Place {
  id: WorkspaceId
  ann: Caller
}

interface Background {
  what: string
  /** Written by the job, a line for each thing. */
  table: string
  when: 'insert' | 'update' | 'delete' | 'insert or update'
  /** Makes the work, whose things have these names; returns what the job is called with. */
  make(at: Place, names: readonly string[]): Promise<object>
  job(on: TestDatabase): JobHandler
  /** Names what stands, and does all else; the others stop there. */
  names?: true
  /** How many things are done; one that is done twice counts twice. */
  done(at: Place, payload: object): Promise<number>
}

const count = async (text: string, values: unknown[]) =>
  Number((await database.asOwner<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n)
const named = (kind: string, jobs: readonly JobHandler[]) => jobs.find((one) => one.kind.name === kind) as JobHandler

async function makeLeads({ ann }: Place, names: readonly string[]): Promise<object> {
  for (const [n, company] of names.entries()) {
    const answer = await ann.post('/api/lead', { company, external_id: `A${n}`, city: 'Berlin' })
    expect(answer.status, answer.text).toBe(200)
  }
  return {}
}

async function makeRows({ ann }: Place, names: readonly string[], more: object = {}): Promise<string> {
  const columns_config = ['Company', 'Domain'].map((name) => ({ name, type: 'input' }))
  const { status, body, text } = await ann.post('/api/workbooks', { name: 'W', columns_config, ...more })
  expect(status, text).toBe(201)
  if (names.length === 0) return body.id
  const rows = names.map((Company, n) => ({ data: { Company, Domain: `firm${n}.example` } }))
  await ann.post(`/api/workbooks/${body.id}/rows`, { rows })
  return body.id
}

const BACKGROUND: Background[] = [
  {
    what: 'matching leads',
    names: true,
    table: 'entity_records',
    when: 'insert',
    make: makeLeads,
    job: (on) => matchJob(on),
    done: ({ id }) => count('entity_records where workspace_id = $1', [id]),
  },
  {
    what: 'scanning leads for duplicates',
    table: 'entity_pairs',
    when: 'insert',
    async make(at, names) {
      await makeLeads(at, [...names, ...names])
      return {}
    },
    job: (on) => named('entities.scan', scanJobs(on)),
    done: ({ id }) => count('entity_pairs where workspace_id = $1', [id]),
  },
  {
    what: 'computing columns',
    names: true,
    table: 'cells',
    when: 'insert or update',
    async make(at, names) {
      const workbook_id = await makeRows(at, [])
      const column = { name: 'Loud', type: 'formula', expression: 'UPPER({{Company}})' }
      expect((await at.ann.post(`/api/workbooks/${workbook_id}/columns`, column)).status).toBe(201)
      // As of a large write: the formula is left to the job.
      await database.inWorkspace(at.id, async (tx) => {
        await tx.client.query(
          `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
           select $1, $2, gen_random_uuid(), n, jsonb_build_object('c1', name) from unnest($3::text[]) with ordinality x (name, n)`,
          [at.id, workbook_id, names],
        )
        await enqueueDirtyRows(tx, computing, workbook_id, WHOLE)
      })
      return { workbook_id }
    },
    job: (on) => named('workbook.compute', computedJobs(on, stopped)),
    done: (_, { workbook_id }: { workbook_id?: string }) => count('cells where workbook_id = $1', [workbook_id]),
  },
  {
    what: 'carrying rows to leads',
    names: true,
    table: 'leads',
    when: 'insert',
    async make(at, names) {
      return { workbook_id: await makeRows(at, names, { sync_to_leads: true }) }
    },
    job: (on) => leadJobs(on, stopped)[0] as JobHandler,
    done: ({ id }) => count('leads where workspace_id = $1', [id]),
  },
  {
    what: 'indexing views',
    table: 'view_entries',
    when: 'insert',
    async make(at, names) {
      const workbook_id = await makeRows(at, names)
      await database.asOwner('update workbooks set total_rows = 20000 where id = $1', [workbook_id])
      const view = { name: 'By name', sort: [{ field: 'c1', dir: 'asc' }] }
      const made = await at.ann.post(`/api/workbooks/${workbook_id}/views`, view)
      expect(made.status, made.text).toBe(201)
      return { workbook_id }
    },
    job: (on) => viewJobs(on)[0] as unknown as JobHandler,
    done: (_, { workbook_id }: { workbook_id?: string }) => count('view_entries where workbook_id = $1', [workbook_id]),
  },
  {
    what: 'removing a deleted workbook',
    table: 'workbook_rows',
    when: 'delete',
    async make(at, names) {
      const workbook_id = await makeRows(at, names)
      expect((await at.ann.delete(`/api/workbooks/${workbook_id}`)).status).toBeLessThan(300)
      return { workbook_id }
    },
    job: (on) => named('workbook.purge', workbookJobs(on)),
    done: async (_, { workbook_id }: { workbook_id?: string }) =>
      THINGS - (await count('workbook_rows where workbook_id = $1', [workbook_id])),
  },
]

/** Runs the job while each line that it writes takes so long; how many lines it wrote, those that were rolled back too. */
async function runSlowly(
  { table, when, job }: Background,
  { id }: Place,
  payload: object,
  seconds: number,
  stands = 'no such words',
): Promise<{ written: number; failed: unknown }> {
  await database.asOwner(`alter sequence written_lines restart; create trigger slow before ${when} on ${table}
    for each row execute function write_slowly('${seconds}', '${stands}')`)
  const run = testRun({ workspace_id: id })
  const failed = await job(hasty)
    .work(payload as never, { ...run, progress: async () => {}, result: async () => {} })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  await database.asOwner(`drop trigger slow on ${table}`)
  const [line] = await database.asOwner<{ n: string }>('select last_value as n from written_lines')
  return { written: Number(line?.n), failed }
}

async function newPlace(): Promise<Place> {
  const id = await addWorkspace(database)
  return { id, ann: callerOf(app, id, 'admin') }
}

describe.each(BACKGROUND)('$what', (background) => {
  test('goes on in smaller pieces where a statement takes too long, each thing once', async () => {
    const at = await newPlace()
    const names = Array.from({ length: THINGS }, (_, n) => `Firm ${'abcdefgh'[n % 8]?.repeat(4)} ${n >> 3} Widgets`)
    const payload = await background.make(at, names)
    const { written, failed } = await runSlowly(background, at, payload, 0.03)
    expect(failed).toBeUndefined()
    expect(await background.done(at, payload)).toBeGreaterThanOrEqual(THINGS)
    // What was stopped had written some.
    expect(written).toBeGreaterThan(await background.done(at, payload))
  })
})

describe.each(BACKGROUND.filter(({ names }) => names))('$what', (background) => {
  test('leaves one thing that stands as it was, names it, and does all others', async () => {
    const at = await newPlace()
    const names = Array.from({ length: THINGS }, (_, n) => (n === 5 ? STANDS : `Firm ${n} Widgets`))
    const payload = await background.make(at, names)
    const { failed } = await runSlowly(background, at, payload, 0, STANDS)
    expect(failed).toBeInstanceOf(StoodStill)
    expect((failed as Error).message).toMatch(
      /: (lead \d+|row [0-9a-f-]{36}) took longer than 4 s alone, so it was stopped and left as it was; all else is done$/,
    )
    expect(await background.done(at, payload)).toBe(THINGS - 1)
  })
})
