// Parts of a person's name: given name, surname, and the generation that tells father and son apart.

const TITLES = /^((mr|mrs|ms|miss|mx|dr|prof|professor|sir|herr|frau|rev)(\. ?| |$))+/i
const DEGREES = /,? (phd|md|mba|esq)\.?$/i
// "Sen" and "Jun" are families, too, unless a dot says that they are short for something.
const GENERATION =
  /[\s,(]+(sr|snr|sen(?=\.)|senior|jr|jnr|jun(?=\.)|junior|júnior|père|pere|fils|filho|hijo|neto|i{1,3}|iv|2nd|3rd|4th)\.?\)?$/iu
const ORDER: Readonly<Record<string, string>> = {
  sr: '1',
  snr: '1',
  senior: '1',
  i: '1',
  jr: '2',
  jnr: '2',
  junior: '2',
  ii: '2',
  '2nd': '2',
  sen: '1',
  père: '1',
  pere: '1',
  jun: '2',
  júnior: '2',
  fils: '2',
  filho: '2',
  hijo: '2',
  iii: '3',
  '3rd': '3',
  neto: '3',
  iv: '4',
  '4th': '4',
}
const PARTICLE = /^(van|von|der|den|de|del|della|di|da|la|le|bin|al|el|st|ter|dos|do)$/i
/** Chinese and Korean names without a blank begin with the family name, which is one character but for a few. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u

/**
 * `1` for Sr and I, `2` for Jr and II, and so on; empty where the name has none. After fewer words than `least` it is a part of the
 * name, since families are called Senior, too.
 */
export function generationOf(name: string, least: number): string {
  return parted(name, least).generation
}

/** A name without the generation after it. */
export const withoutGeneration = (name: string) => parted(name, 1).rest

/** A name without the titles before it; nothing where it is a title only. */
export const withoutTitle = (name: string) => name.trim().replace(TITLES, '').trim()

function parted(name: string, least: number): { rest: string; generation: string } {
  const plain = name.trim().replace(DEGREES, '')
  // In "Quill Jr., Robert" it stands behind the family name.
  const comma = plain.search(/,\s*[^,]+$/)
  const inside = comma < 0 || GENERATION.test(plain) ? null : GENERATION.exec(plain.slice(0, comma))
  if (inside !== null && inside.index > 0)
    return {
      rest: `${plain.slice(0, inside.index)}${plain.slice(comma)}`,
      generation: ORDER[(inside[1] as string).toLowerCase()] ?? '',
    }
  const found = GENERATION.exec(plain)
  const rest = plain.slice(0, found?.index)
  if (!found || rest === '' || rest.split(/\s+/).length < least) return { rest: plain, generation: '' }
  return { rest, generation: ORDER[(found[1] as string).toLowerCase()] ?? '' }
}

/** Given name and surname of a whole name, whichever way around it is written. */
export function splitName(name: string): { given: string; surname: string } {
  const plain = parted(withoutTitle(name), 2).rest
  if (FAMILY_FIRST.test(plain)) {
    const [surname = '', ...given] = plain
    return { given: given.join(''), surname }
  }
  const comma = plain.indexOf(',')
  if (comma > 0) return { given: firstWord(plain.slice(comma + 1).trim()), surname: plain.slice(0, comma) }
  const words = plain.split(/\s+/)
  if (words.length < 2) return { given: '', surname: plain }
  let start = words.length - 1
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start--
  return { given: words[0] ?? '', surname: words.slice(start).join(' ') }
}

const firstWord = (text: string) => text.split(/\s+/)[0] ?? ''
