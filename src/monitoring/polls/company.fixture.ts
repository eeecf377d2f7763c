// A company of the simulated world: its site, board, feed, team and repository, the events planted in it, and what each must lead to.
import type { WatchKindName } from '../kinds/catalog.ts'
import { html, rss, type World } from './world.fixture.ts'

/** Hosts that companies share. */
export const WORLD_HOSTS = ['boards-api.greenhouse.io', 'github.com', 'api.github.com'] as const

/** A watch of every kind that the company gives something to see. */
export function watchesOf(name: string): { kind: WatchKindName; target: string }[] {
  return [
    ...(['hiring', 'tech', 'news', 'job_change'] as const).map((kind) => ({ kind, target: `${name}.com` })),
    { kind: 'website', target: `https://${name}.com/` },
    { kind: 'github', target: `${name}/app` },
  ]
}

export interface ExpectedSignal {
  type: string
  /** Part of the title. */
  says: string
}

interface Job {
  id: number
  title: string
  place: string
  text: string
}

const TITLES = [
  'Software Engineer',
  'Account Executive',
  'Marketing Manager',
  'Accountant',
  'Product Manager',
  'Recruiter',
  'Data Analyst',
]
const PLACES = ['Berlin, Germany', 'Boston, MA', 'London, United Kingdom']

const OFFERS = [
  'Plans now cost thirty dollars a month, with support by telephone, a yearly discount and a free trial of two weeks for teams.',
  'We sell seats by the year only: four hundred for small groups, nothing for schools, and a quote on request for large firms.',
  'Everything is free until summer, when a single price for unlimited people, projects and storage takes its place worldwide.',
]

export class Company {
  readonly expected: ExpectedSignal[] = []
  readonly domain: string
  private readonly name: string
  private jobs: Job[] = []
  private hidden = new Set<number>()
  private news: { id: string; title: string; url: string; at: Date }[] = []
  private joinedAt = 0
  private people: [name: string, role: string][] = [
    ['Ann Berger', 'Chief Executive Officer'],
    ['Bob Ray', 'Head of Sales'],
    ['Cleo Dumont', 'Software Engineer'],
    ['Dan Okafor', 'Account Manager'],
  ]
  private away = new Set<string>()
  private releases: { tag: string; at: Date }[] = []
  private pricing = 'Plans begin at ten dollars a month for each seat and can be cancelled at any time.'
  private scripts = new Set(['<script src="https://www.googletagmanager.com/gtm.js"></script>'])
  private pricedAt = 0
  private priced = 0
  private asked = 0
  private serial = 100
  private readonly clock: () => number

  constructor(name: string, world: World, clock: () => number) {
    this.name = name
    this.clock = clock
    this.domain = `${name}.com`
    for (const [at, title] of TITLES.entries())
      this.jobs.push({ id: at, title, place: PLACES[at % PLACES.length] ?? '', text: `Work at ${name} as one of us.` })
    this.news.push({
      id: 'n0',
      title: `${name} publishes its handbook for new colleagues`,
      url: this.url('/news/0'),
      at: this.now(),
    })
    this.releases.push({ tag: 'v1.0.0', at: this.now() })
    const page = (host: string, path: string, type: string, body: () => string, more: object = {}) =>
      world.pages.get(host)?.set(path, { type, body, ...more })
    const site = (path: string, body: () => string, restless = false) =>
      page(this.domain, path, 'text/html', body, { restless })
    page(this.domain, '/robots.txt', 'text/plain', () => 'User-agent: *\nDisallow: /private')
    site('/', () => this.home(), true)
    site('/careers', () => html(`<a href="https://boards.greenhouse.io/${name}">All jobs</a>`))
    site('/team', () => this.team())
    page(this.domain, '/feed.xml', 'application/rss+xml', () => rss([...this.news].reverse().slice(0, 20)))
    page('boards-api.greenhouse.io', `/v1/boards/${name}/jobs?content=true`, 'application/json', () => this.board())
    page('github.com', `/${name}/app/releases.atom`, 'application/atom+xml', () => this.atom())
  }

