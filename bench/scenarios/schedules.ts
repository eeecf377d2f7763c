// Schedules: 10,000 rules with one each, by cron and by interval, of which 500 are due at once.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const SCHEDULES = 10_000
const DUE = 500
const BAR_MS = 60_000
const GIVE_UP_MS = 300_000

export async function schedules({ api, store }: Stage): Promise<Finding[]> {
  const { id: log } = await api.send<{ id: string }>('POST', '/api/workbooks', {
    name: 'Due',
    columns_config: [{ name: 'When', type: 'input', input_type: 'text' }],
  })
  const made = Array.from({ length: SCHEDULES }, (_, n) => ({
    id: randomUUID(),
    schedule: randomUUID(),
    name: `Due ${n}`,
    ...(n % 2 ? { every_seconds: 86_400 } : { cron: '0 9 * * *' }),
    wait: n < DUE ? 0 : 3_600 + n,
  }))
  const actions = [{ kind: 'add_to_workbook', workbook_id: log, values: { When: '{{event.at}}' }, dedupe: 'create' }]
  const limits = { per_hour: 100, max_rows: 10, usd_per_day: 0, max_depth: 3 }
  const [{ due_at = new Date() } = {}] = await store.query<{ due_at: Date }>(
    `with x as (select * from jsonb_to_recordset($2::jsonb) as x (id uuid, schedule uuid, name text, every_seconds int, cron text, wait int)),
       rules as (insert into automation_rules (workspace_id, id, name, trigger, trigger_kind, actions, limits)
         select $1, id, name, jsonb_strip_nulls(jsonb_build_object('kind', 'schedule', 'cron', cron, 'every_seconds', every_seconds)), 'schedule',
           $3::jsonb, $4::jsonb from x),
       due as (insert into schedules (id, workspace_id, kind, subject, payload, every_seconds, cron, max_attempts, next_at)
         select schedule, $1, 'automation.due', id::text, jsonb_build_object('rule_id', id), every_seconds, cron, 10,
           now() + make_interval(secs => wait) from x)
     select now() as due_at`,
    [api.workspace_id, JSON.stringify(made), JSON.stringify(actions), JSON.stringify(limits)],
  )
  const ids = made.map(({ id }) => id)
  const look = async () =>
    (
      await store.query<{ started: number; done: number; last_start: Date | null; last_end: Date | null }>(
        `select count(started_at)::int as started, count(*) filter (where status = 'done')::int as done, max(started_at) as last_start,
           max(ended_at) as last_end from automation_runs where rule_id = any($1::uuid[])`,
        [ids],
      )
    )[0]
  let seen = await look()
  for (const end = Date.now() + GIVE_UP_MS; (seen?.done ?? 0) < DUE && Date.now() < end; seen = await look())
    await sleep(500)
  const { total_rows } = await api.get<{ total_rows: number }>(`/api/workbooks/${log}`)
  await store.query(`delete from schedules where kind = 'automation.due' and subject = any($1::text[])`, [ids])
  await store.query('delete from automation_rules where id = any($1::uuid[])', [ids])
  const since = (at: Date | null | undefined) => (at ? at.getTime() - due_at.getTime() : Number.POSITIVE_INFINITY)
  const started = seen?.started === DUE ? since(seen.last_start) : Number.POSITIVE_INFINITY
  return [
    {
      what: `${number(DUE)} of ${number(SCHEDULES)} schedules of rules due at once, until the last has started; until the last is done`,
      measured: `${ms(started)}; ${ms(since(seen?.last_end))}`,
      beside: `${number(total_rows)} rows written`,
      bar: '≤ 60 s',
      pass: started <= BAR_MS && total_rows === DUE,
    },
  ]
}
