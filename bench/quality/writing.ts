// Measures what is read from single texts on labeled data: e-mail syntax, guesses of addresses, names of people, mailboxes of functions, robots.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRoleName } from '../../src/engine/values/role-names.ts'
import { isAllowedByRobots, parseRobots } from '../../src/platform/net/robots.ts'
import { isFreeMail } from '../../src/providers/domains/shared-hosts.ts'
import { readWrittenAddress } from '../../src/providers/emails/address-syntax.ts'
import { guessEmails } from '../../src/providers/emails/email-guess.ts'
import { patternShares } from '../../src/providers/emails/email-patterns.ts'
import { readPersonName } from '../../src/providers/names/person-name.ts'
import { calibrationError } from './figures.ts'
import type { Line } from './matching.ts'

function rowsOf<T>(path: string): T[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as T]))
}

const share = (all: readonly boolean[]) => all.filter(Boolean).length / Math.max(1, all.length)
/** Rules for names and the weight of the prior were chosen on rows at even places. */
const odd = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % 2 === 1)
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

interface Guessed {
  domain: string
  people: { first: string; last: string; email: string; pattern: string }[]
}

/** The rank of the right address among the guesses for each person, and how sure the first was; colleagues are known, or nobody is. */
function guessed(companies: readonly Guessed[], isKnown: boolean) {
  return companies.flatMap(({ domain, people }) =>
    people.map((person) => {
      const others = isKnown ? people.filter((one) => one !== person) : []
      const known = others.map(({ first, last, email }) => ({ local: email.split('@')[0] ?? '', first, last }))
      const guesses = guessEmails(person, domain, patternShares('unknown', { known }), 0.5)
      const rank = guesses.findIndex(({ email }) => email === person.email)
      return { rank, probability: guesses[0]?.probability ?? 0 }
    }),
  )
}

export function writingLines(folder: string | null): Line[] {
  const of = (...path: string[]) => (folder === null ? '' : join(folder, ...path))
  const line = (set: string, measure: string, all: readonly boolean[], target: number, anchor = ''): Line[] =>
    all.length === 0 ? [] : [{ set, measure, found: share(all), target, anchor }]
  const isemail = rowsOf<{ address: string; category: string }>(of('email', 'isemail-tests.jsonl'))
  const hapi = rowsOf<{ address: string; valid: boolean; options: string | null }>(
    of('email', 'hapi-address-tests.jsonl'),
  ).filter(({ options }) => options === null)
  const companies = rowsOf<Guessed>(of('email', 'pattern-inference.jsonl'))
  const known = guessed(companies, true)
  const unknown = guessed(companies, false)
  const half = guessed(odd(companies), true)
  const people = odd(rowsOf<{ text: string; tokens: [string, string][] }>(of('names', 'probablepeople-person.jsonl')))
  const named = people.flatMap(({ text, tokens }) => {
    const part = (tag: string) => letters(tokens.flatMap(([word, one]) => (one === tag ? [word] : [])).join(''))
    const [first, last] = [part('GivenName'), part('Surname')]
    if (first === '' || last === '') return []
    const name = readPersonName(text)
    return [typeof name !== 'string' && letters(name.first) === first && letters(name.last) === last]
  })
  const listOf = (name: string) =>
    existsSync(of('email', name)) ? readFileSync(of('email', name), 'utf8').trim().split('\n') : []
  const roles = listOf('role-local-parts.txt')
  const free = listOf('free-mail-domains.txt')
  const robots = rowsOf<{ robots: string; agent: string; url: string; allowed: boolean }>(
    of('robots', 'google-unit-tests.jsonl'),
  )
  // As it is written: a parser of addresses would escape and shorten it.
  const pathOf = (url: string) => {
    const path = url.replace(/^[a-z]+:\/\/[^/?;]*/i, '').replace(/#.*$/, '')
    return path.startsWith('/') ? path : `/${path}`
  }
  const own = companies.flatMap(({ people: all }) => all.map(({ email }) => !isRoleName(email.split('@')[0] ?? '')))
  return [
    ...line(
      'isemail',
      `sendable or not, ${isemail.length}`,
      isemail.map(
        ({ address, category }) =>
          /VALID_CATEGORY|DNSWARN/.test(category) === (readWrittenAddress(address) !== undefined),
      ),
      161 / 164,
      'hapi 0.994',
    ),
    ...line(
      'hapi address',
      `valid or not, ${hapi.length}`,
      hapi.map(({ address, valid }) => valid === (readWrittenAddress(address) !== undefined)),
      205 / 215,
    ),
    ...line(
      'work e-mail, colleagues known',
      `first guess, ${known.length} people (0.69 can be built)`,
      known.map(({ rank }) => rank === 0),
      0.56,
      'whole set: prior and counts 0.556 of 0.76',
    ),
    ...line(
      'work e-mail, colleagues known',
      'in the first three',
      known.map(({ rank }) => rank >= 0 && rank < 3),
      0.69,
      '0.689',
    ),
    ...line(
      'work e-mail, nobody known',
      'first guess',
      unknown.map(({ rank }) => rank === 0),
      0.36,
      'prior 0.369',
    ),
    ...(companies.length > 0
      ? [
          {
            set: 'work e-mail, half held out',
            measure: 'calibration error of the first guess',
            found: calibrationError(half.map(({ rank, probability }) => ({ probability, isSame: rank === 0 }))),
            target: 0.05,
            isMost: true,
            anchor: '',
          },
        ]
      : []),
    ...line('names of people, half held out', `first and last, ${named.length}`, named, 0.9, 'parse-full-name 0.939'),
    ...line('mailboxes of people', `not taken for a function's, ${own.length}`, own, 1),
    ...line('mailboxes of functions', `known of ${roles.length}`, roles.map(isRoleName), 0.95, 'kept list 0.956'),
    ...line('free mail', `known of ${free.length}`, free.map(isFreeMail), 0.88, 'kept list 0.887'),
    ...line(
      'robots',
      `allowed or not, ${robots.length}`,
      robots.map(
        ({ robots: text, agent, url, allowed }) => isAllowedByRobots(parseRobots(text, agent), pathOf(url)) === allowed,
      ),
      1,
      'robots-parser 0.907',
    ),
  ]
}