  private now = () => new Date(this.clock())
  private url = (path: string) => `https://${this.domain}${path}`

  /** With a counter, a token and a date that are others at every request. */
  private home(): string {
    this.asked += 1
    const token = (this.asked * 7_919).toString(16).padStart(32, 'a')
    const words = 'We build tools for people who care about the details of their daily work. '.repeat(6)
    return html(
      `<nav><a href="/careers">Careers</a> <a href="/team">Team</a></nav><main><h1>${this.name}</h1><p>${words}</p><h2>Pricing</h2>
       <p>${this.pricing}</p><p>${this.asked} visitors online</p><p>Last seen ${this.now().toISOString()}</p></main>
       <form><input type="hidden" name="csrf" value="${token}"></form><footer>© ${this.now().getUTCFullYear()}</footer>`,
      `<link rel="alternate" type="application/rss+xml" href="/feed.xml">${[...this.scripts].join('')}<meta name="csrf" content="${token}">`,
    )
  }

  private team = () =>
    html(
      `<main><h1>Team</h1>${this.people
        .filter(([name]) => !this.away.has(name))
        .map(([name, role]) => `<h3>${name}</h3><p>${role}</p>`)
        .join('')}</main>`,
    )

  private board = () =>
    JSON.stringify({
      jobs: this.jobs
        .filter(({ id }) => !this.hidden.has(id))
        .map(({ id, title, place, text }) => ({
          id,
          title,
          location: { name: place },
          absolute_url: `https://boards.greenhouse.io/${this.name}/jobs/${id}`,
          content: `&lt;p&gt;${text}&lt;/p&gt;`,
          departments: [],
        })),
    })

