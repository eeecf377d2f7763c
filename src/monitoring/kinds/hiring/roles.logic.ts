// What a posting says by its title, place and text: function, leadership, country, technologies.

import { departmentByRules, readDepartment, readSeniority } from '../../../providers/names/job-title.ts'
import { readPlaceCountry } from '../../../providers/places/country.ts'
import { COUNTRIES } from '../../../providers/places/country-names.ts'

const LEADERS = new Set(['founder', 'c_suite', 'vp', 'head', 'director'])

/** The function of a role by the words of its title, else of the department it stands under, else as its title is guessed. */
export function functionOf(title: string, department: string): string | null {
  const own = departmentByRules(title)
  if (own && own !== 'executive') return own
  const around = departmentByRules(department)
  return around && around !== 'executive' ? around : (own ?? readDepartment(title) ?? null)
}

export const isLeadership = (title: string) => LEADERS.has(readSeniority(title) ?? '')

/** ISO 3166-1 alpha-2 of a place; null where it names no country. */
export const countryOf = (location: string): string | null => readPlaceCountry(location)?.country.iso2 ?? null

export const countryName = (iso2: string) => COUNTRIES.find((one) => one.iso2 === iso2)?.name ?? iso2

/** Named in texts of postings: distinctive names only, and none that is a plain word. */
const MENTIONED: readonly (readonly [string, RegExp])[] = (
  [
    'Salesforce',
    'HubSpot',
    'Snowflake',
    'Databricks',
    'BigQuery',
    'Redshift',
    'Kubernetes',
    'Terraform',
    'Docker',
    'PostgreSQL',
    'MySQL',
    'MongoDB',
    'Elasticsearch',
    'Redis',
    'Kafka',
    'Airflow',
    'dbt',
    'Looker',
    'Tableau',
    'Power BI',
    'React',
    'Angular',
    'Vue.js',
    'Next.js',
    'Node.js',
    'TypeScript',
    'Python',
    'Kotlin',
    'Scala',
    'Golang',
    'Ruby on Rails',
    'Django',
    'Laravel',
    'Spring Boot',
    '.NET',
    'GraphQL',
    'AWS',
    'Azure',
    'Google Cloud',
    'GCP',
    'Jenkins',
    'GitLab',
    'GitHub Actions',
    'Jira',
    'Confluence',
    'ServiceNow',
    'Workday',
    'SAP S/4HANA',
    'SAP',
    'NetSuite',
    'Marketo',
    'Pardot',
    'Segment',
    'Amplitude',
    'Mixpanel',
    'Zendesk',
    'Intercom',
    'Outreach.io',
    'Salesloft',
    'Gong',
    'Clari',
    'ZoomInfo',
    'Shopify',
    'Magento',
    'WordPress',
    'Webflow',
    'Contentful',
    'Adobe Experience Manager',
    'Okta',
    'Auth0',
    'CrowdStrike',
    'Datadog',
    'New Relic',
    'Splunk',
    'Grafana',
    'Prometheus',
    'PagerDuty',
    'Stripe',
    'Twilio',
    'Figma',
    'Unity',
    'Unreal Engine',
    'PyTorch',
    'TensorFlow',
    'Hugging Face',
    'OpenAI',
    'LangChain',
    'SAS',
    'MATLAB',
    'Fivetran',
    'Microsoft Dynamics',
  ] as const
).map((name) => [
  name,
  new RegExp(
    `(?<![\\w.])${name.replace(/[.+/]/g, '\\$&')}(?![\\w])`,
    /^(?:dbt|SAP|SAS|AWS|GCP|Segment|Unity|Gong|Clari|React|Scala|Redis|Kafka|Docker|Stripe|Workday|Figma|Intercom|Prometheus|Python)$/.test(
      name,
    )
      ? ''
      : 'i',
  ),
])

/** Technologies that the text names, with the words around the first mention. */
export function technologiesIn(text: string): { name: string; quote: string }[] {
  return MENTIONED.flatMap(([name, sign]) => {
    const match = sign.exec(text)
    return match ? [{ name, quote: around(text, match.index, match[0].length) }] : []
  })
}

/** Up to 80 characters around a place in a text, cut between words. */
function around(text: string, at: number, length: number): string {
  const from = Math.max(0, at - 40)
  const to = Math.min(text.length, at + length + 40)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = to === text.length ? to : text.lastIndexOf(' ', to)
  return text.slice(start > at ? at : start, end < at + length ? at + length : end).trim()
}
