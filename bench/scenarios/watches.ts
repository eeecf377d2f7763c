// Watches: 500 of 10,000 that are due at once, and a scan of 200 leads whose boards answer in 100 ms. Sites are local, with real TLS.
import { randomUUID } from 'node:crypto'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '../api.ts'
import { type Certificate, makeCertificate } from '../certificate.ts'
import { startProgram } from '../program.ts'
import { type Finding, ms, number } from '../report.ts'
import { openFolder, type Stage } from '../stage.ts'
import { openStore } from '../store.ts'

const WATCHES = 10_000
const DUE = 500
const LEADS = 200
const BOARD_MS = 100
const BOARDS = 'boards-api.greenhouse.io'
const GIVE_UP_MS = 180_000
/** Each a domain of its own: leads of one domain are one lead. */
const siteOf = (n: number) => `site${n}.example`

export async function watches({ programs }: Stage): Promise<Finding[]> {
  const folder = await openFolder()
  const names = [...Array.from({ length: Math.max(DUE, LEADS) }, (_, n) => siteOf(n)), BOARDS]
  const certificate = makeCertificate(folder.path, names)
  const sites = await openSites(certificate)
  const program = await startProgram(programs.server, folder.path, {
    ...folder.environment,
    EGRESS_HOST_MAP: names.map((name) => `${name}=127.0.0.1:${sites.port}`).join(','),
    EGRESS_ALLOW: `127.0.0.1:${sites.port}`,
    NODE_EXTRA_CA_CERTS: certificate.path,
  })
  const api = await login(program.url)
  const store = await openStore(folder.environment.DATA_DIR as string)
  try {
    const due = Array.from({ length: WATCHES }, (_, n) => ({
      id: randomUUID(),
      ticket: randomUUID(),
      target: `https://${siteOf(n % DUE)}/feed.xml`,
      wait: n < DUE ? 0 : 3_600 + n,
    }))
    await store.query(
      `with x as (select * from jsonb_to_recordset($2::jsonb) as x (id uuid, ticket uuid, target text, wait int)),
         made as (insert into watches (workspace_id, id, kind, target) select $1, id, 'feed', target from x)
       insert into schedules (id, workspace_id, kind, subject, payload, every_seconds, lane, next_at)
         select ticket, $1, 'watch.poll', id::text, jsonb_build_object('watch_id', id), 86400, 'network', now() + make_interval(secs => wait) from x`,
      [api.workspace_id, JSON.stringify(due)],
    )
    const polled = async () =>
      (await store.query<{ n: number }>('select count(*)::int as n from watches where baseline_at is not null'))[0]
        ?.n ?? 0
    const polls_ms = await until(async () => (await polled()) >= DUE)
    for (let n = 0; n < LEADS; n++) await api.send('POST', '/api/lead', { company: `Company ${n}`, domain: siteOf(n) })
    const began = performance.now()
    const { job_id } = await api.send<{ job_id: string }>('POST', '/api/signals/scan')
    const answered_ms = performance.now() - began
    const scan_ms = await until(
      async () => (await api.get<{ status: string }>(`/api/jobs/${job_id}`)).status === 'done',
    )
    const [row] = await store.query<{ n: number }>(`select count(*)::int as n from signals where type = 'hiring'`)
    const together = sites.most()
    return [
      {
        what: `${number(DUE)} of ${number(WATCHES)} watches due at once, until the last is polled`,
        measured: ms(polls_ms),
        bar: '≤ 60 s',
        pass: polls_ms <= 60_000,
      },
      {
        what: `scan of ${LEADS} leads over one board host at ${BOARD_MS} ms, ${row?.n ?? 0} jobs found`,
        measured: ms(scan_ms),
        beside: `answered in ${ms(answered_ms)}`,
        bar: '≤ 60 s',
        pass: scan_ms <= 60_000 && row?.n === LEADS,
      },
      {
        what: 'most requests to one host at the same time',
        measured: number(together),
        bar: '1',
        pass: together === 1,
      },
    ]
  } finally {
    await api.close()
    await store.close()
    await program.stop()
    await sites.close()
    await folder.close()
  }
}

async function until(isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isDone())) {
    if (performance.now() - began > GIVE_UP_MS) return Number.POSITIVE_INFINITY
    await sleep(100)
  }
  return performance.now() - began
}

async function openSites({ key, cert }: Certificate) {
  const active = new Map<string, number>()
  let most = 0
  const server = https.createServer({ key, cert }, (request, reply) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const now = (active.get(host) ?? 0) + 1
    active.set(host, now)
    most = Math.max(most, now)
    const [status, type, body] = answerTo(host, request.url ?? '')
    setTimeout(
      () => {
        active.set(host, (active.get(host) ?? 1) - 1)
        reply.writeHead(status, { 'content-type': type, etag: '"1"' }).end(body)
      },
      host === BOARDS ? BOARD_MS : 5,
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    most: () => most,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function answerTo(host: string, path: string): [status: number, type: string, body: string] {
  const name = /^\/v1\/boards\/(\w+)\/jobs/.exec(path)?.[1]
  if (host === BOARDS && name) {
    const job = { id: 1, title: 'Analyst', location: { name: 'Berlin' }, content: 'Work.' }
    return [
      200,
      'application/json',
      JSON.stringify({ jobs: [{ ...job, absolute_url: `https://boards.greenhouse.io/${name}/jobs/1` }] }),
    ]
  }
  if (path === '/feed.xml')
    return [
      200,
      'application/rss+xml',
      '<rss version="2.0"><channel><title>N</title><item><title>First post</title><link>https://x.example/1</link></item></channel></rss>',
    ]
  if (path === '/') return [200, 'text/html', `<a href="https://boards.greenhouse.io/${host.split('.')[0]}">Jobs</a>`]
  return [404, 'text/plain', 'Not found']
}
