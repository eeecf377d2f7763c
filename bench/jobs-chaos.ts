// Kills the worker at random moments of bulk enrichments, collections and scans for duplicates: no paid call may be made twice, no lead lost
// or stored twice, no pair missing that an undisturbed scan finds. Run: npx tsx bench/jobs-chaos.ts
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Api, login } from './api.ts'
import { buildPrograms, type Programs } from './build.ts'
import { endOf } from './chaos-end.ts'
import { type Program, startProgram } from './program.ts'
import { type Folder, openFolder } from './stage.ts'
import { openStore, type Store } from './store.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    records: { type: 'string', default: '4000' },
    kills: { type: 'string', default: '2' },
  },
})
const [rounds, records, kills] = [values.rounds, values.records, values.kills].map(Number) as [number, number, number]
const BULK = 100
const PAGE = 100
const ENDED = new Set(['done', 'failed', 'cancelled'])

interface Job {
  status: string
  done: number
  message: string
}

interface Stage {
  api: Api
  store: Store
  folder: Folder
  register: { port: number; asked: () => number }
  worker: { now: Program }
  start: () => Promise<Program>
}

/** A register of firms, page by page; every tenth firm stands in it twice, under two ids and two spellings. */
async function openRegister(): Promise<{ port: number; asked: () => number; server: Server }> {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    const at = new URL(request.url ?? '/', 'http://register')
    const [round, page] = [at.searchParams.get('round'), Number(at.searchParams.get('page'))]
    const from = (page - 1) * PAGE
    const items = Array.from({ length: Math.max(0, Math.min(PAGE, records - from)) }, (_, n) => {
      const id = from + n
      const isTwin = id % 10 === 1
      const firm = isTwin ? id - 1 : id
      const name = `Quarry${round}${firm.toString(36)} Machines ${isTwin ? 'Limited' : 'Ltd'}`
      return {
        id: `${round}-${id}`,
        company: name,
        domain: `firm${id}r${round}.example`,
        city: 'Oslo',
        phone: `+47 22${100000 + firm}`,
      }
    })
    setTimeout(() => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ items }))
    }, 40)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, asked: () => asked, server }
}

/** Kills the worker while the job is worked on, and starts another each time. */
async function disturb({ worker, start, api }: Stage, jobId: string, moves: () => number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    const before = moves()
    for (let tries = 0; tries < 400 && moves() === before; tries++) {
      if (ENDED.has((await api.get<Job>(`/api/jobs/${jobId}`)).status)) return
      await sleep(25)
    }
    await sleep(randomInt(600))
    await worker.now.kill()
    worker.now = await start()
  }
}

async function ended(api: Api, jobId: string): Promise<Job> {
  for (let tries = 0; tries < 1200; tries++) {
    const job = await api.get<Job>(`/api/jobs/${jobId}`)
    if (ENDED.has(job.status)) return job
    await sleep(250)
  }
  throw new Error(`job ${jobId} did not end`)
}

async function collect(stage: Stage, round: number): Promise<string> {
  const { api, store, register } = stage
  const { id } = await api.send<{ id: string }>('POST', '/api/jobs', {
    source: 'http-api',
    query: {
      url: `http://127.0.0.1:${register.port}/?round=${round}`,
      items_path: 'items',
      id_path: 'id',
      paging: 'page',
      page_param: 'page',
      auth: 'none',
    },
    target: { kind: 'leads', mapping: { company: 'company', domain: 'domain', city: 'city', phone: 'phone' } },
    max_leads: 10_000,
  })
  await disturb(stage, id, register.asked)
  const job = await ended(api, id)
  const [stored] = await store.query<{ all: number; firms: number }>(
    `select count(*)::int as all, count(distinct site_domain)::int as firms from leads
     where site_domain like $1`,
    [`firm%r${round}.example`],
  )
  const { all = 0, firms = 0 } = stored ?? {}
  const isGood = job.status === 'done' && all === records && firms === records
  return `${isGood ? 'ok  ' : 'FAIL'} collection ${job.status}: ${isGood ? '' : `${job.message}; `}${all} leads of ${records}, ${all - firms} twice`
}

