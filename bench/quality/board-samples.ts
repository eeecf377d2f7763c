// One list of jobs for each board that the labeled data has none of: made, with the members that its documentation names, and its quirks.
export interface BoardSample {
  provider: string
  slug: string
  body: string
  expected: {
    external_id: string
    title: string
    location: string | null
    url: string
    department?: string | null
    published_at?: string
    text_contains?: string
  }[]
}

const sample = (provider: string, body: unknown, ...expected: BoardSample['expected']): BoardSample => ({
  provider,
  slug: 'acme',
  expected,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

export const MADE_SAMPLES: readonly BoardSample[] = [
  sample(
    'lever',
    [
      {
        id: '5ac21346-8e0c-4494-8e7a-3eb92ff77902',
        text: 'Account Executive',
        categories: {
          location: 'Toronto',
          commitment: 'Full-time',
          team: 'Sales',
          department: 'Revenue',
          allLocations: ['Toronto', 'Montreal'],
        },
        country: 'CA',
        workplaceType: 'hybrid',
        createdAt: Date.UTC(2026, 2, 4, 12),
        description: '<div>Sell &amp; listen</div>',
        descriptionPlain: 'Sell & listen',
        lists: [{ text: 'You know', content: '<li>Salesforce</li>' }],
        additional: '<p>Equal</p>',
        additionalPlain: 'Equal',
        hostedUrl: 'https://jobs.lever.co/acme/5ac21346-8e0c-4494-8e7a-3eb92ff77902',
        applyUrl: 'https://jobs.lever.co/acme/5ac21346-8e0c-4494-8e7a-3eb92ff77902/apply',
      },
    ],
    {
      external_id: '5ac21346-8e0c-4494-8e7a-3eb92ff77902',
      title: 'Account Executive',
      location: 'Toronto',
      url: 'https://jobs.lever.co/acme/5ac21346-8e0c-4494-8e7a-3eb92ff77902',
      department: 'Revenue',
      published_at: '2026-03-04T12:00:00.000Z',
      text_contains: 'Salesforce',
    },
  ),
  sample(
    'ashby',
    {
      apiVersion: '1',
      jobs: [
        {
          id: '145ff46b-1441-4773-bcd3-c8c90baa598a',
          title: 'Product Manager',
          department: 'Product',
          team: 'Core',
          employmentType: 'FullTime',
          location: 'Houston, TX',
          isRemote: true,
          isListed: true,
          secondaryLocations: [{ location: 'San Francisco' }],
          address: { postalAddress: { addressLocality: 'Houston', addressRegion: 'Texas', addressCountry: 'USA' } },
          workplaceType: 'Remote',
          publishedAt: '2026-04-30T16:21:55.393+00:00',
          jobUrl: 'https://jobs.ashbyhq.com/acme/145ff46b-1441-4773-bcd3-c8c90baa598a',
          applyUrl: 'https://jobs.ashbyhq.com/acme/145ff46b-1441-4773-bcd3-c8c90baa598a/application',
          descriptionHtml: '<p>Own the roadmap</p>',
          descriptionPlain: 'Own the roadmap',
        },
        { id: 'hidden', title: 'Hidden', isListed: false, jobUrl: 'https://jobs.ashbyhq.com/acme/hidden' },
      ],
    },
    {
      external_id: '145ff46b-1441-4773-bcd3-c8c90baa598a',
      title: 'Product Manager',
      location: 'Houston, TX',
      url: 'https://jobs.ashbyhq.com/acme/145ff46b-1441-4773-bcd3-c8c90baa598a',
      department: 'Product',
      published_at: '2026-04-30T16:21:55.393Z',
      text_contains: 'Own the roadmap',
    },
  ),
  sample(
    'workable',
    {
      name: 'Acme',
      description: null,
      jobs: [
        {
          title: 'Nurse',
          shortcode: '9D41C64C18',
          code: '',
          employment_type: 'Full-time',
          telecommuting: false,
          department: 'Care',
          url: 'https://apply.workable.com/j/9D41C64C18',
          published_on: '2026-05-06',
          application_url: 'https://apply.workable.com/j/9D41C64C18/apply',
          created_at: '2026-05-02',
          country: 'Greece',
          city: 'Athens',
          state: 'Attica',
          description: '<p>Care &amp; kindness</p>',
        },
      ],
    },
    {
      external_id: '9D41C64C18',
      title: 'Nurse',
      location: 'Athens, Attica, Greece',
      department: 'Care',
      url: 'https://apply.workable.com/j/9D41C64C18',
      published_at: '2026-05-06T00:00:00.000Z',
      text_contains: 'Care & kindness',
    },
  ),
  sample(
    'smartrecruiters',
    {
      offset: 0,
      limit: 100,
      totalFound: 1,
      content: [
        {
          id: '743999671234567',
          uuid: '0f4d',
          name: 'Store Lead',
          refNumber: 'REF12',
          jobAdId: 'a1',
          company: { identifier: 'acme', name: 'Acme' },
          releasedDate: '2026-02-10T08:30:00.000Z',
          location: { city: 'Poznań', region: 'Wielkopolskie', country: 'pl', remote: false },
          industry: { id: 'retail', label: 'Retail' },
          department: { id: '7', label: 'Stores' },
          function: { id: 'sales', label: 'Sales' },
          typeOfEmployment: { id: 'permanent', label: 'Full-time' },
          ref: 'https://api.smartrecruiters.com/v1/companies/acme/postings/743999671234567',
        },
      ],
    },
    {
      external_id: '743999671234567',
      title: 'Store Lead',
      location: 'Poznań, Wielkopolskie, PL',
      url: 'https://jobs.smartrecruiters.com/acme/743999671234567',
      department: 'Stores',
      published_at: '2026-02-10T08:30:00.000Z',
    },
  ),
  sample(
    'recruitee',
    {
      offers: [
        {
          id: 12345,
          slug: 'operations-manager',
          title: 'Operations Manager',
          department: 'Operations',
          city: 'Amsterdam',
          country: 'Netherlands',
          country_code: 'NL',
          remote: false,
          employment_type_code: 'fulltime',
          published_at: '2026-06-03 09:15:00 UTC',
          status: 'published',
          careers_url: 'https://acme.recruitee.com/o/operations-manager',
          careers_apply_url: 'https://acme.recruitee.com/o/operations-manager/c/new',
          description: '<p>Run the floor</p>',
          requirements: '<ul><li>Dutch</li></ul>',
        },
      ],
    },
    {
      external_id: '12345',
      title: 'Operations Manager',
      location: 'Amsterdam, Netherlands',
      url: 'https://acme.recruitee.com/o/operations-manager',
      department: 'Operations',
      published_at: '2026-06-03T09:15:00.000Z',
      text_contains: 'Dutch',
    },
  ),
  sample(
    'personio',
    `<?xml version="1.0" encoding="UTF-8"?><workzag-jobs><position><id>4103</id><subcompany>Acme GmbH</subcompany>
      <office>München</office><additionalOffices><office>Berlin</office></additionalOffices><department>Finance</department>
      <recruitingCategory>Full-time</recruitingCategory><name>Office &amp; Payroll</name><jobDescriptions><jobDescription>
      <name>Tasks</name><value><![CDATA[<p>Books &amp; wages</p>]]></value></jobDescription></jobDescriptions>
      <employmentType>permanent</employmentType><seniority>experienced</seniority><schedule>full-time</schedule>
      <createdAt>2026-01-20T10:00:00+01:00</createdAt></position></workzag-jobs>`,
    {
      external_id: '4103',
      title: 'Office & Payroll',
      location: 'München',
      department: 'Finance',
      url: 'https://acme.jobs.personio.de/job/4103',
      published_at: '2026-01-20T09:00:00.000Z',
      text_contains: 'Books & wages',
    },
  ),
  sample(
    'bamboohr',
    {
      meta: { totalCount: 1 },
      result: [
        {
          id: '21',
          jobOpeningName: 'Field Engineer',
          departmentId: '18',
          departmentLabel: 'Service',
          employmentStatusLabel: 'Full-Time',
          locationType: '0',
          isRemote: null,
          location: { city: 'Lindon', state: 'Utah' },
          atsLocation: { country: null, state: null, province: null, city: null },
        },
      ],
    },
    {
      external_id: '21',
      title: 'Field Engineer',
      location: 'Lindon, Utah',
      department: 'Service',
      url: 'https://acme.bamboohr.com/careers/21',
    },
  ),
  sample(
    'breezy',
    [
      {
        id: '9f1c0b',
        friendly_id: '9f1c0b-designer',
        name: 'Designer',
        published_date: '2026-07-08T11:00:00.000Z',
        url: 'https://acme.breezy.hr/p/9f1c0b-designer',
        type: { id: 'fullTime', name: 'Full-Time' },
        location: { country: { name: 'Spain', id: 'ES' }, city: 'Valencia', name: 'Valencia, ES', is_remote: false },
        department: 'Design',
        salary: '',
        company: { name: 'Acme', friendly_id: 'acme' },
      },
    ],
    {
      external_id: '9f1c0b',
      title: 'Designer',
      location: 'Valencia, ES',
      department: 'Design',
      url: 'https://acme.breezy.hr/p/9f1c0b-designer',
      published_at: '2026-07-08T11:00:00.000Z',
    },
  ),
]
