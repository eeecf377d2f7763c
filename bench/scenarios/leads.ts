// The lead store: a million leads, or as many as asked for, each with twenty values and where they are from; every question beside bare SQL.
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Api } from '../api.ts'
import { median, quantile, timed } from '../load.ts'
import { processorTime } from '../processes.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import type { Store } from '../store.ts'

const ROUNDS = 9
const UPSERTS = 200
/** A minute allows 60 searches, and some were asked before. */
const ALIKE = 40
const IMPORTED = 20_000

/** Values such as an import and a few enrichments leave; one lead in eight says "analytics", one in a thousand is in City 7. */
const DATA = `jsonb_build_object('kind', 'company', 'status', (array['new','new','new','contacted','qualified','dead'])[n % 6 + 1],
    'company', 'Company ' || n || ' Ltd', 'domain', 'lead' || n || '.example.com', 'website', 'https://www.lead' || n || '.example.com/about',
    'email', 'info' || n || '@lead' || n || '.example.com', 'email_status', 'valid', 'phone', '+49 30 ' || 1000000 + n, 'city', 'City ' || n % 1000,
    'state', 'State ' || n % 40, 'country', 'Country ' || n % 60, 'address', n || ' High Street, City ' || n % 1000, 'specialization',
    'Field ' || n % 300, 'company_size', (array['1-10','11-50','51-200','201-1000'])[n % 4 + 1], 'linkedin_url',
    'https://linkedin.com/company/lead' || n, 'score', n % 101, 'source', 'list.csv', 'external_id', 'crm-' || n)
  || jsonb_build_object('tags', jsonb_build_array('t' || n % 50, 'u' || n % 7), 'technologies', jsonb_build_array('React', 'Tool ' || n % 90),
    'description', 'Company ' || n || ' makes ' || (array['anvils','bolts','crates','drills','easels','felt','gears','analytics'])[n % 8 + 1]
      || ' for customers in ' || n % 60 || ' countries and has done so for a long time, with care and at a fair price.',
    'custom', jsonb_build_object('Plan', (array['free','team','pro','scale'])[n % 4 + 1], 'Seats', n % 250, 'Renewal', 'Week ' || n % 52))`
const FROM = `jsonb_build_object('source', 'list.csv', 'method', 'import', 'license', 'user-provided', 'fetched_at', '2026-01-01T00:00:00.000Z')`

