// A scan for duplicates among made firms: how long it takes, and how long the API takes to answer meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, timed } from '../load.ts'
import { memoryOf } from '../memory.ts'
import { familyOf, processorTime } from '../processes.ts'
import { organizations } from '../quality/organizations.ts'
import { SMALL, wideVocabulary } from '../quality/vocabulary.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const BATCH = 5000
const ASKED_EVERY_MS = 500

async function fill({ api, store, options: { leads, namesakes } }: Stage): Promise<void> {
  const firms = organizations(1, leads / 2, namesakes ? SMALL : wideVocabulary(leads / 2))
    .slice(0, leads)
    .map(({ street, postcode, firm: _, ...data }) => ({
      kind: 'company',
      status: 'new',
      address: `${street}, ${postcode}`,
      ...Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '')),
    }))
  for (let at = 0; at < firms.length; at += BATCH)
    await store.query(
      `insert into leads (workspace_id, id, data, source) select $1, nextval('lead_ids'), d, '{"kind": "import"}'
       from jsonb_array_elements($2::jsonb) d`,
      [api.workspace_id, JSON.stringify(firms.slice(at, at + BATCH))],
    )
  await store.query(
    `insert into lead_counts (workspace_id, leads) values ($1, ${firms.length}) on conflict (workspace_id) do update
       set leads = lead_counts.leads + excluded.leads`,
    [api.workspace_id],
  )
  await store.query('vacuum (analyze) leads')
}

interface Scanned {
  took: number
  p95: number
  cpu: number
  /** MB of the service at most, and of the database behind it. */
  memory: number
  size: number
}

/** Scans and asks meanwhile. */
async function scan({ api, program, store }: Stage): Promise<Scanned> {
  const times: number[] = []
  let done = false
  let memory = 0
  const asking = (async () => {
    while (!done) {
      times.push(await timed(() => api.get('/api/leads?limit=100')))
      memory = Math.max(memory, memoryOf([program.pid]) ?? 0)
      await sleep(ASKED_EVERY_MS)
    }
  })()
  const isInside = familyOf(program.pid).includes(store.postmaster)
  const used = () => processorTime(program.pid) + (isInside ? 0 : processorTime(store.postmaster))
  const before = used()
  const took = await timed(async () => {
    const { job_id } = await api.send<{ job_id: string }>('POST', '/api/entities/scan')
    for (let status = 'pending'; status !== 'done'; await sleep(200)) {
      ;({ status } = await api.get<{ status: string }>(`/api/jobs/${job_id}`))
      if (status === 'failed' || status === 'cancelled') throw new Error(`the scan: ${status}`)
    }
  })
  done = true
  await asking
  times.sort((a, b) => a - b)
  return { took, p95: quantile(times, 0.95), cpu: used() - before, memory, size: await sizeOf(store) }
}

async function sizeOf(store: Stage['store']): Promise<number> {
  const [row] = await store.query<{ mb: number }>('select (pg_database_size(current_database()) / 1048576)::int as mb')
  return row?.mb ?? 0
}

export async function entities(stage: Stage): Promise<Finding[]> {
  await fill(stage)
  const filled = await sizeOf(stage.store)
  const first = await scan(stage)
  const again = await scan(stage)
  const [pairs] = await stage.store.query<{ n: number }>(
    'select count(*)::int as n from entity_pairs where workspace_id = $1',
    [stage.api.workspace_id],
  )
  const told = (what: string, { took, p95, cpu, memory, size }: Scanned): Finding[] => [
    {
      what: `${what}, of ${number(stage.options.leads)} leads`,
      measured: ms(took),
      beside: `${number(cpu)} s of the processors`,
      bar: '≤ 60 s',
      pass: took <= 60_000,
    },
    { what: 'the same: page of 100 leads meanwhile, p95', measured: ms(p95), bar: '< 200 ms', pass: p95 < 200 },
    {
      what: 'the same: memory of the service at most; database',
      measured: `${number(memory)}; ${number(size)} MB`,
      beside: `${number(filled)} MB with the leads alone`,
    },
  ]
  return [
    ...told('scan for duplicates, nothing prepared', first),
    ...told('scan again', again),
    { what: 'the same: pairs', measured: number(pairs?.n ?? 0) },
  ]
}
