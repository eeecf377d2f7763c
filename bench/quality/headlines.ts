// Headlines of trade papers, labeled with what they tell of a company: made ones, and public ones where a folder of them is present.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchedNames } from '../../src/monitoring/kinds/news/company-name.logic.ts'
import { readNews } from '../../src/monitoring/kinds/news/rules.logic.ts'
import { namesCompany, tellsOfCompany } from '../../src/providers/names/company-mention.ts'
import type { Line } from './matching.ts'

/** `other`: it names the company and tells of another. */
type About = 'none' | 'other' | 'news' | 'funding' | 'job_change' | 'growth'
type Row = readonly [title: string, about: About]

interface CompanyHeadlines {
  domain: string
  config: Record<string, string[]>
  rows: readonly Row[]
}

export const HEADLINES: readonly CompanyHeadlines[] = [
  {
    domain: 'acmeworks.com',
    config: { names: ['Acmeworks', 'Acme Works'] },
    rows: [
      ['Acmeworks raises $12M Series B to expand in Europe', 'funding'],
      ['Acmeworks, the payroll startup, raises $12 million', 'funding'],
      ['Payroll startup Acmeworks secures €3.5 million in seed funding', 'funding'],
      ['Exclusive: Acmeworks closes $40M growth round led by Northgate', 'funding'],
      ['Acme Works lands $8M seed round', 'funding'],
      ['Acmeworks acquires Beta Labs', 'funding'],
      ['Felton Group acquires Acmeworks for an undisclosed sum', 'funding'],
      ['Rivalco raises $50 million to take on Acmeworks', 'other'],
      ['Acmeworks rival Rivalco raises $50 million', 'other'],
      ['Acmeworks-backed Rivalco raises $9M seed round', 'other'],
      ['Former Acmeworks engineer raises $2M seed round for Tiller', 'other'],
      ['Founded by ex-Acmeworks staff, Tiller raises $2M in seed funding', 'other'],
      ['Tiller, backed by Acmeworks, raises $7M Series A', 'other'],
      ['Acmeworks alumni raise $6M seed round', 'other'],
      ['Rivalco raises $50 million', 'none'],
      ['Acmeworkshop raises $5M for crafts', 'none'],
      ['The Acmeworkers union raises $2M', 'none'],
      ['Acmeworks appoints Maria van der Berg as Chief Financial Officer', 'job_change'],
      ['Jane Doe joins Acmeworks as VP of Sales', 'job_change'],
      ['Acmeworks names Tom Reyes as CEO', 'job_change'],
      ['Lisa May appointed CEO of Acmeworks', 'job_change'],
      ['Acmeworks CEO Ann Lee steps down as CEO', 'job_change'],
      ['Former Acmeworks CFO Bob Ray joins Rivalco as CFO', 'other'],
      ['Ann Lee leaves Acmeworks; Rivalco appoints Ann Lee as CEO', 'other'],
      ['Acmeworks’ Jane Doe joins Rivalco as CTO', 'other'],
      ['Acmeworks opens new office in Berlin', 'growth'],
      ['Acmeworks expands into Spain', 'growth'],
      ['Acmeworks lays off 20% of staff', 'growth'],
      ['Acmeworks to hire 200 engineers in Graz', 'growth'],
      ['Rivalco opens new office next to Acmeworks', 'other'],
      ['Acmeworks customer Nordwind opens new plant in Ulm', 'other'],
      ['Acmeworks publishes its handbook', 'news'],
      ['What we learned from Acmeworks', 'news'],
      ['Acmeworks: five lessons from a slow year', 'news'],
      ['Regulator fines Acmeworks.', 'news'],
      ['Is “Acmeworks” the next big thing?', 'news'],
      ['Inside Acmeworks’s new campus', 'news'],
      ['Bank of Graz cuts rates again', 'none'],
      ['Tax office warns of scams (Acmeworks)', 'none'],
      ['Cities plan more cycle lanes | Acmeworks', 'none'],
      ['Acmeworks Energy lays off 300 staff', 'none'],
      ['Acmeworks Brightwind lays off 300 staff', 'none'],
      ['Northgate buys 12% stake in Acmeworks', 'funding'],
      ['Acmeworks übernimmt Start-up Tiller', 'funding'],
      ['Acmeworks streicht 300 Stellen', 'growth'],
      ['Acmeworks to cut 300 positions', 'growth'],
      ['Acmeworks names Ann Lee as finance chief', 'job_change'],
      ['Acmeworks holt Ann Lee als CPTO', 'job_change'],
      ['Rivalco beats Acmeworks to open first store in Graz', 'other'],
      ['Acmeworks Opens Office Source Code', 'news'],
      ['Startups raise less money this year', 'none'],
    ],
  },
  {
    domain: 'hp.com',
    config: {},
    rows: [
      ['HP lays off 4,000 staff', 'growth'],
      ['HP acquires Poly', 'funding'],
      ['HP, Dell and Lenovo report falling sales', 'news'],
      ['HP’s printers need new ink, says HP', 'news'],
      ['New car has 300 hp and four doors', 'none'],
      ['A 500hp engine for boats', 'none'],
      ['HPE raises $1 billion in bond offering', 'none'],
      ['PhP developers raise $4M seed round', 'none'],
    ],
  },
  {
    domain: 'ge.com',
    config: { names: ['GE', 'General Electric'] },
    rows: [
      ['General Electric opens new plant in Ohio', 'growth'],
      ['GE appoints Carol Stone as Chief Financial Officer', 'job_change'],
      ['Ge Wang wins a chess title', 'none'],
      ['Change is coming to the energy market', 'none'],
      ['General unrest over electric prices', 'none'],
    ],
  },
  {
    domain: 'apple.com',
    config: { context: ['iPhone', 'Cupertino', 'Tim Cook'] },
    rows: [
      ['Apple acquires startup Pixelmator', 'funding'],
      ['Apple opens new store in Madrid', 'growth'],
      ['Apple lays off 600 employees in California', 'growth'],
      ['The iPhone made Apple rich', 'news'],
      ['Apple Inc. and the courts', 'news'],
      ['Apple (NASDAQ: AAPL) slips', 'news'],
      ['Apple harvest falls after late frost', 'none'],
      ['Grower raises $3M for apple storage', 'none'],
      ['An apple a day: five recipes', 'none'],
      ['Big Apple hotels raise prices', 'none'],
      ['How to bake an Apple pie', 'none'],
      ['Cider maker buys Apple orchard in Kent', 'none'],
    ],
  },
  {
    domain: 'target.com',
    config: { context: ['Minneapolis'] },
    rows: [
      ['Target opens new store in Brooklyn', 'growth'],
      ['Target names Michael Fiddelke as CEO', 'job_change'],
      ['Target Corp shares fall', 'news'],
      ['Inflation target raises questions', 'none'],
      ['On Target: the week in archery', 'none'],
      ['Bank misses target for green loans', 'none'],
      ['Fund raises $30M, above its Target of $25M', 'none'],
      ['Minneapolis retailer Target trims prices', 'news'],
    ],
  },
  {
    domain: 'notion.so',
    config: {},
    rows: [
      ['Notion raises $275 million', 'funding'],
      ['Notion acquires calendar app Cron', 'funding'],
      ['The notion of fairness in lending', 'none'],
      ['A strange Notion: why banks fear AI', 'none'],
      ['Notion Labs Inc ships offline mode', 'news'],
    ],
  },
  {
    domain: 'block.xyz',
    config: { names: ['Block'], former_names: ['Square, Inc.'], context: ['Jack Dorsey', 'Cash App'] },
    rows: [
      ['Block lays off 900 employees', 'growth'],
      ['Square, Inc. expands into Canada', 'growth'],
      ['Jack Dorsey’s Block buys bitcoin', 'news'],
      ['Traffic block on the A8', 'none'],
      ['City to block new hotel', 'none'],
      ['New office block opens in Leeds', 'none'],
      ['Adrian Block joins museum board', 'none'],
      ['Unit Block raises $4M', 'none'],
      ['Block CEO Jack Dorsey steps down', 'job_change'],
      ['Block Bank opens branch in Fort Lee', 'none'],
      ['Square in Porto gets new trees', 'none'],
    ],
  },
  {
    domain: 'meta.com',
    config: { names: ['Meta'], former_names: ['Facebook'] },
    rows: [
      ['Facebook opens data center in Utah', 'growth'],
      ['Meta appoints Dina Powell as president', 'job_change'],
      ['A meta study of sleep', 'none'],
      ['Meta-analysis finds no effect', 'none'],
      ['The Meta game of chess', 'none'],
    ],
  },
  {
    domain: 'voss-logistik.de',
    config: { names: ['Voss Logistik'] },
    rows: [
      ['Voss Logistik eröffnet neue Niederlassung in Ulm', 'growth'],
      ['Voss Logistik sammelt 5 Millionen Euro in Finanzierungsrunde', 'funding'],
      ['Lea Voss gewinnt Preis', 'none'],
      ['Logistik in der Krise', 'none'],
      ['Voss Logistik: Neues aus Kassel', 'news'],
    ],
  },
  {
    domain: 'c3.ai',
    config: { names: ['C3.ai'] },
    rows: [
      ['C3.ai appoints Stephen Ehikian as CEO', 'job_change'],
      ['C3.ai: a look at the numbers', 'news'],
      ['C3 corvette found in barn', 'none'],
      ['AC3.airlines merge', 'none'],
    ],
  },
]

