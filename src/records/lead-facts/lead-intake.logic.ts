// What people and programs bring as a lead: values under names of fields and of parts of fields become the values of one lead.
//
// The one reader of files, calls, rows of workbooks and records of sources. What a value does not say is left out, and told.
import { readEmails, type WrittenEmail } from '../../engine/values/email.ts'
import { problemOfSize } from '../../engine/values/value-size.ts'
import { displayText } from '../../kernel/csv-text.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { isRoleAddress } from '../../providers/emails/email-verifier.ts'
import { joinName, type NamePart, nameTitles } from '../../providers/names/joined-name.ts'
import { readPersonName } from '../../providers/names/person-name.ts'
import { FIELD_OF_PART, isBeforeStreet, isFamilyFirst } from '../store/columns/lead-fields.logic.ts'
import { FIELD, LEAD_FIELDS, readField } from './lead-field.logic.ts'

export interface GivenValue {
  /** A field of leads, a part of one, or `custom`. */
  target: string
  /** What it is called where it comes from. */
  name: string
  value: Json
}

export interface LeadReading {
  data: JsonObject
  /** Places of values that their fields cannot hold. */
  invalid: number[]
  /** By field the place of the value that it was made of first. */
  from: Map<string, number>
  /** Fields that were told by another value, as the name before an address: they only fill blanks. */
  hints: ReadonlySet<string>
}

/** Fields that may come in several columns. */
export const JOINED_FIELDS: ReadonlySet<string> = new Set(['contact_person', 'address', 'email', 'custom'])

/** What several columns mean by their names. */
export const REPEATED_TARGETS: ReadonlySet<string> = new Set(['email', 'name_prefix'])

/** What a column can be mapped to. */
export const LEAD_TARGETS: readonly string[] = [...LEAD_FIELDS.map(({ name }) => name), ...FIELD_OF_PART.keys()]

const MOST_CUSTOM = 100
const OTHER_EMAILS = 'Other emails'

interface TextValue {
  place: number
  target: string
  name: string
  text: string
}

/** When a field gets two values, the first valid one counts; blanks are ignored. */
export function readGiven(given: readonly GivenValue[]): LeadReading {
  const hints = new Set<string>()
  const reading: LeadReading = { data: {}, invalid: [], from: new Map(), hints }
  const own: JsonObject = {}
  const texts: TextValue[] = []
  const keep = (field: string, value: Json, place: number) => {
    reading.data[field] = value
    reading.from.set(field, place)
  }
  const custom: KeepCustom = (name, value, place) => {
    if (!Object.hasOwn(own, name) && Object.keys(own).length >= MOST_CUSTOM) return
    own[name] = value
    if (!reading.from.has('custom')) reading.from.set('custom', place)
  }
  for (const [place, { target, name, value }] of given.entries()) {
    if (value === null) continue
    if (target === 'custom' && (name !== 'custom' || typeof value !== 'object')) {
      const text = typeof value === 'string' ? value.trim() : value
      if (text !== '') custom(name, text, place)
      continue
    }
    const text = displayText(value).trim()
    if (text === '') continue
    if (FIELD_OF_PART.has(target) || (target !== 'custom' && JOINED_FIELDS.has(target))) {
      texts.push({ place, target, name, text })
      continue
    }
    if (reading.data[target] !== undefined) continue
    const type = FIELD.get(target)?.type
    const read = readField(
      target,
      type === 'multi_select' || type === 'json' || typeof value !== 'object' ? value : text,
    )
    if (read === null) reading.invalid.push(place)
    else keep(target, read, place)
  }
  const mailed = readMails(texts, reading, keep, custom)
  readPerson(texts, reading, keep, custom)
  const [sender] = mailed
  // An address with a name says whose it is, where nothing else does.
  if (sender?.name && reading.data.contact_person === undefined && !isRoleAddress(sender.address))
    if (typeof readPersonName(sender.name) === 'object') {
      keep('contact_person', readField('contact_person', sender.name), reading.from.get('email') ?? 0)
      hints.add('contact_person')
    }
  readAddress(texts, keep, custom)
  if (Object.keys(own).length > 0) reading.data.custom = { ...own, ...(reading.data.custom as JsonObject | undefined) }
  return reading
}

/** Why what was given makes no lead; null when it makes one. */
export function problemOfLead(given: readonly GivenValue[], { data }: LeadReading): string | null {
  for (const { name, value } of given) {
    const problem = problemOfSize(name, value)
    if (problem !== null) return problem
  }
  const saysNothing = Object.keys(data).every((field) => field === 'kind' || field === 'status')
  return saysNothing ? 'Nothing in it is a value of a lead' : null
}

type Keep = (field: string, value: Json, place: number) => void
type KeepCustom = (name: string, value: Json, place: number) => void

