// The letters that stand for a person or firm: of the first and the last word of the name.

const LETTER = /\p{L}|\p{N}/u
/** A name in these scripts is not of words with a first letter each: its first sign says most. */
const WHOLE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u

/** "Ann Doe" is AD, "王伟" is 王, "admin" is A; "?" where there is no letter. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._]+/).filter((word) => LETTER.test(word))
  const first = (word: string | undefined) => (word ? ([...word].find((sign) => LETTER.test(sign)) ?? '') : '')
  const [one = '', last] = [first(words[0]), words.length > 1 && !name.includes('@') ? first(words.at(-1)) : '']
  if (one === '') return '?'
  return (WHOLE.test(one) ? one : one + last).toUpperCase()
}