/** One of a text file: `= domain`, its options, and a line for each headline with what it tells, a tab between. */
export function readHeadlines(text: string): CompanyHeadlines[] {
  const companies: { domain: string; config: Record<string, string[]>; rows: Row[] }[] = []
  for (const line of text.split('\n')) {
    const [first = '', ...rest] = line.split('\t')
    if (line.startsWith('= ')) {
      const [domain = '', ...options] = line.slice(2).split(/\s+(?=[a-z_]+=)/)
      const config = options.map((one) => [
        one.split('=')[0],
        one
          .slice(one.indexOf('=') + 1)
          .trim()
          .split(','),
      ])
      companies.push({ domain: domain.trim(), config: Object.fromEntries(config), rows: [] })
    } else if (first !== '') companies.at(-1)?.rows.push([rest.join('\t'), first as About])
  }
  return companies
}

interface Judged {
  domain: string
  title: string
  wanted: string
  found: string
}

export function judgeHeadlines(companies: readonly CompanyHeadlines[]): Judged[] {
  return companies.flatMap(({ domain, config, rows }) => {
    const about = watchedNames(config, domain)
    return rows.map(([title, wanted]) => {
      const item = { title, summary: '', url: 'https://paper.example/1' }
      if (!namesCompany(item, about)) return { domain, title, wanted, found: 'none' }
      const { type, text, told } = readNews(title, '', '2027-01')
      const found = type !== 'news' && tellsOfCompany(text, told, about, false) ? type : 'news'
      return { domain, title, wanted, found }
    })
  })
}

