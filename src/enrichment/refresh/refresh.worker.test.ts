// Promises of refresh policies: old values are fetched again by themselves, what is used most first, by who may spend.
import { expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { decideLeadPair } from '../../records/entities/decide.commands.ts'
import { matchJob } from '../../records/entities/match.jobs.ts'
import { splitEntity } from '../../records/entities/merge.commands.ts'
import { setLeadStage } from '../lead-actions/lead-stage.fixture.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook } from '../runs/workbook.fixture.ts'
import { refreshJobs } from './refresh.jobs.ts'
import { refreshRoutes } from './refresh.routes.ts'

const now = () => new Date()
const { database, app } = await openTenant((database) => refreshRoutes({ database, now }))

const OLD = new Date(Date.now() - 400 * 86_400_000).toISOString()

async function asMember(workspaceId: string, role: string) {
  await database.asOwner(
    `insert into users (id, username, password_hash) overriding system value values (1, 'ann', 'x') on conflict do nothing`,
  )
  await database.asOwner(
    `insert into memberships (workspace_id, user_id, role) values ($1, 1, $2)
     on conflict (workspace_id, user_id) do update set role = excluded.role`,
    [workspaceId, role],
  )
}

async function run(workspace_id: never, subject: string, catalog: Parameters<typeof refreshJobs>[0]['catalog']) {
  const [job] = refreshJobs({ database, catalog, now })
  await job?.work({ subject }, testRun({ workspace_id }))
  const [kept] = await database.asOwner<{ last_result: JsonObject }>(
    'select last_result from refresh_policies where workspace_id = $1 and subject = $2',
    [workspace_id, subject],
  )
  return kept?.last_result
}

test('old values of leads become a job, those of leads in conversation first, and nothing of who may not spend', async () => {
  const stage = await setLeadStage(database)
  const { workspace_id } = stage.at
  await asMember(workspace_id, 'editor')
  await stage.describeWith(['said'])
  const old = { source: 'said', provider: 'said', method: 'api', confidence: 0.5, fetched_at: OLD }
  const [quiet, busy] = await stage.addLeads(
    [
      { company: 'Quiet', description: 'Old' },
      { company: 'Busy', description: 'Old', status: 'contacted' },
    ],
    old,
  )
  await stage.addLeads([{ company: 'Fresh', description: 'New' }], { ...old, fetched_at: new Date().toISOString() })
  const ann = callerOf(app, workspace_id)
  const policy = {
    schedule: { every: 'daily' },
    max_usd: 5,
    max_leads: 1,
    actions: [{ action: 'firmographics', max_age_days: 30 }],
  }
  const saved = await ann.put('/api/leads/refresh-policy', policy)
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body).toMatchObject({ enabled: true, next_at: expect.any(String), last_at: null })
  const result = (await run(workspace_id as never, 'leads', [])) as { jobs: { job_id: string }[]; leads: number }
  expect(result).toMatchObject({ leads: 1, jobs: [{ action: 'firmographics', leads: 1 }] })
  const lines = await database.asOwner('select lead_id from job_leads where job_id = $1', [result.jobs[0]?.job_id])
  expect(lines).toEqual([{ lead_id: busy }])
  expect(quiet).not.toBe(busy)
  await asMember(workspace_id, 'viewer')
  expect(await run(workspace_id as never, 'leads', [])).toEqual({
    skipped: expect.stringContaining('may not start runs any more'),
  })
})

