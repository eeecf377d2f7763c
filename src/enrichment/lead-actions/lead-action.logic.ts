// The actions that fill leads, each a list of waterfalls over the fields of a lead, as they are until a workspace changes them.
import type { AcceptRule } from '../../engine/columns/column-parts.schema.ts'
import type { Verifier, WaterfallMode, WaterfallStep } from '../../engine/columns/kinds/waterfall.kind.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'

export const LEAD_ACTIONS = [
  'find_emails',
  'scrape_website',
  'find_phone',
  'verify_email',
  'firmographics',
  'tech_stack',
] as const
export type LeadActionName = (typeof LEAD_ACTIONS)[number]

/** A waterfall whose answer goes into fields of the lead. */
export interface LeadWaterfall {
  id: string
  name: string
  /** The output field of the answer that each lead field takes. */
  into: Record<string, string>
  output: string
  steps: WaterfallStep[]
  fields?: string[]
  mode?: WaterfallMode
  accept?: AcceptRule
  verify?: Verifier
  agree?: number
  free_guess?: boolean
  max_providers?: number
  max_usd_per_row?: number
  max_seconds_per_row?: number
  run_if?: Filter
  max_age_days?: number
}

export interface LeadAction {
  title: string
  description: string
  waterfalls: LeadWaterfall[]
}

const PERSON = { full_name: '{{Contact}}', domain: '{{Domain}}', company: '{{Company}}' }
const KNOWN_PERSON = { ...PERSON, linkedin_url: '{{LinkedIn}}' }
const SITE = { website: '{{Site}}' }
const FIRM = { domain: '{{Domain}}', company: '{{Company}}' }

const step = (provider: string, inputs: Record<string, string>): WaterfallStep => ({ provider, inputs })
const each = (providers: readonly string[], inputs: Record<string, string>) =>
  providers.map((provider) => step(provider, inputs))

const OF_PERSON: Filter = { field: 'contact_person', op: 'not_empty' }
const OF_COMPANY: Filter = { field: 'contact_person', op: 'is_empty' }

const WORK_EMAIL: LeadWaterfall = {
  id: 'work_email',
  name: 'Work email',
  into: { email: 'work_email' },
  output: 'work_email',
  run_if: OF_PERSON,
  free_guess: true,
  verify: { provider: 'email-verifier', input: 'email' },
  steps: [
    ...each(['enrow-email-finder', 'hunter-email-finder', 'datagma-email-finder', 'icypeas-email-finder'], PERSON),
    ...each(['findymail-email-finder', 'leadmagic-email-finder'], PERSON),
    ...each(['apollo-person', 'prospeo-person'], KNOWN_PERSON),
    step('snov-email-finder', { first_name: '{{First name}}', last_name: '{{Last name}}', domain: '{{Domain}}' }),
    step('dropcontact-person', PERSON),
    step('people-data-labs-person', KNOWN_PERSON),
  ],
}

const STATUS_OF_EMAIL: LeadWaterfall = {
  id: 'email_status',
  name: 'Email status',
  into: { email_status: 'email_status' },
  output: 'email_status',
  accept: { kind: 'any' },
  run_if: { field: 'email', op: 'not_empty' },
  steps: each(
    [
      'email-verifier',
      'reacher-email-verifier',
      'millionverifier-email-verifier',
      'enrow-email-verifier',
      'leadmagic-email-verifier',
      'zerobounce-email-verifier',
      'hunter-email-verifier',
      'neverbounce-email-verifier',
      'findymail-email-verifier',
    ],
    { email: '{{Email}}' },
  ),
}

const COMPANY_EMAIL: LeadWaterfall = {
  id: 'company_email',
  name: 'Company email',
  into: { email: 'company_email' },
  output: 'company_email',
  run_if: OF_COMPANY,
  steps: [step('website-reader', SITE)],
}

export const DEFAULT_ACTIONS: Readonly<Record<LeadActionName, LeadAction>> = {
  find_emails: {
    title: 'Find emails',
    description: 'The work address of a person, or the general address of a company, and whether mail to it arrives.',
    waterfalls: [WORK_EMAIL, COMPANY_EMAIL, STATUS_OF_EMAIL],
  },
  scrape_website: {
    title: 'Read the website',
    description: 'What the website says of a company: description, address, telephone number, social pages.',
    waterfalls: [
      {
        id: 'website',
        name: 'Website',
        output: 'description',
        mode: 'merge',
        into: {
          company: 'company_name',
          description: 'description',
          phone: 'phone',
          city: 'city',
          state: 'region',
          country: 'country',
          address: 'address',
          linkedin_url: 'linkedin_url',
          twitter_url: 'twitter_url',
          facebook_url: 'facebook_url',
          instagram_url: 'instagram_url',
          youtube_url: 'youtube_url',
          github_url: 'github_url',
        },
        steps: [step('website-reader', SITE)],
      },
    ],
  },
  find_phone: {
    title: 'Find phone numbers',
    description: 'The mobile number of a person, else the number of the company.',
    waterfalls: [
      {
        id: 'mobile',
        name: 'Mobile phone',
        into: { phone: 'mobile_phone' },
        output: 'mobile_phone',
        run_if: OF_PERSON,
        steps: [
          step('leadmagic-mobile-finder', { linkedin_url: '{{LinkedIn}}', email: '{{Email}}' }),
          step('apollo-mobile-phone', { ...KNOWN_PERSON, email: '{{Email}}' }),
          step('findymail-phone-finder', { linkedin_url: '{{LinkedIn}}' }),
        ],
      },
      {
        id: 'company_phone',
        name: 'Company phone',
        into: { phone: 'phone' },
        output: 'phone',
        steps: [
          step('website-reader', SITE),
          step('apollo-company', { domain: '{{Domain}}' }),
          step('google-place', { query: '{{Company}} {{City}}' }),
        ],
      },
    ],
  },
  verify_email: {
    title: 'Verify emails',
    description: 'Whether mail to the address of the lead arrives. Sends no mail.',
    waterfalls: [STATUS_OF_EMAIL],
  },
  firmographics: {
    title: 'Company facts',
    description: 'Industry, size, description and seat of a company, from registers, its website and vendors.',
    waterfalls: [
      {
        id: 'company',
        name: 'Company facts',
        output: 'industry',
        mode: 'merge',
        into: {
          specialization: 'industry',
          company_size: 'employee_count',
          description: 'description',
          city: 'city',
          country: 'country_name',
          linkedin_url: 'linkedin_url',
          twitter_url: 'twitter_url',
        },
        steps: [
          step('wikidata-company', { company: '{{Company}}', domain: '{{Domain}}' }),
          step('website-reader', SITE),
          step('hunter-company', { domain: '{{Domain}}' }),
          ...each(['leadmagic-company', 'prospeo-company', 'people-data-labs-company'], FIRM),
          step('apollo-company', { domain: '{{Domain}}' }),
        ],
      },
    ],
  },
  tech_stack: {
    title: 'Find technologies',
    description: 'What the website of a company is built with and runs on.',
    waterfalls: [
      {
        id: 'technologies',
        name: 'Technologies',
        into: { technologies: 'technologies' },
        output: 'technologies',
        steps: [
          step('technology-detector', SITE),
          step('hunter-company', { domain: '{{Domain}}' }),
          step('apollo-company', { domain: '{{Domain}}' }),
        ],
      },
    ],
  },
}

/** The output fields that a waterfall is to bring. */
export const outputsOf = ({ into }: Pick<LeadWaterfall, 'into'>) => [...new Set(Object.values(into))]
