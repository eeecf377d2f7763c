// How alike two values of each kind can be, from the same to different, with what is expected of matches and of others before any data is seen.
import type { FieldKind } from './match-fields.ts'

export interface Level {
  /** Read in "the surname is …". */
  words: string
  /** Share among pairs that are the same. */
  m: number
  /** Share among pairs that are not. */
  u: number
  /** The share that data may raise it to: of what is told apart by name, few pairs that are the same differ in it wholly. */
  most?: number
  /** The most it may weigh, in bits: neighbors and colleagues agree that far without being the same. */
  mostBits?: number
}

const level = (words: string, m: number, u: number, mostBits?: number): Level => ({
  words,
  m,
  u,
  ...(mostBits !== undefined && { mostBits }),
})
const different = (m: number, u: number, most = 1): Level => ({ words: 'different', m, u, most })

export const LEVELS: Readonly<Record<FieldKind, readonly Level[]>> = {
  given_name: [
    level('the same', 0.78, 0.008),
    level('nearly the same', 0.1, 0.006),
    level('an initial of the other', 0.02, 0.01),
    level('similar', 0.03, 0.05, 0),
    different(0.07, 0.926, 0.15),
  ],
  surname: [
    level('the same', 0.84, 0.004),
    level('nearly the same', 0.08, 0.004),
    level('exchanged with the given name', 0.01, 0.0005),
    level('similar', 0.02, 0.03),
    different(0.05, 0.9615),
  ],
  // Sr is hardly ever written for Jr by mistake.
  generation: [level('the same', 0.996, 0.5), different(0.004, 0.5, 0.004)],
  firm: [
    level('the same', 0.72, 0.0005),
    level('nearly the same', 0.12, 0.001),
    level('short for the other', 0.06, 0.003),
    level('that of a firm of its group', 0.01, 0.001, -2),
    level('similar', 0.05, 0.02),
    different(0.02, 0.9745, 0.025),
  ],
  street: [
    level('the same', 0.66, 0.0008),
    level('nearly the same', 0.12, 0.0012),
    level('the same street with another number', 0.05, 0.004, 2),
    level('similar', 0.05, 0.03),
    different(0.12, 0.964),
  ],
  place: [
    level('the same', 0.7, 0.003),
    level('nearly the same', 0.1, 0.002),
    level('similar', 0.05, 0.03),
    different(0.15, 0.965),
  ],
  city: [level('the same', 0.8, 0.03), level('nearly the same', 0.08, 0.01), different(0.12, 0.96)],
  postcode: [
    level('the same', 0.8, 0.004),
    level('one character off', 0.07, 0.01),
    level('of the same area', 0.04, 0.06, 1),
    different(0.09, 0.926),
  ],
  region: [level('the same', 0.92, 0.2), level('nearly the same', 0.02, 0.02), different(0.06, 0.78)],
  country: [level('the same', 0.97, 0.4), level('nearly the same', 0.01, 0.01), different(0.02, 0.59)],
  date: [
    level('the same', 0.82, 0.0005),
    level('one digit off or day and month exchanged', 0.1, 0.003),
    level('of the same year', 0.04, 0.03, 2),
    different(0.04, 0.9665),
  ],
  identifier: [
    level('the same', 0.86, 0.0001),
    level('one character off', 0.08, 0.0001),
    level('two characters off', 0.02, 0.0008),
    different(0.04, 0.999, 0.08),
  ],
  email: [
    level('the same', 0.68, 0.0002),
    level('nearly the same', 0.1, 0.0003),
    level('of the same domain', 0.08, 0.004, 3),
    different(0.14, 0.9955),
  ],
  phone: [
    level('the same', 0.68, 0.0004),
    level('one digit off', 0.06, 0.0003),
    level('of the same exchange', 0.06, 0.004, 1),
    different(0.2, 0.9953),
  ],
  domain: [level('the same', 0.85, 0.001), level('nearly the same', 0.05, 0.001), different(0.1, 0.998)],
  text: [
    level('the same', 0.72, 0.0003),
    level('nearly the same', 0.14, 0.0003),
    level('very similar', 0.07, 0.001),
    level('similar', 0.04, 0.006),
    different(0.02, 0.9924, 0.03),
  ],
  people: [
    level('the same', 0.6, 0.0005),
    level('the same people', 0.3, 0.001),
    level('partly the same people', 0.06, 0.01),
    different(0.04, 0.9885),
  ],
  number: [level('the same', 0.9, 0.08), level('off by one', 0.05, 0.1), different(0.05, 0.82)],
  category: [level('the same', 0.6, 0.15), level('similar', 0.15, 0.1), different(0.25, 0.75)],
}
