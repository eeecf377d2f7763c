// Rules: 50,000 new rows through 20 rules that each want another twentieth of them, and what that does to somebody who reads a workbook,
// beside what the same rows do without rules.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const EVENTS = 50_000
const RULES = 20
const A_CALL = 500
const GIVE_UP_MS = 900_000
const TEXT = (name: string) => ({ name, type: 'input', input_type: 'text' })

interface Look {
  at: number
  /** Milliseconds. */
  took: number
}

const p95 = (looks: readonly Look[]) =>
  quantile(
    looks.map(({ took }) => took).sort((a, b) => a - b),
    0.95,
  )

function after(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}

export async function rules({ api, store, options }: Stage): Promise<Finding[]> {
  const events = Math.min(EVENTS, options.rows / 2)
  const make = async (...names: string[]) =>
    (await api.send<{ id: string }>('POST', '/api/workbooks', { name: 'Rules', columns_config: names.map(TEXT) })).id
  const [plain, source, log, read] = [
    ...[await make('N', 'Share'), await make('N', 'Share'), await make('Line'), await make('Name')],
  ] as [string, string, string, string]
  await api.send('POST', `/api/workbooks/${read}/rows`, {
    rows: Array.from({ length: 200 }, (_, n) => ({ data: { c1: `Row ${n}` } })),
  })
  const made: string[] = []
  for (let n = 0; n < RULES; n++) {
    const { id } = await api.send<{ id: string }>('POST', '/api/automations', {
      name: `Share ${n}`,
      trigger: { kind: 'row.added', workbook_id: source },
      condition: { field: 'c2', op: 'eq', value: `s${n}` },
      actions: [{ kind: 'add_to_workbook', workbook_id: log, values: { Line: '{{N}}' }, dedupe: 'create' }],
      limits: { per_hour: 1_000_000, max_rows: 10, usd_per_day: 0, max_depth: 3 },
    })
    made.push(id)
  }
  const look = async (isOver: () => boolean): Promise<Look[]> => {
    const looks: Look[] = []
    while (!isOver()) {
      const at = performance.now()
      await api.get(`/api/workbooks/${read}?page_size=50`)
      looks.push({ at, took: performance.now() - at })
      await sleep(20)
    }
    return looks
  }
  const post = async (workbook: string) => {
    for (let from = 0; from < events; from += A_CALL)
      await api.send('POST', `/api/workbooks/${workbook}/rows`, {
        rows: Array.from({ length: Math.min(A_CALL, events - from) }, (_, n) => ({
          data: { c1: `n${from + n}`, c2: `s${(from + n) % RULES}` },
        })),
      })
  }
  const beside = async (work: () => Promise<void>): Promise<Look[]> => {
    let isDone = false
    const looking = look(() => isDone)
    await work().finally(() => {
      isDone = true
    })
    return looking
  }
  await look(after(2_000))
  const calm = await look(after(5_000))
  const bare = await beside(() => post(plain))
  const counts = async () =>
    (
      await store.query<{ done: number; open: number; other: number }>(
        `select count(*) filter (where status = 'done')::int as done, count(*) filter (where status in ('queued', 'running', 'waiting'))::int as open,
           count(*) filter (where status in ('failed', 'skipped', 'cancelled'))::int as other
          from automation_runs where rule_id = any($1::uuid[])`,
        [made],
      )
    )[0] ?? { done: 0, open: 0, other: 0 }
  const began = performance.now()
  let posted = began
  const busy = await beside(async () => {
    await post(source)
    posted = performance.now()
    for (let seen = await counts(); seen.done + seen.other < events; seen = await counts()) {
      if (performance.now() - began > GIVE_UP_MS) break
      await sleep(1_000)
    }
  })
  const seconds = (performance.now() - began) / 1000
  // What else the machine has to do comes and goes: it is quiet before and behind.
  const quiet = [...calm, ...(await look(after(5_000)))]
  const { done, other } = await counts()
  const { total_rows } = await api.get<{ total_rows: number }>(`/api/workbooks/${log}`)
  for (const id of made) await api.send('DELETE', `/api/automations/${id}`)
  const [before, floor, meanwhile] = [p95(quiet), p95(bare), p95(busy)]
  const [during, behind] = [p95(busy.filter(({ at }) => at < posted)), p95(busy.filter(({ at }) => at >= posted))]
  return [
    {
      what: `${number(events)} new rows through ${RULES} rules: runs that are done`,
      measured: `${number(done)} in ${number(seconds)} s (${number(done / seconds)}/s)`,
      ...{ bar: number(events), pass: done === events && other === 0 },
    },
    {
      what: 'rows that the rules wrote: none lost, none twice',
      ...{ measured: number(total_rows), bar: number(events), pass: total_rows === events },
    },
    {
      what: 'p95 of reading a page of another workbook meanwhile',
      ...{
        measured: `${number(meanwhile / before, 2)} of quiet (${ms(meanwhile)})`,
        beside: `${ms(before)} before and behind`,
        bar: '≤ 1.2',
        pass: meanwhile <= before * 1.2,
      },
    },
    {
      what: 'the same while the rows come in; behind that, while rules work; the same rows without rules',
      measured: [during, behind, floor].map((one) => `${number(one / before, 2)} (${ms(one)})`).join('; '),
    },
  ]
}