test('of leads that were merged none is refreshed while one of them has a young value; after a split it is', async () => {
  const stage = await setLeadStage(database)
  const { workspace_id } = stage.at
  await asMember(workspace_id, 'editor')
  await stage.describeWith(['said'])
  const firm = { company: 'Acme Widgets GmbH', address: '12 Main Street', city: 'Berlin', phone: '+49 30 901820' }
  const from = { source: 'said', provider: 'said', method: 'api', confidence: 0.5 }
  const [old] = await stage.addLeads([{ ...firm, description: 'Old', external_id: 'A1' }], { ...from, fetched_at: OLD })
  await stage.addLeads([{ ...firm, description: 'New', external_id: 'A2', company: 'ACME Widgets' }], {
    ...from,
    fetched_at: new Date().toISOString(),
  })
  await matchJob(database).work({}, testRun({ workspace_id }))
  const [pair] = await database.asOwner<{ id: number }>('select id from entity_pairs where workspace_id = $1', [
    workspace_id,
  ])
  const merged = await database.inWorkspace(stage.at, (tx) => decideLeadPair(tx, Number(pair?.id), 'merge'))
  const policy = {
    schedule: { every: 'daily' },
    max_usd: 5,
    max_leads: 10,
    actions: [{ action: 'firmographics', max_age_days: 30 }],
  }
  const saved = await callerOf(app, workspace_id).put('/api/leads/refresh-policy', policy)
  expect(saved.status, saved.text).toBe(200)
  expect(await run(workspace_id as never, 'leads', [])).toEqual({ jobs: [], leads: 0 })
  await database.inWorkspace(stage.at, (tx) => splitEntity(tx, merged.entity_id, undefined))
  const result = (await run(workspace_id as never, 'leads', [])) as { jobs: { job_id: string }[] }
  expect(await database.asOwner('select lead_id from job_leads where job_id = $1', [result.jobs[0]?.job_id])).toEqual([
    { lead_id: old },
  ])
})

test('old cells of a workbook are run again, young ones are left alone', async () => {
  const said = lookup('said', says())
  const about = {
    type: 'waterfall',
    name: 'About',
    output: 'description',
    steps: [{ provider: 'said', inputs: { key: '{{Name}}' } }],
  }
  const book = await addWorkbook(database, ['a', 'b', 'c'], [about])
  await asMember(book.workspace_id, 'editor')
  const stage = setStage(database, [said])
  await stage.end(book, await stage.start(book))
  await stage.close()
  await database.asOwner(
    `update cells set updated_at = $2 where workbook_id = $1 and row_id = (select id from workbook_rows where workbook_id = $1 order by position limit 1)`,
    [book.id, OLD],
  )
  await database.asOwner(`update lookup_cache set fetched_at = $1 where workspace_id = $2`, [OLD, book.workspace_id])
  const [{ column_id } = { column_id: '' }] = await database.asOwner<{ column_id: string }>(
    `select id as column_id from workbook_columns where workbook_id = $1 and type = 'waterfall'`,
    [book.id],
  )
  const ann = callerOf(app, book.workspace_id)
  const policy = {
    schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Berlin' },
    max_usd: null,
    columns: [{ column_id, max_age_days: 90 }],
  }
  expect((await ann.put(`/api/workbooks/${book.id}/refresh-policy`, policy)).status).toBe(200)
  const result = (await run(book.workspace_id as never, book.id, [said])) as {
    runs: { run_id: string }[]
    rows: number
  }
  expect(result).toMatchObject({ rows: 1 })
  // Another process, which remembers no answer of its own.
  const later = setStage(database, [said])
  await later.end(book, { run_id: result.runs[0]?.run_id } as never)
  await later.close()
  expect(said.asked.length).toBe(4)
})

test('a schedule that is both or neither, and a column that asks no provider, are refused', async () => {
  const book = await addWorkbook(database, ['a'], [])
  const ann = callerOf(app, book.workspace_id)
  const put = async (more: object) =>
    (
      await ann.put(`/api/workbooks/${book.id}/refresh-policy`, {
        max_usd: null,
        columns: [{ column_id: 'c1', max_age_days: 9 }],
        ...more,
      })
    ).status
  expect(await put({ schedule: {} })).toBe(422)
  expect(await put({ schedule: { every: 'daily', cron: '0 6 * * 1' } })).toBe(422)
  expect(await put({ schedule: { every: 'daily' } })).toBe(422)
})