export async function fillLeads(api: Api, store: Store, leads: number): Promise<number> {
  const started = performance.now()
  const at = [api.workspace_id]
  const [first] = await store.query<{ id: number }>(
    `select setval('lead_ids', nextval('lead_ids') + ${leads}) - ${leads} as id`,
  )
  const from = first?.id ?? 1
  await store.query(
    `insert into leads (workspace_id, id, data, source) select $1, ${from} + n, ${DATA}, '{"kind": "import", "file_name": "list.csv"}'
      from generate_series(1, ${leads}) n`,
    at,
  )
  await store.query(
    'insert into lead_texts select workspace_id, id, lead_text(data) from leads where workspace_id = $1',
    at,
  )
  await store.query(
    `insert into lead_provenance select workspace_id, id, (select jsonb_object_agg(k, ${FROM}) from jsonb_object_keys(data) k)
      from leads where workspace_id = $1`,
    at,
  )
  await store.query(
    `insert into lead_keys (workspace_id, key, lead_id) select workspace_id, 'company:' || k, id from leads
      cross join lateral (values ('email:' || (data ->> 'email')), ('domain:' || (data ->> 'domain')), ('external_id:' || (data ->> 'external_id'))) v (k)
      where workspace_id = $1`,
    at,
  )
  await store.query(
    `insert into lead_counts (workspace_id, leads) values ($1, ${leads}) on conflict (workspace_id) do update set leads = lead_counts.leads + ${leads}`,
    at,
  )
  await store.query(`create table ceiling.leads as select id, data from leads`)
  await store.query(`alter table ceiling.leads add primary key (id)`)
  await store.query(`create unique index leads_email on ceiling.leads ((data ->> 'email'))`)
  await store.query('vacuum (analyze) leads, lead_provenance, lead_texts, lead_keys, ceiling.leads')
  await store.query('checkpoint')
  console.error(`filled ${number(leads)} leads in ${Math.round((performance.now() - started) / 1000)} s`)
  return from
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const holds = (text: string) => `strpos(lower(data::text), '${text}') > 0`
const NEWEST = 'select id, data from ceiling.leads'

interface Question {
  what: string
  path: string
  ceiling: string
}

function questions(leads: number, from: number): Question[] {
  const middle = from + Math.floor(leads / 2)
  const pages = Math.ceil(leads / 100)
  return [
    {
      what: 'page of 100 leads, first',
      path: '/api/leads?limit=100',
      ceiling: `${NEWEST} order by id desc limit 100`,
    },
    {
      what: 'page of 100 leads, in the middle by number',
      path: `/api/leads?limit=100&page=${Math.max(1, Math.floor(pages / 2))}`,
      ceiling: `${NEWEST} where id < ${middle} order by id desc limit 100`,
    },
    {
      what: 'one lead by id',
      path: `/api/lead/${middle}`,
      ceiling: `${NEWEST} where id = ${middle}`,
    },
    {
      what: 'timeline of a lead',
      path: `/api/lead/${middle}/timeline`,
      ceiling: `${NEWEST} where id = ${middle}`,
    },
    {
      what: 'similar leads',
      path: `/api/lead/${middle}/similar`,
      ceiling: `select count(*) from ceiling.leads where data ->> 'city' = 'City 7'`,
    },
    {
      what: 'filter, one lead in a thousand',
      path: `/api/leads?limit=100&filter=${json({ field: 'city', op: 'eq', value: 'City 7' })}`,
      ceiling: `${NEWEST} where lower(data ->> 'city') = 'city 7' order by id desc limit 100`,
    },
    {
      what: 'filter, no lead at all',
      path: `/api/leads?limit=100&filter=${json({ field: 'city', op: 'contains', value: 'nowhere' })}`,
      ceiling: `${NEWEST} where strpos(lower(data ->> 'city'), 'nowhere') > 0 order by id desc limit 100`,
    },
    {
      what: 'search that many leads answer',
      path: '/api/leads?limit=100&search=analytics',
      ceiling: `${NEWEST} where ${holds('analytics')} order by id desc limit 100`,
    },
    {
      what: 'search that no lead answers',
      path: `/api/leads?limit=100&search=${encodeURIComponent('nowhere at all')}`,
      ceiling: `${NEWEST} where ${holds('nowhere at all')} order by id desc limit 100`,
    },
    {
      what: 'search that many leads answer, counted',
      path: '/api/leads?limit=100&search=analytic&count=true',
      ceiling: `select count(*) from ceiling.leads where ${holds('analytic')}`,
    },
    {
      what: 'search and filter, counted',
      path: `/api/leads?limit=100&search=analytics&count=true&filter=${json({ field: 'status', op: 'eq', value: 'qualified' })}`,
      ceiling: `select count(*) from ceiling.leads where ${holds('analytics')} and data ->> 'status' = 'qualified'`,
    },
    {
      what: 'search that one lead answers',
      path: `/api/leads?limit=100&search=lead${middle}.example`,
      ceiling: `${NEWEST} where ${holds(`lead${middle}.example`)} order by id desc limit 100`,
    },
    {
      what: 'search with a letter that is wrong',
      path: '/api/leads?limit=100&search=analitics',
      ceiling: `${NEWEST} where ${holds('analytics')} order by id desc limit 100`,
    },
    {
      what: 'filter of a value of its own, counted',
      path: `/api/leads?limit=100&count=true&filter=${json({ field: 'custom.Seats', op: 'eq', value: 7 })}`,
      ceiling: `select count(*) from ceiling.leads where data #>> '{custom,Seats}' = '7'`,
    },
    ...[
      { field: 'company', dir: 'desc' },
      { field: 'score', dir: 'desc' },
      { field: 'city', dir: 'asc' },
      { field: 'custom.Renewal', dir: 'asc' },
    ].map((sort) => ({
      what: `order by ${sort.field}`,
      path: `/api/leads?limit=100&sort=${json([sort])}`,
      ceiling: `${NEWEST} order by lower(data #>> '{${sort.field.replace('.', ',')}}') collate natural_order ${sort.dir}, id limit 100`,
    })),
    {
      what: 'facets of the usual fields',
      path: '/api/leads/facets',
      ceiling: `select data ->> 'city', count(*) from ceiling.leads group by 1 order by 2 desc limit 20`,
    },
    {
      what: 'facets of two fields',
      path: '/api/leads/facets?fields=status,city',
      ceiling: `select data ->> 'city', count(*) from ceiling.leads group by 1 order by 2 desc limit 20`,
    },
    {
      what: 'names of values of its own',
      path: '/api/leads/custom-fields',
      ceiling: `select k, count(*) from ceiling.leads cross join lateral jsonb_object_keys(data -> 'custom') k group by 1`,
    },
    {
      what: 'statistics',
      path: '/api/leads/stats',
      ceiling: `select data ->> 'status', count(*) from ceiling.leads group by 1`,
    },
  ]
}

interface Took {
  time: number
  /** Milliseconds of the processor that the database used, to a hundredth of a second. */
  cpu: number
}

/** NaN for what was refused since it takes longer than ten seconds. */
async function took(store: Store, work: () => Promise<unknown>): Promise<Took> {
  const before = processorTime(store.postmaster)
  const time = await timed(work).catch(() => Number.NaN)
  return { time, cpu: (processorTime(store.postmaster) - before) * 1000 }
}

export async function leads({ api, store, options, ceiling }: Stage): Promise<Finding[]> {
  await ceiling()
  const from = await fillLeads(api, store, options.rows)
  const findings: Finding[] = []
  for (const { what, path, ceiling: bare } of questions(options.rows, from)) {
    const ours: Took[] = []
    const others: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // What is kept until a lead changes is not measured.
      if (round > 0) await api.send('PATCH', `/api/lead/${from + 1}`, { notes: `round ${round} of ${what}` })
      ours.push(await took(store, () => api.get(path)))
      others.push(await timed(() => store.query(bare)))
    }
    const [first, ...again] = ours
    const times = again.map(({ time }) => time).sort((a, b) => a - b)
    const [middle, p95] = [median(times), quantile(times, 0.95)]
    const bar = what.startsWith('search that') ? 300 : 500
    const said = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? 'refused' : ms(value))
    findings.push({
      what: `${what}, of ${number(options.rows)} leads: first; after a change: in the middle; p95`,
      measured: `${said(first?.time)}; ${said(middle)}; ${said(p95)}`,
      beside: `${ms(median(others))} (bare SQL); processor of the database ${ms(first?.cpu ?? 0)}; ${ms(median(again.map(({ cpu }) => cpu)))}`,
      bar: `≤ ${bar} ms`,
      pass: Math.max(first?.time ?? 0, p95) <= bar,
    })
  }
  return [...findings, await alike(api, options.rows, from), await upserts(api, store, from), await imports(api, store)]
}