/** The first address is the lead's; the rest stay under the names of their columns. */
function readMails(
  texts: readonly TextValue[],
  { data, invalid }: LeadReading,
  keep: Keep,
  custom: KeepCustom,
): WrittenEmail[] {
  const all: WrittenEmail[] = []
  for (const { place, name, text } of texts.filter(({ target }) => target === 'email')) {
    const read = readEmails(text)
    if (read === null) {
      invalid.push(place)
      continue
    }
    const known = new Set(all.map(({ address }) => address.toLowerCase()))
    const fresh = read.filter(({ address }) => !known.has(address.toLowerCase()))
    all.push(...fresh)
    const isFirst = data.email === undefined
    if (isFirst) keep('email', readField('email', fresh[0]?.address), place)
    const rest = fresh.slice(isFirst ? 1 : 0).map(({ address }) => address)
    if (rest.length > 0) custom(isFirst ? OTHER_EMAILS : name, rest.join(', '), place)
  }
  return all
}

/** A whole name wins over its parts. What is no part of a name stays under the name of its column. */
function readPerson(texts: readonly TextValue[], { data }: LeadReading, keep: Keep, custom: KeepCustom): void {
  const whole = texts.filter(({ target }) => target === 'contact_person')
  const parts = texts.filter(({ target }) => FIELD_OF_PART.get(target) === 'contact_person')
  const wholeName = whole.map(({ text }) => text).join(' ')
  for (const { target, name, text, place } of parts) {
    const titles = target === 'name_prefix' ? nameTitles(text) : undefined
    // In some languages Titel is a job.
    if (titles === null && /^tit/i.test(name) && data.contact_title === undefined)
      keep('contact_title', readField('contact_title', text), place)
    else if (titles === undefined ? isBeside(text, wholeName) : titles !== text) custom(name, text, place)
  }
  const [first] = whole.length > 0 ? whole : parts.filter(({ target }) => IN_NAME.has(target))
  if (first === undefined) return
  const said = (...targets: string[]) =>
    targets.flatMap((target) => parts.filter((part) => part.target === target).map(({ text }) => text))
  const joined: { [part in NamePart]: string } = {
    name_prefix: said('name_prefix')
      .flatMap((text) => nameTitles(text) ?? [])
      .join(' '),
    first_name: said('first_name').join(' '),
    middle_name: said('middle_name').join(' '),
    last_name: said('infix', 'last_name', 'second_last_name').join(' '),
    name_suffix: said('name_suffix').join(' '),
  }
  const isEastern = parts.some(({ name }) => isFamilyFirst(name))
  keep('contact_person', readField('contact_person', wholeName || joinName(joined, isEastern)), first.place)
}

const IN_NAME = new Set(['first_name', 'middle_name', 'infix', 'last_name', 'second_last_name'])
/** Whether a whole name is known that this is no part of. */
const isBeside = (part: string, whole: string) => whole !== '' && !whole.toLowerCase().includes(part.toLowerCase())

/** A postcode alone is no address. */
function readAddress(texts: readonly TextValue[], keep: Keep, custom: KeepCustom): void {
  const of = (target: string) => texts.filter((one) => one.target === target)
  const [street, ...more] = of('address')
  const parts = texts.filter(({ target }) => FIELD_OF_PART.get(target) === 'address')
  if (street === undefined) {
    for (const { name, text, place } of parts) custom(name, text, place)
    return
  }
  keep('address', readField('address', joinAddress(street.text, more, parts)), street.place)
}

function joinAddress(street: string, more: readonly TextValue[], parts: readonly TextValue[]): string {
  const lines = [street, ...more.map(({ text }) => text)]
  for (const part of ['house_number', 'address_line_2', 'postcode'])
    for (const { target, name, text } of parts) {
      const isThere = lines.some((line) => ` ${line.replace(/[,;]/g, ' ')} `.includes(` ${text} `))
      if (target !== part || isThere) continue
      if (part !== 'house_number') lines.push(text)
      else lines[0] = isBeforeStreet(name) ? `${text} ${street}` : `${street} ${text}`
    }
  return lines.join(', ')
}

/** The street of an address that columns hold in parts, and what of it they hold. */
export function takeAddressApart(address: string, wanted: readonly { target: string; name: string }[]): JsonObject {
  const apart: JsonObject = {}
  const has = (part: string) => wanted.find(({ target }) => target === part)
  const lines = address.split(/,\s+/)
  const last = lines.at(-1) ?? ''
  if (has('postcode') && lines.length > 1 && isPostcode(last)) apart.postcode = lines.pop() ?? ''
  if (has('address_line_2') && lines.length > 1) apart.address_line_2 = lines.splice(1).join(', ')
  const number = has('house_number')
  const [street = ''] = lines
  if (number) {
    const found = (isBeforeStreet(number.name) ? /^(\d\S*)\s+(.+)$/ : /^(.+?)\s+(\d\S*)$/).exec(street)
    const [digits, rest] = isBeforeStreet(number.name) ? [found?.[1], found?.[2]] : [found?.[2], found?.[1]]
    if (digits !== undefined && rest !== undefined) {
      apart.house_number = digits
      lines[0] = rest
    }
  }
  return { ...apart, address: lines.join(', ') }
}

/** Digits with few letters and no street beside them. */
export const isPostcode = (text: string) =>
  /^(?=.*\d)[\p{Lu}\d][\p{Lu}\d \-–]{1,9}$/u.test(text) && !/^\d{1,2}$/.test(text)
