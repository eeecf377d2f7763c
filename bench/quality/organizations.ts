// A made set of firms with the traps of the field: branches in other towns, sister firms at one address, holdings and subsidiaries, acronyms.

import { randomFrom } from '../../test/random.ts'
import { type Chance, SMALL, type Vocabulary } from './vocabulary.ts'

/** A generator with a fixed start. */
function generator(seed: number): Chance {
  const next = randomFrom(seed * 0x9e3779b9)
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return { next, below, pick, chance: (share: number) => next() < share }
}

const FORMS: readonly (readonly string[])[] = [
  ['Inc.', 'Inc', 'Incorporated', ''],
  ['Ltd.', 'Limited', 'Ltd', ''],
  ['GmbH', 'gmbh', ''],
  ['LLC', 'L.L.C.', ''],
  ['AG', 'Aktiengesellschaft', ''],
  ['Corp.', 'Corporation', ''],
]
const KINDS: readonly (readonly [string, string])[] = [
  ['Street', 'St.'],
  ['Road', 'Rd'],
  ['Avenue', 'Ave.'],
  ['Lane', 'Ln'],
  ['Drive', 'Dr.'],
]
interface Firm {
  name: string
  form: readonly string[]
  acronym: string | null
  street: string
  kind: readonly [string, string]
  number: number
  town: number
  postcode: string
  phone: string
  domain: string
}

function firmOf(c: Chance, v: Vocabulary): Firm {
  const { words, isSociety } = v.name(c)
  const town = v.town(c)
  return {
    name: words.join(' '),
    form: c.pick(FORMS),
    acronym: isSociety ? words.map((word) => word[0]).join('') : null,
    ...placeOf(c, v, town),
    domain: `${words.slice(0, 2).join(c.pick(['', '-']))}.${c.pick(['com', 'com', 'net', 'de', 'co.uk'])}`,
  }
}

function placeOf(c: Chance, v: Vocabulary, town: number) {
  return {
    street: v.street(c),
    kind: c.pick(KINDS),
    number: 1 + c.below(200),
    town,
    postcode: v.postcode(c, town),
    phone: v.phone(c, town),
  }
}

const titled = (text: string) => text.replace(/\b\w/g, (letter) => letter.toUpperCase())

function typo(c: Chance, text: string): string {
  const at = 1 + c.below(Math.max(1, text.length - 2))
  const kind = c.below(3)
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 1) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
  return text.slice(0, at) + 'aeiorstn'[c.below(8)] + text.slice(at + 1)
}

/** One way in which a list has the firm. */
function recordOf(c: Chance, v: Vocabulary, firm: Firm, label: string): Record<string, string> {
  const short = firm.acronym !== null && c.chance(0.3)
  let name = short ? (firm.acronym ?? '').toUpperCase() : titled(firm.name)
  if (!short && c.chance(0.12)) name = typo(c, name)
  if (c.chance(0.1)) name = name.toUpperCase()
  const blank = (share: number, value: string) => (c.chance(share) ? '' : value)
  const phone = c.chance(0.5) ? `+1 ${firm.phone}` : firm.phone.replaceAll(' ', '-')
  const street = `${firm.number} ${c.chance(0.1) ? typo(c, firm.street) : firm.street} ${c.pick(firm.kind)}`
  return {
    firm: label,
    company: `${name} ${c.pick(firm.form)}`.trim(),
    street: blank(0.15, street),
    postcode: blank(0.12, firm.postcode),
    city: blank(0.08, titled(v.towns[firm.town] ?? '')),
    phone: blank(0.3, phone),
    website: blank(0.3, c.chance(0.5) ? `https://www.${firm.domain}/` : firm.domain),
  }
}

/** The records, each with the firm it is of. */
export function organizations(seed: number, count = 500, v: Vocabulary = SMALL): Record<string, string>[] {
  const c = generator(seed)
  const firms: Firm[] = []
  while (firms.length < count) {
    const firm = firmOf(c, v)
    firms.push(firm)
    const trap = c.next()
    // A branch: name and site of the firm, in another town.
    if (trap < 0.15)
      firms.push({ ...firm, ...placeOf(c, v, (firm.town + 1 + c.below(v.towns.length - 1)) % v.towns.length) })
    // A sister at the same address, often with the same telephone.
    else if (trap < 0.25) {
      const sister = firmOf(c, v)
      firms.push({
        ...sister,
        street: firm.street,
        kind: firm.kind,
        number: firm.number,
        town: firm.town,
        postcode: firm.postcode,
        ...(c.chance(0.4) && { phone: firm.phone }),
      })
    }
    // A holding of the same name at the same address, with a site of its own now and then.
    else if (trap < 0.32)
      firms.push({
        ...firm,
        name: `${firm.name} ${c.pick(['holding', 'services', 'international', 'properties'])}`,
        acronym: null,
        phone: placeOf(c, v, firm.town).phone,
      })
    // A firm of the same name elsewhere that has nothing to do with it.
    else if (trap < 0.37)
      firms.push({
        ...firm,
        ...placeOf(c, v, c.below(v.towns.length)),
        domain: `${firm.name.replaceAll(' ', '')}${c.below(90)}.com`,
      })
  }
  return firms.flatMap((firm, at) => Array.from({ length: 1 + c.below(4) }, () => recordOf(c, v, firm, String(at))))
}
