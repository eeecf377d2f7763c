// Runs that are worked on together: what one cannot do leaves the others alone, and each has a record and a cause of its own.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { addStage, type Stage, startRules, TEXT } from './rules.fixture.ts'

let service: TestService
let at: Stage
beforeAll(async () => {
  service = await startRules()
  at = await addStage(service)
})
afterAll(() => service.close())

const limits = { per_hour: 10_000, max_rows: 10, usd_per_day: 0, max_depth: 3 }
const many = (count: number) => Array.from({ length: count }, (_, n) => n)

it('a row that is refused fails one run; the others write theirs once, each with its record, and go on', async () => {
  const { lead } = await at.must('POST', '/api/lead', { company: 'Gone', email: 'person7@gone.example' })
  await at.must('DELETE', `/api/lead/${lead.id}/erase`)
  const { id } = await at.workbook([TEXT('Name'), TEXT('Host')])
  const target = await at.workbook([TEXT('Mail')])
  const rule = await at.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    actions: [
      { kind: 'add_to_workbook', workbook_id: target.id, values: { Mail: '{{Name}}@{{Host}}' } },
      { kind: 'notify', to: 'admins', title: 'Row {{actions.1.row_id}}' },
    ],
    limits,
  })
  const rows = many(20).map((n) => ({ data: { Name: `person${n}`, Host: 'gone.example' } }))
  await at.must('POST', `/api/workbooks/${id}/rows`, { rows })
  const runs = await at.ended(rule, 20)
  expect(runs.filter(({ status }) => status === 'failed')).toMatchObject([
    { title: 'person7', error: expect.stringContaining('erased') },
  ])
  const written = (await at.must('GET', `/api/workbooks/${target.id}?page_size=100`)).rows
  const mails = written.map(({ data }: { data: { c1: string } }) => data.c1)
  expect(mails.sort()).toEqual(
    many(20)
      .filter((n) => n !== 7)
      .map((n) => `person${n}@gone.example`)
      .sort(),
  )
  const rowIds = new Set(written.map(({ row_id }: { row_id: string }) => row_id))
  for (const { id: run, status, title } of runs) {
    const [adding, telling] = (await at.run(run)).actions
    if (status === 'failed') {
      expect(adding).toMatchObject({ status: 'failed' })
      continue
    }
    expect(adding).toMatchObject({ status: 'done', attempts: 1, input: { values: { Mail: `${title}@gone.example` } } })
    expect(rowIds.delete(adding.output.row_id)).toBe(true)
    expect(telling).toMatchObject({ status: 'done', input: { title: `Row ${adding.output.row_id}` } })
  }
  const told = await service.database.asOwner<{ run: string; cause: { run_id: string }; count: number }>(
    `select payload ->> 'automation_run_id' as run, payload -> 'cause' as cause, count(*)::int as count from events
      where type = 'automation.run' and payload ->> 'automation_id' = $1 and payload ->> 'status' = 'done' group by 1, 2`,
    [rule],
  )
  expect(told).toHaveLength(19)
  for (const { run, cause, count } of told) expect([cause.run_id, count]).toEqual([run, 1])
})

it('rows written to a workbook that another rule watches name the run that wrote each', async () => {
  const { id } = await at.workbook([TEXT('N')])
  const middle = await at.workbook([TEXT('N')])
  const first = await at.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    actions: [{ kind: 'add_to_workbook', workbook_id: middle.id, values: { N: '{{N}}' } }],
    limits,
  })
  const second = await at.rule({
    trigger: { kind: 'row.added', workbook_id: middle.id },
    actions: [{ kind: 'notify', to: 'admins', title: '{{N}}' }],
    limits,
  })
  await at.must('POST', `/api/workbooks/${id}/rows`, { rows: many(10).map((n) => ({ data: { N: `n${n}` } })) })
  await at.ended(second, 10)
  const pairs = await service.database.asOwner<{ before: string; after: string; depth: number }>(
    `select a.title as before, b.title as after, b.depth from automation_runs b join automation_runs a on a.id = b.caused_by
      where a.rule_id = $1 and b.rule_id = $2`,
    [first, second],
  )
  expect(pairs).toHaveLength(10)
  for (const { before, after, depth } of pairs) expect([after, depth]).toEqual([before, 1])
})
