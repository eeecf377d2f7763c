// The promises of the work e-mail guesser.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latinSpellings } from '../names/latin.ts'
import { type EmailGuess, guessEmails } from './email-guess.ts'
import { emailPattern } from './email-pattern.ts'
import { companyKind, PATTERNS, patternShares, readPattern } from './email-patterns.ts'

const ask = (inputs: Record<string, string>) => emailPattern.answer({ company_domain: 'acme.com', ...inputs })
const emailOf = (inputs: Record<string, string>) => {
  const answer = ask(inputs)
  return answer.kind === 'found' ? answer.values.work_email : answer
}
const candidates = (inputs: Record<string, string>) => {
  const answer = ask(inputs)
  return answer.kind === 'found' ? (answer.values.email_candidates as unknown as EmailGuess[]) : []
}

describe('a guess', () => {
  it.each([
    [{ first_name: 'Ada', last_name: 'Lovelace' }, 'ada.lovelace@acme.com'],
    [{ full_name: 'Dr. Ada Lovelace, PhD' }, 'ada.lovelace@acme.com'],
    [{ full_name: 'LOVELACE, ADA' }, 'ada.lovelace@acme.com'],
    [
      { first_name: 'Ada', last_name: 'Lovelace', company_domain: 'https://www.Acme.co.uk/about' },
      'ada.lovelace@acme.co.uk',
    ],
    [{ first_name: 'Ada', last_name: 'Lovelace', company_domain: 'info@acme.com' }, 'ada.lovelace@acme.com'],
    [{ first_name: 'Ada', last_name: 'Lovelace', employee_count: '1-10' }, 'ada@acme.com'],
    [{ first_name: 'Ada', last_name: 'Lovelace', employee_count: '10,000+' }, 'ada.lovelace@acme.com'],
    [{ first_name: 'Ada', last_name: 'Lovelace', known_pattern: '{f}{last}' }, 'alovelace@acme.com'],
    [{ first_name: 'Ada' }, 'ada@acme.com'],
    [{ first_name: 'Dr. Jürgen', last_name: 'Groß', company_domain: 'acme.de' }, 'juergen.gross@acme.de'],
    [{ first_name: 'Zoë', last_name: "O'Brien" }, 'zoe.obrien@acme.com'],
    [{ first_name: 'Søren', last_name: 'Łukasz' }, 'soeren.lukasz@acme.com'],
    [{ first_name: 'Jean-Pierre', last_name: 'Dupont' }, 'jean-pierre.dupont@acme.com'],
    [{ first_name: 'Anna', last_name: 'van der Berg', employee_count: '201-500' }, 'anna.vanderberg@acme.com'],
    [{ first_name: 'Gabriel', last_name: 'García Márquez' }, 'gabriel@acme.com'],
    [{ first_name: 'Иван', last_name: 'Петров' }, 'ivan.petrov@acme.com'],
    [{ first_name: 'Γιώργος', last_name: 'Παπαδόπουλος' }, 'giorgos.papadopoylos@acme.com'],
    [{ first_name: 'Sammy', last_name: 'Davis Jr.' }, 'sammy.davis@acme.com'],
  ])('for %j is %s', (inputs, email) => {
    expect(emailOf(inputs)).toBe(email)
  })

  it('is never called verified, and claims no more than its share', () => {
    const answer = ask({ first_name: 'Ada', last_name: 'Lovelace' })
    expect(answer).toMatchObject({ kind: 'found', confidence: 0.3 })
    expect(answer).not.toMatchObject({ verified: true })
  })

  it('comes with at most twelve candidates, likeliest first, each once, together no more than certain', () => {
    const list = candidates({ first_name: 'Jörg-Peter', last_name: 'van der Mühle' })
    expect(list.length).toBe(12)
    expect(new Set(list.map(({ email }) => email)).size).toBe(12)
    expect(list.map(({ probability }) => probability)).toEqual(
      list.map(({ probability }) => probability).sort((a, b) => b - a),
    )
    expect(list.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThan(1)
    expect(candidates({ first_name: 'Jörg', last_name: 'Weiß' }).map(({ email }) => email)).toEqual(
      expect.arrayContaining(['joerg.weiss@acme.com', 'jorg.weiss@acme.com', 'jweiss@acme.com']),
    )
  })

  it.each([
    ['Bob Smith <bsmith@acme.com>, Eve Jones <ejones@acme.com>', 'alovelace@acme.com'],
    ['["bob.smith@acme.com","info@acme.com","eve.jones@acme.com"]', 'ada.lovelace@acme.com'],
    ['Bob Smith <bob@other.com>', 'ada.lovelace@acme.com'],
    ['Ada Lovelace <countess@acme.com>', 'countess@acme.com'],
  ])('beside known addresses %s is %s', (known_emails, email) => {
    expect(emailOf({ first_name: 'Ada', last_name: 'Lovelace', known_emails })).toBe(email)
  })

  it('counts the people whom the workspace knows at the company, under whichever name it is asked for', () => {
    const colleagues = ['bsmith', 'ejones'].map((local, n) => ({
      email: `${local}@acme.com`,
      full_name: ['Bob Smith', 'Eve Jones'][n] ?? null,
    }))
    const inputs = { first_name: 'Ada', last_name: 'Lovelace', company_domain: 'https://www.acme.com/about' }
    expect(emailPattern.colleagues_at?.(inputs)).toBe('acme.com')
    expect(emailPattern.answer(inputs, colleagues)).toMatchObject({
      values: { work_email: 'alovelace@acme.com', email_pattern: 'flast' },
    })
  })

  it.each([
    [{ first_name: 'Ada', company_domain: 'gmail.com' }, 'gmail.com is a free mail provider'],
    [{ first_name: 'Ada', company_domain: 'ada@yahoo.co.uk' }, 'yahoo.co.uk is a free mail provider'],
    [{ first_name: 'Ada', company_domain: 'acme.github.io' }, 'acme.github.io has no mail addresses of its own'],
    [{ first_name: 'Ada', company_domain: 'not a domain' }, 'not a web address'],
    [
      { first_name: 'Ada', company_domain: 'linkedin.com/company/acme' },
      "a page on linkedin.com, not the company's own site",
    ],
    [{ full_name: '王小明' }, 'the name has no usual spelling in Latin letters'],
    [{ full_name: 'Sales Team' }, 'a company or a department'],
    [{ full_name: 'Northwind Solutions' }, 'the name of a company, not of a person'],
    [{ full_name: 'Meyer & Söhne GmbH & Co. KG' }, 'the name of a company, not of a person'],
    [{ first_name: 'Northwind', last_name: 'Consulting' }, 'the name of a company, not of a person'],
    [{ full_name: 'Acme' }, 'the name of the company, not of a person'],
    [{ first_name: '123' }, 'digits or signs in the name'],
  ])('is refused for %j', (inputs, reason) => {
    expect(emailOf(inputs)).toEqual({ kind: 'not_found', reason })
  })

  it('is always an address of the domain in plain letters', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('Ängström', 'de la Cruz', 'O’Neil', 'Jean-Luc', 'Smith Jones', 'Đặng'),
    )
    fc.assert(
      fc.property(name, name, (first, last) => {
        for (const { email, probability } of guessEmails({ first, last }, 'acme.com', patternShares('unknown'), 0.5)) {
          expect(email).toMatch(/^[a-z]+([._-][a-z]+)*@acme\.com$/)
          expect(probability).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('the prior', () => {
  it('keeps room for addresses no rule builds, in every kind of company', () => {
    for (const kind of ['unknown', 'small', 'medium', 'large'] as const) {
      const total = [...patternShares(kind).values()].reduce((sum, share) => sum + share, 0)
      expect(total).toBeGreaterThan(0.7)
      expect(total).toBeLessThanOrEqual(0.86)
    }
  })

  it('gives way to addresses that are known at the company, the more of them the more', () => {
    const known = (count: number) =>
      Array.from({ length: count }, () => ({ local: 'alovelace', first: 'Ada', last: 'Lovelace' }))
    const share = (count: number) => patternShares('large', { known: known(count) }).get('flast') ?? 0
    expect([share(0), share(1), share(4)].map((value) => Math.round(value * 100) / 100)).toEqual([0.15, 0.57, 0.83])
    const named = patternShares('large', { named: 'flast' }).get('flast') ?? 0
    expect(named).toBeGreaterThan(share(2))
    expect(
      patternShares('large', { named: 'flast', known: [{ local: 'ada.lovelace' }, { local: 'bob.smith' }] }).get(
        'flast',
      ),
    ).toBeLessThan(named)
  })

  it('counts addresses no pattern builds against all of them, and mailboxes of functions not at all', () => {
    const odd = patternShares('large', { known: [{ local: 'countess', first: 'Ada', last: 'Lovelace' }] })
    expect(odd.get('first.last')).toBeLessThan(patternShares('large').get('first.last') ?? 0)
    expect(patternShares('large', { known: [{ local: 'info' }, { local: 'sales-emea' }] })).toEqual(
      patternShares('large'),
    )
  })

  it('never says more than is certain, whatever is known', () => {
    const local = fc.constantFrom('ada.lovelace', 'ada', 'alovelace', 'a.lovelace', 'lovelace', 'al', 'x9', 'info')
    const known = fc.array(
      local.map((one) => ({ local: one, first: 'Ada', last: 'Lovelace' })),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(known, fc.option(fc.constantFrom(...PATTERNS), { nil: undefined }), (all, named) => {
        const total = [...patternShares('unknown', { known: all, named }).values()].reduce(
          (sum, share) => sum + share,
          0,
        )
        expect(total).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  it.each([
    ['1-10', 'small'],
    ['11-50', 'medium'],
    ['51 to 200', 'medium'],
    ['1,000+', 'large'],
    ['10k', 'large'],
    ['7', 'small'],
    ['', 'unknown'],
    ['many', 'unknown'],
    ['0', 'unknown'],
  ])('reads headcount "%s" as %s', (size, kind) => {
    expect(companyKind(size)).toBe(kind)
  })

  it.each([
    ['first.last', 'first.last'],
    ['{first}.{last}@acme.com', 'first.last'],
    ['firstname', 'first'],
    ['{f}{last}', 'flast'],
    ['{first_initial}.{last_name}', 'f.last'],
    ['xyz', undefined],
  ])('reads pattern "%s" as %s', (text, pattern) => {
    expect(readPattern(text)).toBe(pattern)
  })
})

it('spells what has no letter-by-letter spelling not at all', () => {
  expect(latinSpellings('محمد', 0.5)).toEqual([])
  expect(latinSpellings('太郎', 0.5)).toEqual([])
  expect(latinSpellings('Müller', 0.85)).toEqual([
    { text: 'mueller', share: 0.85 },
    { text: 'muller', share: expect.closeTo(0.15) },
  ])
})
