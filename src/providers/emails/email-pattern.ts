// E-mail pattern guesser: the likeliest work address of a person at a company domain, plainly marked as a guess.
import { readEmailDomain, readWebDomain } from '../domains/domain.ts'
import { isFreeMail } from '../domains/shared-hosts.ts'
import { found, type Inputs, type LocalLookup, type LookupAnswer, notFound } from '../kit/kit.ts'
import { readPersonName } from '../names/person-name.ts'
import { takeSuffixes, takeTitles } from '../names/person-name-affixes.ts'
import { guessEmails } from './email-guess.ts'
import { companyKind, patternShares, readPattern } from './email-patterns.ts'

export const emailPattern: LocalLookup = {
  id: 'email-pattern',
  provider: 'millrace',
  label: 'Work email guesser',
  description:
    'Guesses a work email from a name and a company domain by how such addresses are usually built; a guess, never verified.',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc5321',
  inputs: [
    {
      name: 'company_domain',
      label: 'Company domain',
      type: 'text',
      required: true,
      help: 'Domain or web address of the company; free mail domains are refused.',
      aliases: ['company domain', 'domain', 'website', 'company website', 'url', 'company url', 'homepage', 'web'],
    },
    {
      name: 'first_name',
      label: 'First name',
      type: 'text',
      required: false,
      help: 'Given name of the person.',
      aliases: ['first name', 'firstname', 'given name', 'forename', 'vorname', 'prénom', 'nombre'],
    },
    {
      name: 'last_name',
      label: 'Last name',
      type: 'text',
      required: false,
      help: 'Surname of the person.',
      aliases: ['last name', 'lastname', 'surname', 'family name', 'nachname', 'apellido', 'apellidos'],
    },
    {
      name: 'full_name',
      label: 'Full name',
      type: 'text',
      required: false,
      help: 'Used when first and last name are blank.',
      aliases: ['full name', 'name', 'contact', 'contact name', 'contact person', 'person', 'person name'],
    },
    {
      name: 'employee_count',
      label: 'Employees',
      type: 'text',
      required: false,
      help: 'Headcount or range such as “11-50”: small firms use first names, large ones first.last.',
      aliases: ['employees', 'employee count', 'headcount', 'company size', 'size', 'number of employees', 'staff'],
    },
    {
      name: 'known_pattern',
      label: 'Known pattern',
      type: 'text',
      required: false,
      help: 'The pattern in use at this company, if known: “first.last”, “flast”, “{f}.{last}”.',
      aliases: ['email pattern', 'email format', 'pattern'],
    },
  ],
  one_of: [['full_name', 'first_name', 'last_name']],
  outputs: [
    { field: 'work_email', label: 'Work email (guess)' },
    { field: 'email_pattern' },
    { field: 'email_candidates' },
  ],
  price: { usd: 0, rule: 'free' },
  license: 'inferred',
  method: 'inferred',
  keyless: true,
  repeat_free: true,
  cache_days: 0,
  limits: {},
  timeout_ms: 1000,
  sample: {
    inputs: { first_name: 'Ada', last_name: 'Lovelace', company_domain: 'https://www.example.com/' },
    values: { work_email: 'ada.lovelace@example.com', email_pattern: 'first.last' },
  },
  answer,
}

function answer(inputs: Inputs): LookupAnswer {
  const typed = inputs.company_domain ?? ''
  const site = typed.includes('@') ? readEmailDomain(typed) : readWebDomain(typed)
  if (!site.ok) return notFound(site.reason)
  if (site.domain === null) return notFound(`${site.host} has no mail addresses of its own`)
  if (isFreeMail(site.domain)) return notFound(`${site.domain} is a free mail provider`)
  const name = nameOf(inputs)
  if (typeof name === 'string') return notFound(name)
  const shares = patternShares(companyKind(inputs.employee_count ?? ''), readPattern(inputs.known_pattern ?? ''))
  const guesses = guessEmails(name, site.domain, shares, /\.(de|at|ch|li)$/.test(site.domain) ? 0.85 : 0.5)
  const [best] = guesses
  if (!best) return notFound('the name has no usual spelling in Latin letters')
  return found(
    { work_email: best.email, email_pattern: best.pattern, email_candidates: guesses.map((guess) => ({ ...guess })) },
    Math.min(best.probability, 1),
  )
}

/** First and last name freed of titles, suffixes and nicknames; a string says why there is none. */
function nameOf(inputs: Inputs): { first: string; last: string } | string {
  const { first_name: first = '', last_name: last = '', full_name: full = '' } = inputs
  if (first === '' && last === '') return readPersonName(full)
  if (/[\p{Nd}@]/u.test(first + last)) return 'digits or signs in the name'
  return { first: bare(first), last: bare(last) }
}

function bare(part: string): string {
  const words = part
    .slice(0, 200)
    .replace(/["“”(][^"“”()]*["“”)]/g, ' ')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  takeTitles(words, false)
  takeSuffixes(words, false, true)
  return words.join(' ')
}