const EVENTS = /^(?:funding|job_change|growth)$/

const ofFile = (path: string) => readHeadlines(readFileSync(path, 'utf8'))

/** The fresh ones were written before the rules that they led to, and the held ones after all rules; two in five are traps. `folder` may hold public ones, as `headlines/labels.txt`. */
export function headlineLines(folder: string | null): Line[] {
  const here = (name: string) => ofFile(join(import.meta.dirname, name))
  const publicOnes = folder === null ? '' : join(folder, 'headlines', 'labels.txt')
  return [
    ...linesOf('headlines, made', HEADLINES),
    ...linesOf('headlines, fresh', here('fresh-headlines.txt')),
    ...linesOf('headlines, held back', here('held-headlines.txt')),
    ...(existsSync(publicOnes) ? linesOf('headlines, public', ofFile(publicOnes)) : []),
  ]
}

function linesOf(set: string, companies: readonly CompanyHeadlines[]): Line[] {
  const all = judgeHeadlines(companies)
  const wrong: Judged[] = []
  // A headline about another that names the company may be shown as news of it, and is no event of it.
  const isAbout = ({ wanted }: Judged) => wanted !== 'none'
  const share = (judged: readonly Judged[], isRight: (one: Judged) => boolean) => {
    wrong.push(...judged.filter((one) => !isRight(one)))
    return judged.filter(isRight).length / Math.max(1, judged.length)
  }
  const told = all.filter(({ found }) => found !== 'none')
  const named = all.filter((one) => isAbout(one))
  const events = all.filter(({ found }) => EVENTS.test(found))
  const real = all.filter(({ wanted }) => EVENTS.test(wanted))
  const lines: Line[] = [
    {
      set,
      measure: `about the company, precision of ${told.length} of ${all.length}`,
      found: share(told, isAbout),
      target: 0.95,
      anchor: '',
    },
    {
      set: '',
      measure: `about the company, found of ${named.length}`,
      found: share(named, ({ found }) => found !== 'none'),
      target: 0.9,
      anchor: '',
    },
    {
      set: '',
      measure: `funding, people, growth: precision of ${events.length}`,
      found: share(events, ({ wanted, found }) => wanted === found),
      target: 0.95,
      anchor: '',
    },
    {
      set: '',
      measure: `funding, people, growth: found of ${real.length}`,
      found: share(real, ({ wanted, found }) => wanted === found),
      target: 0.9,
      anchor: '',
    },
  ]
  for (const { title, wanted, found } of new Set(wrong))
    console.log(`  ${set}: ${title}: ${found} in place of ${wanted}`)
  return lines
}
