// Ten thousand events at once: each is looked at once, what the rule wants runs once, and rules on other events go on beside.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { addStage, type Stage, startRules, TEXT } from './rules.fixture.ts'

const EVENTS = 10_000
const A_CALL = 500

let service: TestService
let at: Stage
beforeAll(async () => {
  service = await startRules()
  at = await addStage(service)
})
afterAll(() => service.close())

it('ten thousand events at once start each wanted run once, and a rule on another event meanwhile', async () => {
  const { id } = await at.workbook([TEXT('N')])
  const log = await at.workbook([TEXT('Line')])
  const limits = { per_hour: 1_000, max_rows: 10, usd_per_day: 0, max_depth: 3 }
  const wanted = await at.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    condition: { field: 'c1', op: 'ends_with', value: '00' },
    actions: [{ kind: 'add_to_workbook', workbook_id: log.id, values: { Line: '{{N}}' }, dedupe: 'create' }],
    limits,
  })
  const all = await at.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    limits: { ...limits, per_hour: 5 },
    actions: [{ kind: 'add_to_workbook', workbook_id: log.id, values: { Line: 'all {{N}}' }, dedupe: 'create' }],
  })
  const beside = await at.rule({
    trigger: { kind: 'lead.created' },
    actions: [{ kind: 'notify', to: 'admins', title: '{{lead.company}}' }],
    limits,
  })
  const calls = Array.from({ length: EVENTS / A_CALL }, (_, call) =>
    at.must('POST', `/api/workbooks/${id}/rows`, {
      rows: Array.from({ length: A_CALL }, (_, n) => ({ data: { N: String(EVENTS + call * A_CALL + n) } })),
    }),
  )
  await calls[0]
  await at.must('POST', '/api/lead', { company: 'Rocket' })
  expect(await at.ended(beside, 1)).toMatchObject([{ status: 'done', title: 'Rocket' }])
  await Promise.all(calls)
  const read = (rule: string) => at.must('GET', `/api/automations/${rule}`)
  for (const rule of [wanted, all])
    await until(
      () => read(rule),
      ({ checked }) => checked >= EVENTS,
    )
  const runs = await at.ended(wanted, EVENTS / 100)
  expect(new Set(runs.map(({ event_key }) => event_key)).size).toBe(EVENTS / 100)
  expect(await read(wanted)).toMatchObject({ checked: EVENTS, matched: EVENTS / 100, waiting: 0, status: 'active' })
  // Beyond its limit of an hour the rest waits, each once.
  const counted = async () =>
    service.database.asOwner(
      `select status, count(*)::int as runs, count(distinct event_key)::int as events from automation_runs
        where rule_id = $1 group by status order by status`,
      [all],
    )
  const [done, waiting] = [5, EVENTS - 5]
  await expect.poll(counted).toEqual([
    { status: 'done', runs: done, events: done },
    { status: 'queued', runs: waiting, events: waiting },
  ])
  expect(await read(all)).toMatchObject({ checked: EVENTS, matched: EVENTS, status: 'active' })
  const page = await at.must('GET', `/api/workbooks/${log.id}?page_size=500`)
  const lines: string[] = page.rows.map(({ data }: { data: Record<string, string> }) => data.c1)
  expect(lines.filter((line) => line.startsWith('all '))).toHaveLength(5)
  expect(
    lines
      .filter((line) => !line.startsWith('all '))
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: EVENTS / 100 }, (_, n) => EVENTS + n * 100))
})
