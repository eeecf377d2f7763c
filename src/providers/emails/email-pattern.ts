// E-mail pattern guesser: the likeliest work address of a person at a company domain, plainly marked as a guess.
import { type DomainReading, readEmailDomain, readWebDomain } from '../domains/domain.ts'
import { isFreeMail } from '../domains/shared-hosts.ts'
import { found, type Inputs, type LocalLookup, type LookupAnswer, notFound } from '../kit/kit.ts'
import type { Colleague } from '../kit/outside.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { isFirm, readPersonName } from '../names/person-name.ts'
import { takeSuffixes, takeTitles } from '../names/person-name-affixes.ts'
import { guessEmails } from './email-guess.ts'
import { companyKind, type KnownAddress, patternShares, readPattern } from './email-patterns.ts'

export const emailPattern: LocalLookup = {
  ...COMPUTED,
  id: 'email-pattern',
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
    {
      name: 'known_emails',
      label: 'Known addresses',
      type: 'text',
      required: false,
      help: 'Addresses of colleagues, with names where known: “Ada Lovelace <ada@acme.com>”; those of your leads are counted anyway.',
      aliases: ['known emails', 'known addresses', 'emails', 'emails found', 'email list'],
    },
  ],
  one_of: [['full_name', 'first_name', 'last_name']],
  outputs: [
    { field: 'work_email', label: 'Work email (guess)' },
    { field: 'email_pattern' },
    { field: 'email_candidates' },
  ],
  sample: {
    inputs: { first_name: 'Ada', last_name: 'Lovelace', company_domain: 'https://www.example.com/' },
    values: { work_email: 'ada.lovelace@example.com', email_pattern: 'first.last' },
  },
  answer,
  colleagues_at: (inputs) => {
    const site = companyOf(inputs)
    return site.ok ? (site.domain ?? undefined) : undefined
  },
}

function answer(inputs: Inputs, colleagues: readonly Colleague[] = []): LookupAnswer {
  const site = companyOf(inputs)
  if (!site.ok) return notFound(site.reason)
  if (site.domain === null) return notFound(`${site.host} has no mail addresses of its own`)
  if (isFreeMail(site.domain)) return notFound(`${site.domain} is a free mail provider`)
  const name = nameOf(inputs)
  if (typeof name === 'string') return notFound(name)
  if (isCompanyItself(name, site.domain)) return notFound('the name of the company, not of a person')
  const known = knownAt(site.domain, inputs.known_emails ?? '', colleagues)
  const own = ownAddress(known, name)
  if (own) return found({ work_email: own, email_pattern: null, email_candidates: null }, 0.95)
  const shares = patternShares(companyKind(inputs.employee_count ?? ''), {
    named: readPattern(inputs.known_pattern ?? ''),
    known: [...known.values()],
  })
  const guesses = guessEmails(name, site.domain, shares, /\.(de|at|ch|li)$/.test(site.domain) ? 0.85 : 0.5)
  const [best] = guesses
  if (!best) return notFound('the name has no usual spelling in Latin letters')
  return found(
    { work_email: best.email, email_pattern: best.pattern, email_candidates: guesses.map((guess) => ({ ...guess })) },
    Math.min(best.probability, 1),
  )
}

function companyOf(inputs: Inputs): DomainReading {
  const typed = inputs.company_domain ?? ''
  return typed.includes('@') ? readEmailDomain(typed) : readWebDomain(typed)
}

/** One word that is the domain's own: "Acme" at acme.com. A person whose site is called after them has two. */
function isCompanyItself({ first, last }: { first: string; last: string }, domain: string): boolean {
  const whole = `${first}${last}`.toLowerCase().replace(/[^\p{L}]/gu, '')
  return (first === '' || last === '') && whole !== '' && whole === domain.split('.')[0]?.replace(/[^\p{L}]/gu, '')
}

/** Addresses at the domain by themselves: those that were handed in, with the name before the bracket, and those of the workspace's leads. */
function knownAt(domain: string, typed: string, colleagues: readonly Colleague[]): Map<string, KnownAddress> {
  const known = new Map<string, KnownAddress>()
  const add = (email: string, full: string) => {
    const at = email.lastIndexOf('@')
    if (email.slice(at + 1).toLowerCase() !== domain || known.has(email.toLowerCase())) return
    const name = full === '' ? undefined : readPersonName(full)
    const person =
      name !== undefined && typeof name !== 'string' && name.first !== '' && name.last !== '' ? name : undefined
    known.set(email.toLowerCase(), {
      local: email.slice(0, at),
      ...(person && { first: person.first, last: person.last }),
    })
  }
  for (const { email, full_name } of colleagues) add(email, full_name ?? '')
  const written = typed
    .slice(0, 20_000)
    .matchAll(/(?:["']?([\p{L}][\p{L}\p{M}.' -]{2,80})["']?\s{0,2}<)?([\w.+'-]{1,64}@[\w.-]{3,253})/gu)
  for (const [, full = '', email = ''] of written) {
    add(email.replace(/\.+$/, ''), full.trim())
    if (known.size >= 200) break
  }
  return known
}

/** The person's own address, where it is among the known ones with their name. */
function ownAddress(
  known: ReadonlyMap<string, KnownAddress>,
  name: { first: string; last: string },
): string | undefined {
  const same = (a: string | undefined, b: string) => a !== undefined && b !== '' && a.toLowerCase() === b.toLowerCase()
  return [...known].find(([, { first, last }]) => same(first, name.first) && same(last, name.last))?.[0]
}

/** First and last name freed of titles, suffixes and nicknames; a string says why there is none. */
function nameOf(inputs: Inputs): { first: string; last: string } | string {
  const { first_name: first = '', last_name: last = '', full_name: full = '' } = inputs
  if (first === '' && last === '') return readPersonName(full)
  if (/[\p{Nd}@]/u.test(first + last)) return 'digits or signs in the name'
  const name = { first: bare(first), last: bare(last) }
  const words = `${name.first} ${name.last}`.trim().split(/\s+/)
  return isFirm(words, words.join(' ')) ? 'the name of a company, not of a person' : name
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