  private atom = () =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Releases</title>${[...this.releases]
      .reverse()
      .map(
        ({ tag, at }) =>
          `<entry><id>tag:github.com,2008:Repository/1/${tag}</id><title>${tag}</title><updated>${at.toISOString()}</updated>` +
          `<link rel="alternate" type="text/html" href="https://github.com/${this.name}/app/releases/tag/${tag}"/></entry>`,
      )
      .join('')}</feed>`

  private expect(type: string, says: string): void {
    this.expected.push({ type, says })
  }

  private open(title: string, place: string, text = `Work at ${this.name} as one of us.`): Job {
    const job = { id: this.serial++, title, place, text }
    this.jobs.push(job)
    this.expect('hiring', title)
    return job
  }

  /** What can happen on a day, by name; each is told what it must lead to. */
  readonly events: Record<string, () => void> = {
    job: () =>
      this.open(`${TITLES[this.serial % TITLES.length]} ${this.serial}`, PLACES[this.serial % PLACES.length] ?? ''),
    'a leader': () => {
      const { title } = this.open(`Vice President of Sales ${this.serial}`, 'Berlin, Germany')
      this.expect('new_role', `looks for a leader: ${title}`)
    },
    'close a job': () => {
      if (this.jobs.length > 6) this.jobs.splice(3, 1)
    },
    'edit a job': () => {
      const job = this.jobs[0]
      if (job) job.text = `${job.text} Now with more detail.`
    },
    'post a job again': () => {
      const at = this.jobs.length - 1
      const job = this.jobs[at]
      if (job) this.jobs[at] = { ...job, id: this.serial++ }
    },
    news: () => {
      const title = `${this.name} shares notes from customer visit number ${this.serial} in ${['spring', 'harbor', 'forest', 'winter'][this.serial % 4]}`
      this.tell(title)
      this.expect('news', title)
    },
    funding: () => {
      const title = `${this.name} raises $${this.serial} million in Series B funding`
      this.tell(title)
      this.expect('funding', title)
    },
    'a new chief': () => {
      const title = `${this.name} appoints ${personName(this.serial)} as Chief Financial Officer`
      this.tell(title)
      this.expect('job_change', title)
    },
    'the same news elsewhere': () => {
      const last = this.news.at(-1)
      if (last) this.news.push({ ...last, id: `again${this.serial++}`, url: `${last.url}?utm_source=mail` })
    },
    'news of long ago': () => {
      this.news.push({
        id: `old${this.serial}`,
        title: `${this.name} was founded in a garage long ago ${this.serial}`,
        url: this.url(`/news/${this.serial++}`),
        at: new Date(this.clock() - 200 * 86_400_000),
      })
    },
    pricing: () => {
      // Two changes between two polls look like one.
      if (this.clock() - this.pricedAt < 10 * 86_400_000) return
      this.pricedAt = this.clock()
      this.pricing = `${OFFERS[this.priced++ % OFFERS.length]} Offer number ${this.serial++}.`
      this.expect('website_change', 'Home: ')
    },
    'a person joins': () => {
      const name = personName(this.serial++)
      this.joinedAt = this.clock()
      this.people.push([name, 'Account Manager'])
      this.expect('job_change', `${name} joins`)
    },
    'a person leaves': () => {
      // Who comes and goes between two polls was never there.
      if (this.people.length < 5 || this.clock() - this.joinedAt < 10 * 86_400_000) return
      const [name = ''] = this.people.splice(4, 1)[0] ?? []
      this.expect('job_change', `${name} left`)
    },
    release: () => {
      const tag = `v1.${this.serial++}.0`
      this.releases.push({ tag, at: this.now() })
      this.expect('github_release', `released ${tag}`)
    },
    prerelease: () => {
      this.releases.push({ tag: `v2.${this.serial++}.0-rc1`, at: this.now() })
    },
  }

  private tell(title: string): void {
    this.news.push({ id: `n${this.serial}`, title, url: this.url(`/news/${this.serial++}`), at: this.now() })
  }

  /** Lasts from one day to another. */
  readonly spells: Record<string, { begin: () => void; end: () => void }> = {
    'a job is missing for a day': { begin: () => void this.hidden.add(0), end: () => void this.hidden.delete(0) },
    'a person is missing for a day': {
      begin: () => void this.away.add('Ann Berger'),
      end: () => void this.away.delete('Ann Berger'),
    },
    'a script is there for a day': {
      begin: () => void this.scripts.add('<script src="https://js.stripe.com/v3"></script>'),
      end: () => void this.scripts.delete('<script src="https://js.stripe.com/v3"></script>'),
    },
  }

  adopt(): void {
    this.scripts.add(
      '<script src="https://cdn.segment.com/analytics.js"></script><script src="https://js.intercomcdn.com/x"></script><script src="https://widget.intercom.io/widget/x"></script>',
    )
    this.expect('tech_change', 'adopted Intercom')
    this.expect('tech_change', 'adopted Segment')
  }

  firstInFrance(): void {
    this.open(`Account Executive ${this.serial}`, 'Paris, France')
    this.expect('new_role', 'is hiring in France')
  }

  naming(): void {
    this.open(`Data Analyst ${this.serial}`, 'Berlin, Germany', 'You will model our warehouse in Snowflake every day.')
    this.expect('tech_change', 'names Snowflake')
  }

  surge(): void {
    for (let n = 0; n < 12; n++)
      this.open(`Software Engineer ${this.serial}`, 'Berlin, Germany', `Team ${this.serial} is growing.`)
    this.expect('hiring_surge', 'jobs in a week')
  }
}

const SURNAMES = [
  'Abel',
  'Brandt',
  'Castro',
  'Dietz',
  'Egger',
  'Falk',
  'Grant',
  'Hoffer',
  'Iversen',
  'Jansen',
  'Keller',
  'Lindt',
  'Moreau',
]
const ENDINGS = ['son', 'mann', 'berg', 'ton', 'field', 'wood', 'ley']
const FIRST = ['Pia', 'Zoe', 'Max', 'Lou', 'Kim', 'Ida', 'Uwe', 'Eva']
/** Another one for each of the first 728 numbers. */
const personName = (n: number) =>
  `${FIRST[Math.floor(n / 91) % 8]} ${SURNAMES[n % 13]}${ENDINGS[Math.floor(n / 13) % 7]}`
