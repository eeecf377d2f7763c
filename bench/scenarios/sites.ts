// A thousand sites read side by side for their contacts, without a key: what the service takes for it, and that the log of the sites shows politeness.
// Sites are local, with real TLS.
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, login } from '../api.ts'
import { type Certificate, makeCertificate } from '../certificate.ts'
import { quantile } from '../load.ts'
import { memoryOf } from '../memory.ts'
import { processorTime } from '../processes.ts'
import { startProgram } from '../program.ts'
import { type Finding, ms, number } from '../report.ts'
import { openFolder, type Stage } from '../stage.ts'
import { addKeys, awaitEnd, createWorkbook, setPerformance, startRun, type Workbook } from '../workbooks.ts'

const SITES = 1_000
const UNDER_WAY = 64
const SLOW_MS = 60
const A_PAGE = 100
const MOST_S = 1_800
/** The least pause of a site, and that of each tenth, by its robots.txt. A timer may be early by some milliseconds. */
const GAP_MS = 1_000
const SLOW_GAP_S = 2
const EARLY_MS = 20
/** What memory may grow by between the first tenth of the sites and the last. */
const FLAT_MB = 64

const hostOf = (n: number) => `firm${n}.example`
const isSlow = (n: number) => n % 10 === 0

interface Asked {
  path: string
  at: number
  left: number
  beside: number
}

export async function sites({ programs }: Stage): Promise<Finding[]> {
  const folder = await openFolder()
  const names = Array.from({ length: SITES }, (_, n) => hostOf(n))
  const certificate = makeCertificate(folder.path, names)
  const served = await openSites(certificate)
  const program = await startProgram(programs.server, folder.path, {
    ...folder.environment,
    EGRESS_HOST_MAP: names.map((name) => `${name}=127.0.0.1:${served.port}`).join(','),
    EGRESS_ALLOW: `127.0.0.1:${served.port}`,
    NODE_EXTRA_CA_CERTS: certificate.path,
  })
  const api = await login(program.url)
  try {
    await setPerformance(api, { row_concurrency: UNDER_WAY, provider_workers: UNDER_WAY })
    const site = { type: 'enrichment', name: 'Site', provider: 'website-reader', inputs: { website: '{{Key}}' } }
    const workbook = await createWorkbook(api, [
      { type: 'input', name: 'Key', input_type: 'text' },
      site,
      { type: 'formula', name: 'Email', expression: '{{Site.company_email}}' },
      { type: 'formula', name: 'Phone', expression: '{{Site.phone}}' },
    ])
    await addKeys(api, workbook, names)
    const before = processorTime(program.pid)
    const began = performance.now()
    const { run_id } = await startRun(api, workbook)
    const memory = watchMemory(program.pid, served.hosts)
    const run = await awaitEnd(api, workbook, run_id, MOST_S, 1_000)
    const took = performance.now() - began
    const cpu = processorTime(program.pid) - before
    const { first, most } = memory.end()
    const right = await countRight(api, workbook)
    const { pages, robotsFirst, forbidden, beside, shortest, shortestSlow } = served.report()
    const grown = most - first
    return [
      {
        what: `${number(SITES)} sites, ${UNDER_WAY} side by side: right e-mail addresses and telephones`,
        measured: `${number(right)} of ${number(2 * SITES)} in ${ms(took)}`,
        beside: `${number(run.done)} cells, ${number(pages)} pages`,
        bar: 'all',
        pass: right === 2 * SITES,
      },
      {
        what: 'the same: processor time a page, of the service and its database, with TLS',
        measured: ms((cpu / pages) * 1000),
        bar: '≤ 50 ms',
        pass: cpu / pages <= 0.05,
      },
      {
        what: 'the same: memory of the server at most',
        measured: `${number(most)} MB`,
        beside: `${number(first)} MB after a tenth of the sites`,
        bar: `flat (+ ${FLAT_MB} MB)`,
        pass: grown <= FLAT_MB,
      },
      {
        what: 'by the log of the sites: first request is for robots.txt; forbidden pages asked; at once with one site',
        measured: `${number(robotsFirst)} of ${number(SITES)}; ${forbidden}; ${beside}`,
        bar: 'all; 0; 1',
        pass: robotsFirst === SITES && forbidden === 0 && beside === 1,
      },
      {
        what: 'the same: shortest pause before a page; where robots.txt asks for 2 s',
        measured: `${ms(shortest)}; ${ms(shortestSlow)}`,
        bar: '≥ 1 s; ≥ 2 s',
        pass: shortest >= GAP_MS - EARLY_MS && shortestSlow >= SLOW_GAP_S * 1000 - EARLY_MS,
      },
    ]
  } finally {
    await api.close()
    await program.stop()
    await served.close()
    await folder.close()
  }
}

