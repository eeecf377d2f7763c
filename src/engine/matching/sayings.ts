// Which values of one field say the same, however each is written.
import { firmTokens, isShortenedName } from './firm-name.ts'
import { inLatin } from './latin.ts'
import type { ColumnRole, FieldKind } from './match-fields.ts'
import { fold, normalForm } from './normal-form.ts'
import { generationOf, splitName } from './person-name.ts'

export type SayingKind = FieldKind | 'full_name' | 'website'

/** What says nothing of how its values are written is text. */
export const sayingKindOf = (role: ColumnRole['role'] | null): SayingKind =>
  role === null || role === 'street_number' ? 'text' : role

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** With the letters that stand for an accent where there is no key for it: Müller is Mueller. */
export const spelledOut = (text: string): string =>
  text.normalize('NFC').replace(/[äöüøå]/giu, (letter) => SPELLED[letter.toLowerCase()] ?? letter)

/** The forms of a value; two that share one say the same. */
function formsOf(kind: SayingKind, value: string): string[] {
  const forms = [value, spelledOut(value)].map((text) => formOf(kind, text))
  return [...new Set(forms.flatMap((form) => (form === null || form === '' ? [] : [form])))]
}

function formOf(kind: SayingKind, value: string): string | null {
  switch (kind) {
    case 'full_name': {
      const { given, surname } = splitName(value)
      return `${fold(inLatin(given))} ${fold(inLatin(surname))} ${generationOf(value, 2)}`.trim()
    }
    // One mailbox may have several addresses, and each is another to write to.
    case 'email':
      return value.trim().toLowerCase()
    case 'website':
      return value
        .trim()
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/^www\./, '')
        .replace(/[?#].*$/, '')
        .replace(/\/(index\.\w+)?$/, '')
    // By its digits, so that a number that the kinds of calls cannot tell is one, too.
    case 'phone':
      return value.replace(/\D/g, '').replace(/^0+/, '') || fold(value)
    case 'text':
    case 'category':
      return fold(value) || value.trim()
    default:
      return normalForm(kind, value) ?? (fold(value) || value.trim())
  }
}

/** Digits of a local number; shorter ones are an extension. */
const LEAST_DIGITS = 7

/** Whether the first is the second with something left out: initials, shortened words, the code of the country. */
function isShortFor(kind: SayingKind, short: string, long: string): boolean {
  if (kind === 'firm') {
    const [a, b] = [firmTokens(fold(short)), firmTokens(fold(long))]
    return a.join(' ').length < b.join(' ').length && isShortenedName(a, b)
  }
  if (kind === 'phone') {
    const [a, b] = [formOf(kind, short) ?? '', formOf(kind, long) ?? '']
    return a.length >= LEAST_DIGITS && a.length < b.length && b.endsWith(a) && !short.trim().startsWith('+')
  }
  if (kind !== 'full_name') return false
  const [one, other] = [splitName(short), splitName(long)]
  const [x, y] = [fold(inLatin(one.given)), fold(inLatin(other.given))]
  if (generationOf(short, 2) !== generationOf(long, 2) || y.length < 2) return false
  const isFamily = formsOf('surname', one.surname).some((form) => formsOf('surname', other.surname).includes(form))
  return isFamily && x.length <= 1 && y.startsWith(x)
}

/**
 * The values in groups of what they say, by place. A shortened one joins those that it is short for where they say one thing: `J. Smith` is
 * John Smith, unless there is a Jane Smith, too.
 */
export function groupSayings(kind: SayingKind, values: readonly string[]): number[] {
  const of = values.map((_, at) => at)
  const join = (a: number, b: number) => {
    const [low, high] = [Math.min(of[a] as number, of[b] as number), Math.max(of[a] as number, of[b] as number)]
    for (const [at, group] of of.entries()) if (group === high) of[at] = low
  }
  const seen = new Map<string, number>()
  for (const [at, value] of values.entries())
    for (const form of formsOf(kind, value)) {
      const first = seen.get(form)
      if (first === undefined) seen.set(form, at)
      else join(first, at)
    }
  const said = [...of]
  for (const [at, value] of values.entries()) {
    const long = values.flatMap((other, place) =>
      said[place] !== said[at] && isShortFor(kind, value, other) ? [place] : [],
    )
    if (new Set(long.map((place) => said[place])).size === 1) join(at, long[0] as number)
  }
  return of
}
