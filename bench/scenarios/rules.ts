// Rules: 50,000 new rows through 20 rules that each want another twentieth of them, and by how much the rules delay somebody who reads
// another workbook: while rows come in, beside the same rows without rules; while only rules work, beside a quiet service.
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const EVENTS = 50_000
const RULES = 20
/** Rows come in so many parts, and as many without rules between them: what else the machine has to do comes and goes. */
const PARTS = 5
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
  const part = events / PARTS
  const make = async (...names: string[]) =>
    (await api.send<{ id: string }>('POST', '/api/workbooks', { name: 'Rules', columns_config: names.map(TEXT) })).id
  const [plain, source, log, read] = [
    await make('N', 'Share'),
    await make('N', 'Share'),
    await make('Line'),
    await make('Name'),
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
      // Not in step with work that waits for the gaps.
      await sleep(10 + 20 * Math.random())
    }
    return looks
  }
  const post = async (workbook: string) => {
    for (let from = 0; from < part; from += A_CALL)
      await api.send('POST', `/api/workbooks/${workbook}/rows`, {
        rows: Array.from({ length: Math.min(A_CALL, part - from) }, (_, n) => ({
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
  const counts = async () =>
    (
      await store.query<{ done: number; over: number }>(
        `select count(*) filter (where status = 'done')::int as done,
           count(*) filter (where status in ('done', 'failed', 'skipped', 'cancelled'))::int as over
          from automation_runs where rule_id = any($1::uuid[])`,
        [made],
      )
    )[0] ?? { done: 0, over: 0 }
  /** Waits until the rules are through with all rows of so many parts; returns how many runs ended a second. */
  const through = async (parts: number) => {
    const [began, { over: before }] = [performance.now(), await counts()]
    let over = before
    for (; over < parts * part && performance.now() - began < GIVE_UP_MS; over = (await counts()).over) await sleep(500)
    return ((over - before) / (performance.now() - began)) * 1000
  }
  await look(after(2_000))
  const quiet = await look(after(5_000))
  const [bare, during, alone]: [Look[], Look[], number[]] = [[], [], []]
  let [behind, beside_reader]: [Look[], number] = [[], 0]
  for (let n = 1; n <= PARTS; n++) {
    bare.push(...(await beside(() => post(plain))))
    during.push(...(await beside(() => post(source))))
    if (n < PARTS) alone.push(await through(n))
    else
      behind = await beside(async () => {
        beside_reader = await through(n)
      })
  }
  quiet.push(...(await look(after(5_000))))
  const { done, over } = await counts()
  const { total_rows } = await api.get<{ total_rows: number }>(`/api/workbooks/${log}`)
  for (const id of made) await api.send('DELETE', `/api/automations/${id}`)
  const [calm, floor] = [p95(quiet), p95(bare)]
  const [busy, working] = [p95(during), p95(behind)]
  return [
    {
      what: `${number(events)} new rows through ${RULES} rules: runs that are done`,
      measured: number(done),
      bar: number(events),
      pass: done === events && over === done,
    },
    {
      what: 'rows that the rules wrote: none lost, none twice',
      measured: number(total_rows),
      bar: number(events),
      pass: total_rows === events,
    },
    {
      what: 'runs a second while nobody asks; beside a reader',
      measured: `${number(median(alone))}; ${number(beside_reader)}/s`,
    },
    {
      what: 'p95 of a page of another workbook while rows come in, with rules against without',
      measured: `${number(busy / floor, 2)} (${ms(busy)})`,
      beside: `without rules ${ms(floor)}`,
      bar: '≤ 1.2',
      pass: busy <= floor * 1.2,
    },
    {
      what: 'the same while only rules work, against quiet',
      measured: `${number(working / calm, 2)} (${ms(working)})`,
      beside: `quiet ${ms(calm)}`,
      bar: '≤ 1.2',
      pass: working <= calm * 1.2,
    },
  ]
}
