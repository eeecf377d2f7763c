// What job boards answer, after their documentation, and websites that lead to them.
import type { Json } from '../../kernel/json.ts'
import { busy, found, missed, unread, type Visit, type Visits, wait } from '../recorded.fixture.ts'

const GREENHOUSE = 'https://boards-api.greenhouse.io/v1/boards/example/jobs'
const LEVER = (host: string, skip = 0) => `https://${host}/v0/postings/example?mode=json&skip=${skip}&limit=100`
const ASHBY = 'https://api.ashbyhq.com/posting-api/job-board/example'
const WORKABLE = 'https://www.workable.com/api/accounts/example?details=true'
const SMART = (skip: number) => `https://api.smartrecruiters.com/v1/companies/example/postings?limit=100&offset=${skip}`
const PERSONIO = (ending: string) => `https://example.jobs.personio.${ending}/xml?language=en`
const TEAMTAILOR = 'https://example.teamtailor.com/jobs.json'
const BAMBOO = 'https://example.bamboohr.com/careers/list'
const BREEZY = 'https://example.breezy.hr/json'
const RECRUITEE = 'https://example.recruitee.com/api/offers/'

const job = (location: string, url: string, posted_on: string) => ({
  title: 'Analyst',
  location,
  department: 'Research',
  url,
  posted_on,
})
const greenhouse = {
  jobs: [
    {
      id: 1,
      title: 'Analyst',
      updated_at: '2026-01-14T10:55:28-05:00',
      first_published: '2026-01-02T09:00:00-05:00',
      location: { name: 'London' },
      absolute_url: 'https://job-boards.greenhouse.io/example/jobs/1',
      departments: [{ name: 'Research' }],
    },
  ],
  meta: { total: 1 },
}
const onGreenhouse = found({
  job_board: 'Greenhouse',
  open_job_count: 1,
  careers_url: 'https://job-boards.greenhouse.io/example',
  open_jobs: [job('London', 'https://job-boards.greenhouse.io/example/jobs/1', '2026-01-02')],
})
const posting = {
  text: 'Analyst',
  categories: { location: 'London', team: 'Research' },
  hostedUrl: 'https://jobs.lever.co/example/1',
  createdAt: Date.parse('2026-01-02T00:00:00Z'),
}
const found100 = (skip: number, of: number) => ({
  offset: skip,
  limit: 100,
  totalFound: of,
  content: Array.from({ length: Math.min(100, of - skip) }, (_, at) => ({
    id: String(skip + at),
    name: 'Analyst',
    releasedDate: '2026-01-02T00:00:00.000Z',
    location: { city: 'London', country: 'gb' },
    department: { label: 'Research' },
    company: { identifier: 'example' },
  })),
})
/** The cases that every board has. */
const board = (url: string, hit: Visit, more: Record<string, Visit> = {}): Record<string, Visit> => ({
  hit,
  miss: { web: {}, comes_to: missed },
  throttle: { web: { [url]: busy }, comes_to: wait },
  odd: { web: { [url]: { postings: [] } }, comes_to: unread },
  ...more,
})
const page = (links: string): Json => `<!doctype html><title>Example</title><p>We make examples.</p>${links}`

