// Names in other scripts as Latin letters, so that one name in two scripts is compared letter by letter.
import anyAscii from 'any-ascii'

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Texts in Latin letters come back as they are. Each Chinese character becomes a word. */
export function inLatin(text: string): string {
  if (!OTHER_SCRIPT.test(text)) return text
  return anyAscii(text).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
}
