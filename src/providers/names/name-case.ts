// Gives personal names typed all in capitals, or all in small letters, the case they are written in; others stay as they are.
import { isParticle } from './person-name-words.ts'

/** True when the text has letters of one case only, so its case tells nothing. A single initial does not count. */
export function isOneCase(text: string): boolean {
  const letters = text.replace(/\b\p{L}\./gu, '').replace(/[^\p{L}]/gu, '')
  if (letters.length < 2 || letters.toLowerCase() === letters.toUpperCase()) return false
  return letters === letters.toUpperCase() || letters === letters.toLowerCase()
}

/** "DE LA CRUZ" to "de la Cruz", "o'neil-mcKAY" to "O'Neil-McKay"; roman numbers stay. */
export function nameCase(text: string): string {
  const locale = /[İŞĞ]/.test(text) ? 'tr' : 'en'
  return text
    .split(' ')
    .map((word, place, words) => {
      const small = word.toLocaleLowerCase(locale)
      // "Y" among initials is one of them.
      const lone = small.length === 1 && (words[place - 1]?.length === 1 || (words[place + 1]?.length ?? 1) === 1)
      if (isParticle(small) && words.length > 1 && !lone) return small
      return small.replace(
        /(^|[-'’.(])(mc(?=\p{L}{2}))?(\p{L})/gu,
        (_, before: string, mc: string | undefined, letter: string) => {
          return before + (mc ? 'Mc' : '') + letter.toLocaleUpperCase(locale)
        },
      )
    })
    .join(' ')
    .replace(/(?<=\p{L})(['’])S\b/gu, '$1s')
}