async function enrich(stage: Stage, round: number): Promise<string> {
  const { api, store, folder } = stage
  const leads = await store.query<{ id: number; domain: string }>(
    `select id::int, site_domain as domain from leads
     where site_domain like $1 order by id limit ${BULK}`,
    [`firm%r${round}.example`],
  )
  const { job_id } = await api.send<{ job_id: string }>('POST', '/api/leads/bulk-enrich', {
    lead_ids: leads.map(({ id }) => id),
    action: 'firmographics',
  })
  await disturb(stage, job_id, folder.peer.calls)
  const job = await ended(api, job_id)
  const calls = leads.map(({ domain }) => folder.peer.asked.get(`sim-100ms ${domain}`) ?? 0)
  const [told] = await store.query<{ filled: number; uncertain: number; open: number }>(
    `select (select count(*)::int from leads where id = any($1) and data ->> 'description' is not null) as filled,
       (select count(*)::int from attempts where run_id = $2 and state = 'uncertain') as uncertain,
       (select count(*)::int from reservations where run_id = $2) as open`,
    [leads.map(({ id }) => id), job_id],
  )
  const { filled = 0, uncertain = 0, open = 0 } = told ?? {}
  const twice = calls.filter((count) => count > 1).length
  const lost = BULK - filled - uncertain
  const isGood = ENDED.has(job.status) && twice === 0 && lost <= 0 && open === 0
  return `${isGood ? 'ok  ' : 'FAIL'} bulk enrichment ${job.status}: ${filled} filled, ${uncertain} uncertain, ${Math.max(0, lost)} lost, ${twice} paid twice, ${open} still reserved`
}

async function pairs(store: Store): Promise<string[]> {
  const found = await store.query<{ pair: string }>(
    "select left_id || ' ' || right_id as pair from entity_pairs order by 1",
  )
  return found.map(({ pair }) => pair)
}

async function scan(stage: Stage): Promise<string> {
  const { api, store } = stage
  const begin = () => api.send<{ job_id: string }>('POST', '/api/entities/scan')
  const { job_id } = await begin()
  let ticks = 0
  await disturb(stage, job_id, () => ticks++)
  const job = await ended(api, job_id)
  const disturbed = await pairs(store)
  await ended(api, (await begin()).job_id)
  const undisturbed = await pairs(store)
  const known = new Set(disturbed)
  const missing = undisturbed.filter((pair) => !known.has(pair)).length
  const isGood = job.status === 'done' && missing === 0 && disturbed.length === known.size && disturbed.length > 0
  return `${isGood ? 'ok  ' : 'FAIL'} scan ${job.status}: ${disturbed.length} pairs, ${missing} missing, ${disturbed.length - known.size} twice`
}

async function play({ server }: Programs, folder: Folder): Promise<boolean> {
  const register = await openRegister()
  const egress = `${folder.environment.EGRESS_ALLOW},127.0.0.1:${register.port}`
  const environment = { ...folder.environment, LIMITS: 'off', EGRESS_ALLOW: egress }
  const service = await startProgram(server, folder.path, { ...environment, ROLE: 'api' })
  const start = () => startProgram(server, folder.path, { ...environment, ROLE: 'worker' })
  const api = await login(service.url)
  const store = await openStore(folder.environment.DATA_DIR as string)
  const stage: Stage = { api, store, folder, register, start, worker: { now: await start() } }
  await api.send('PUT', '/api/settings/lead-actions/firmographics', {
    waterfalls: [
      {
        id: 'company',
        name: 'Company facts',
        output: 'description',
        into: { description: 'description' },
        steps: [{ id: 's1', provider: 'sim-100ms', inputs: { key: '{{Domain}}' } }],
      },
    ],
  })
  let isGood = true
  for (let round = 1; round <= rounds; round++)
    for (const act of [collect, enrich, scan]) {
      const line = await act(stage, round)
      console.log(`round ${round}: ${line}`)
      isGood &&= line.startsWith('ok')
    }
  register.server.close()
  await store.close()
  await api.close()
  return isGood
}

const folder = await openFolder('millrace-jobs-chaos-')
const end = endOf([folder])
const isGood = await buildPrograms()
  .then((programs) => play(programs, folder))
  .catch((error) => {
    console.error(error)
    return false
  })
await end(isGood ? 0 : 1)