/** Measures leads all over the store, each once, so that what was read for one does not help another. */
async function alike(api: Api, leads: number, from: number): Promise<Finding> {
  const times: number[] = []
  for (let n = 0; n < ALIKE; n++) {
    const id = from + 1 + Math.floor(((n + 0.5) * leads) / ALIKE)
    times.push(await timed(() => api.get(`/api/lead/${id}/similar`)))
  }
  times.sort((a, b) => a - b)
  const p95 = quantile(times, 0.95)
  return {
    what: `similar leads of ${ALIKE} leads, of ${number(leads)}, p95`,
    measured: ms(p95),
    beside: `${ms(median(times))} (median)`,
    bar: '≤ 30 ms',
    pass: p95 <= 30,
  }
}

async function upserts(api: Api, store: Store, from: number): Promise<Finding> {
  const ours: number[] = []
  const others: number[] = []
  for (let n = 1; n <= UPSERTS; n++) {
    const email = `info${n * 3}@lead${n * 3}.example.com`
    ours.push(await timed(() => api.send('POST', '/api/lead', { email, kind: 'company', city: `Town ${n}` })))
    others.push(
      await timed(() =>
        store.query(`update ceiling.leads set data = data || $2 where data ->> 'email' = $1 returning id`, [
          email,
          JSON.stringify({ city: `Town ${n}` }),
        ]),
      ),
    )
  }
  const [there] = await store.query<{ n: number }>(
    `select count(*)::int as n from leads where id > $1 and data ->> 'city' like 'Town %'`,
    [from],
  )
  if (there?.n !== UPSERTS) throw new Error(`${there?.n} of ${UPSERTS} leads were met`)
  return {
    what: 'upsert of a lead that is known, one client',
    measured: `${ms(median(ours))} (${number(1000 / median(ours))}/s)`,
    beside: `${ms(median(others))} (bare SQL)`,
  }
}

async function imports(api: Api, store: Store): Promise<Finding> {
  const line = (n: number) =>
    `New ${n} Ltd,new${n}.example.org,info@new${n}.example.org,City ${n % 100},Field ${n % 30}\n`
  const file = `Company,Domain,Email,City,Industry\n${Array.from({ length: IMPORTED }, (_, n) => line(n)).join('')}`
  const send = async () => {
    const answer = await request(`${api.url}/api/leads/import`, {
      method: 'POST',
      headers: { ...api.headers, 'content-type': 'text/csv' },
      body: file,
    })
    const text = await answer.body.text()
    if (answer.statusCode > 202) throw new Error(`the import: ${answer.statusCode} ${text.slice(0, 300)}`)
    let job = JSON.parse(text) as { job_id: string; status: string }
    while (job.status === 'pending' || job.status === 'running') {
      await sleep(100)
      const look = await request(`${api.url}/api/jobs/${job.job_id}`, { headers: api.headers })
      job = (await look.body.json()) as typeof job
    }
    if (job.status !== 'done') throw new Error(`the import: ${job.status}`)
  }
  const made = await timed(send)
  const again = await timed(send)
  const bare = await timed(() =>
    store.query(
      `insert into ceiling.leads (id, data) select -n, jsonb_build_object('company', 'New ' || n, 'domain', 'new' || n || '.example.org',
        'email', 'info@new' || n || '.example.org', 'city', 'City ' || n % 100, 'specialization', 'Field ' || n % 30)
      from generate_series(1, ${IMPORTED}) n on conflict do nothing`,
    ),
  )
  const rate = (took: number) => number((IMPORTED / took) * 1000)
  return {
    what: `import of ${number(IMPORTED)} leads, new; the same file again`,
    measured: `${rate(made)}; ${rate(again)} rows/s`,
    beside: `${rate(bare)} rows/s (bare SQL)`,
  }
}