export const VISITS: Visits = {
  'greenhouse-jobs': board(GREENHOUSE, { web: { [GREENHOUSE]: greenhouse }, comes_to: onGreenhouse }),
  'lever-jobs': board(
    LEVER('api.lever.co'),
    {
      web: { [LEVER('api.lever.co')]: [posting] },
      comes_to: found({
        open_job_count: 1,
        open_jobs: [job('London', 'https://jobs.lever.co/example/1', '2026-01-02')],
      }),
    },
    {
      'hit on its other host': {
        web: { [LEVER('api.eu.lever.co')]: [posting] },
        comes_to: found({ job_board: 'Lever', open_job_count: 1 }),
      },
      'hit without a job': { web: { [LEVER('api.lever.co')]: [] }, comes_to: found({ open_job_count: 0 }) },
      'hit of several calls': {
        web: {
          [LEVER('api.eu.lever.co')]: Array(100).fill(posting),
          [LEVER('api.eu.lever.co', 100)]: [posting],
        },
        comes_to: found({ open_job_count: 101 }),
        asked: [LEVER('api.lever.co'), LEVER('api.eu.lever.co'), LEVER('api.eu.lever.co', 100)],
      },
    },
  ),
  'ashby-jobs': board(ASHBY, {
    web: {
      [ASHBY]: {
        apiVersion: '1',
        jobs: [
          {
            title: 'Analyst',
            department: 'Research',
            location: 'London',
            isListed: true,
            publishedAt: '2026-01-02T00:00:00Z',
            jobUrl: 'https://jobs.ashbyhq.com/example/1',
          },
          { title: 'Secret', isListed: false, jobUrl: 'https://jobs.ashbyhq.com/example/2' },
        ],
      },
    },
    comes_to: found({
      open_job_count: 1,
      open_jobs: [job('London', 'https://jobs.ashbyhq.com/example/1', '2026-01-02')],
    }),
  }),
  'workable-jobs': board(WORKABLE, {
    web: {
      [WORKABLE]: {
        name: 'Example',
        jobs: [
          {
            title: 'Analyst',
            department: 'Research',
            city: 'London',
            country: 'United Kingdom',
            url: 'https://apply.workable.com/j/1',
            published_on: '2026-01-02',
          },
        ],
      },
    },
    comes_to: found({
      open_job_count: 1,
      open_jobs: [job('London, United Kingdom', 'https://apply.workable.com/j/1', '2026-01-02')],
    }),
  }),
  'smartrecruiters-jobs': board(SMART(0), {
    web: { [SMART(0)]: found100(0, 130), [SMART(100)]: found100(100, 130) },
    comes_to: found({ job_board: 'SmartRecruiters', open_job_count: 130 }),
    asked: [SMART(0), SMART(100)],
  }),
  'recruitee-jobs': board(RECRUITEE, {
    web: {
      [RECRUITEE]: {
        offers: [
          {
            title: 'Analyst',
            department: 'Research',
            location: 'London',
            careers_url: 'https://example.recruitee.com/o/analyst',
            published_at: '2026-01-02 00:00:00 UTC',
          },
        ],
      },
    },
    comes_to: found({
      open_job_count: 1,
      open_jobs: [job('London', 'https://example.recruitee.com/o/analyst', '2026-01-02')],
    }),
  }),
  'personio-jobs': board(
    PERSONIO('de'),
    {
      web: {
        [PERSONIO('de')]: `<?xml version="1.0"?><workzag-jobs><position><id>7</id><office>London</office>
          <department>Research</department><name>Analyst &amp; more</name><jobDescriptions><jobDescription><name>Tasks</name>
          <value><![CDATA[<p>Ask</p>]]></value></jobDescription></jobDescriptions>
          <createdAt>2026-01-02T00:00:00+00:00</createdAt></position></workzag-jobs>`,
      },
      comes_to: found({
        job_board: 'Personio',
        open_job_count: 1,
        open_jobs: [
          { ...job('London', 'https://example.jobs.personio.de/job/7', '2026-01-02'), title: 'Analyst & more' },
        ],
      }),
    },
    {
      'hit at its other ending': {
        web: { [PERSONIO('com')]: '<workzag-jobs/>' },
        comes_to: found({ open_job_count: 0 }),
      },
    },
  ),
  'teamtailor-jobs': board(TEAMTAILOR, {
    web: {
      [TEAMTAILOR]: {
        version: 'https://jsonfeed.org/version/1.1',
        items: [
          {
            id: 'https://example.teamtailor.com/jobs/77-analyst',
            title: 'Analyst',
            url: 'https://example.teamtailor.com/jobs/77-analyst',
            content_html: '<p>Ask</p>',
            date_published: '2026-01-02T07:00:00Z',
            _jobposting: {
              '@type': 'JobPosting',
              occupationalCategory: 'Research',
              jobLocation: [{ '@type': 'Place', address: { addressLocality: 'London' } }],
            },
          },
        ],
      },
    },
    comes_to: found({
      open_job_count: 1,
      open_jobs: [job('London', 'https://example.teamtailor.com/jobs/77-analyst', '2026-01-02')],
    }),
  }),
  'bamboohr-jobs': board(BAMBOO, {
    web: {
      [BAMBOO]: {
        meta: { totalCount: 1 },
        result: [
          {
            id: '5',
            jobOpeningName: 'Analyst',
            departmentLabel: 'Research',
            location: { city: 'London', state: null },
          },
        ],
      },
    },
    comes_to: found({
      open_job_count: 1,
      open_jobs: [job('London', 'https://example.bamboohr.com/careers/5', '')],
    }),
  }),
  'breezy-jobs': board(BREEZY, {
    web: {
      [BREEZY]: [
        {
          id: '9f1',
          name: 'Analyst',
          url: 'https://example.breezy.hr/p/9f1-analyst',
          published_date: '2026-01-02T00:00:00.000Z',
          location: { name: 'London' },
          department: 'Research',
        },
      ],
    },
    comes_to: found({
      open_job_count: 1,
      open_jobs: [job('London', 'https://example.breezy.hr/p/9f1-analyst', '2026-01-02')],
    }),
  }),
  'open-jobs': {
    hit: {
      web: {
        'https://example.com/': page('<a href="/about">About</a> <a href="/careers"><b>Join us</b></a>'),
        'https://example.com/careers': page(
          '<script src="https://boards.greenhouse.io/embed/job_board/js?for=example"></script>',
        ),
        [GREENHOUSE]: greenhouse,
      },
      comes_to: onGreenhouse,
    },
    'hit by a link on the home page': {
      inputs: { website: 'example.com' },
      web: {
        'https://example.com/': page('<a href="https://job-boards.greenhouse.io/example/jobs/1">Analyst</a>'),
        [GREENHOUSE]: greenhouse,
      },
      comes_to: onGreenhouse,
      asked: ['https://example.com/', GREENHOUSE],
    },
    'hit by the address of the board': {
      inputs: { website: 'https://boards.greenhouse.io/example' },
      web: { [GREENHOUSE]: greenhouse },
      comes_to: onGreenhouse,
      asked: [GREENHOUSE],
    },
    miss: {
      web: { 'https://example.com/': page('<a href="https://www.greenhouse.io/">We like greenhouses</a>') },
      comes_to: missed,
    },
    throttle: {
      inputs: { website: 'https://boards.greenhouse.io/example' },
      web: { [GREENHOUSE]: busy },
      comes_to: wait,
    },
    odd: {
      inputs: { website: 'https://boards.greenhouse.io/example' },
      web: { [GREENHOUSE]: { results: [] } },
      comes_to: unread,
    },
  },
}