/** MB when a tenth of the sites was asked, and at most. */
function watchMemory(pid: number, hosts: () => number) {
  let isOver = false
  let first = 0
  let most = 0
  const watching = (async () => {
    while (!isOver) {
      const now = memoryOf([pid]) ?? 0
      if (hosts() <= SITES / 10) first = Math.max(first, now)
      most = Math.max(most, now)
      await sleep(500)
    }
  })()
  return {
    end() {
      isOver = true
      void watching
      return { first, most }
    },
  }
}

interface Row {
  data: Record<string, string>
  enrichments: Record<string, { value: unknown }>
}

async function countRight(api: Api, { id, columns: [key = ''] }: Workbook): Promise<number> {
  let right = 0
  for (let page = 1; page <= SITES / A_PAGE; page++) {
    const { rows } = await api.get<{ rows: Row[] }>(`/api/workbooks/${id}?page_size=${A_PAGE}&page=${page}`)
    for (const { data, enrichments } of rows) {
      const n = Number(/\d+/.exec(data[key] ?? '')?.[0])
      const values = Object.values(enrichments).map(({ value }) => value)
      right +=
        Number(values.includes(`info@${hostOf(n)}`)) + Number(values.includes(telephoneOf(n).replaceAll(' ', '')))
    }
  }
  return right
}

const telephoneOf = (n: number) => `+44 20 7946 ${String(n).padStart(4, '0')}`

const PAGES = ['', 'about', 'team', 'contact', 'imprint', 'privacy']
const WORDS =
  'pumps valves pressure water service design delivery quality careful testing repair export parts steel'.split(' ')

/** About as long as the page of a firm is, with its menu and many elements. */
function pageOf(n: number, path: string): string {
  const name = `Firm ${n} Ltd`
  const menu = [...PAGES, 'private/prices'].map(
    (at) => `<li class="menu-item"><a href="/${at}">${at || 'home'}</a></li>`,
  )
  const words = (from: number) => Array.from({ length: 40 }, (_, at) => WORDS[(from * 7 + at * 3 + n) % WORDS.length])
  const blocks = Array.from(
    { length: 120 },
    (_, at) =>
      `<section class="block block-${at}"><h3>${words(at).slice(0, 3).join(' ')}</h3><p>${words(at).join(' ')}</p></section>`,
  )
  const contact =
    path === 'contact' || path === 'imprint'
      ? `<address>${name}<br>${n + 1} High Street<br>London SW1A 1AA<br>Tel. ${telephoneOf(n)}<br>
         <a href="mailto:info@${hostOf(n)}">info@${hostOf(n)}</a></address>`
      : ''
  return `<!doctype html><html lang="en"><head><title>${name}: ${path || 'home'}</title><style>${'.a{margin:0}'.repeat(500)}</style></head>
    <body><nav><ul>${menu.join('')}</ul></nav><main>${blocks.join('')}${contact}</main><footer>© 2026 ${name}</footer></body></html>`
}

async function openSites({ key, cert }: Certificate) {
  const logs = new Map<string, Asked[]>()
  const active = new Map<string, number>()
  const server = https.createServer({ key, cert }, (request, reply) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = request.url ?? ''
    const n = Number(/\d+/.exec(host)?.[0])
    const beside = (active.get(host) ?? 0) + 1
    active.set(host, beside)
    const asked: Asked = { path, at: performance.now(), left: Number.POSITIVE_INFINITY, beside }
    logs.set(host, [...(logs.get(host) ?? []), asked])
    setTimeout(() => {
      asked.left = performance.now()
      active.set(host, beside - 1)
      const rules = `User-agent: *\nDisallow: /private/\n${isSlow(n) ? `Crawl-delay: ${SLOW_GAP_S}\n` : ''}`
      if (path === '/robots.txt') return void reply.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
      const isPage = PAGES.includes(path.slice(1))
      reply.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      reply.end(isPage ? pageOf(n, path.slice(1)) : 'Not found')
    }, SLOW_MS)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    hosts: () => logs.size,
    report() {
      const all = [...logs]
      /** From the end of one page to the start of the next: the first page may follow the rules at once. */
      const pausesOf = (want: boolean) =>
        all
          .filter(([host]) => isSlow(Number(/\d+/.exec(host)?.[0])) === want)
          .flatMap(([, log]) => log.slice(2).map(({ at }, n) => at - (log[n + 1] as Asked).left))
          .sort((a, b) => a - b)
      return {
        pages: all.reduce((sum, [, log]) => sum + log.length, 0),
        robotsFirst: all.filter(([, log]) => log[0]?.path === '/robots.txt').length,
        forbidden: all.reduce((sum, [, log]) => sum + log.filter(({ path }) => path.startsWith('/private/')).length, 0),
        beside: Math.max(...all.flatMap(([, log]) => log.map(({ beside }) => beside))),
        shortest: quantile(pausesOf(false), 0),
        shortestSlow: quantile(pausesOf(true), 0),
      }
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
