// Promises of spelling: a person is known again however an address is written, and no other person is taken for them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalEmail, marksIn, marksOf, patternsOf, recordMarks } from './erasure.logic.ts'

const ANN = 'email:ann.doe@acme.com'

test('an address is the same with a name around it, in any case, with a tag, and with its domain in either form', () => {
  for (const text of [
    'ann.doe@acme.com',
    'ANN.DOE@Acme.COM',
    'Ann Doe <ann.doe@acme.com>',
    '"Doe, Ann" <Ann.Doe+news@acme.com>',
    'mailto:ann.doe@acme.com?subject=x',
    'cc: bob@x.com; ann.doe@acme.com.',
    'ann.doe%40acme.com',
    'ann.doe＠acme.com',
    '"ann.doe"@acme.com',
    '{"to": "\\"Ann.Doe+x\\"@acme.com"}',
  ])
    expect(marksIn(text), text).toContain(ANN)
  expect(canonicalEmail('dee@müller.example')).toBe(canonicalEmail('DEE+x@xn--mller-kva.example'))
  expect(canonicalEmail('a.n.n@googlemail.com')).toBe('ann@gmail.com')
  for (const text of ['joann.doe@acme.com', 'ann.doe@acme.com.br', 'anndoe@acme.com', 'ann.doe@acme.co'])
    expect(marksIn(text), text).not.toContain(ANN)
})

test('the pattern for stored text finds every spelling that the marks find', () => {
  const [pattern = ''] = patternsOf({ email: 'Ann.Doe@acme.com' })
  const regex = new RegExp(pattern.replaceAll('[:alnum:]', 'A-Za-z0-9').replaceAll('[:space:]', '\\s'), 'i')
  const tag = fc.constantFrom('', '+a', '+news.2024')
  const around = fc.constantFrom(['', ''], ['Ann <', '>'], ['mailto:', '?x'], ['{"v": "', '"}'], ['x, ', '; y'])
  fc.assert(
    fc.property(tag, around, fc.boolean(), fc.constantFrom('', '"', '\\"'), (plus, [before, after], upper, quote) => {
      const address = `${quote}ann.doe${plus}${quote}@acme.com`
      const text = `${before}${upper ? address.toUpperCase() : address}${after}`
      expect(marksIn(text)).toContain(ANN)
      expect(regex.test(text)).toBe(true)
    }),
  )
  for (const text of ['joann.doe@acme.com', 'annxdoe@acme.com', 'ann.doe@acme.community'])
    expect(regex.test(text)).toBe(false)
})

test('a person with an address is refused under the telephone of the firm only with their name', () => {
  const marks = marksOf({ contact_person: 'Ann Doe', email: 'ann@acme.com', phone: '+49 30 901820' })
  expect(marks).toEqual(['email:ann@acme.com', 'called:30901820 ann doe'])
  expect(marksOf({ contact_person: 'Ann', phone: '+49 30 901820' })).toHaveLength(1)
  const holds = (record: object) => recordMarks(record as never).some((mark) => marks.includes(mark))
  for (const record of [
    { a: 'Ann Doe', b: '030 901820' },
    { a: 'Doe, Ann', b: '+49 (30) 90-18-20' },
    { a: 'Ann', b: 'Doe', c: '004930901820' },
    { a: 'ANN M. DOE', b: 4930901820 },
  ])
    expect(holds(record), JSON.stringify(record)).toBe(true)
  for (const record of [
    { a: 'Eve Doe', b: '030 901820' },
    { a: 'Ann Doe' },
    { b: '030 901820' },
    { a: 'Ann Doe', b: '030 901821' },
  ])
    expect(holds(record), JSON.stringify(record)).toBe(false)
})

test('every address, profile and telephone among values of their own names counts, those of other people do not', () => {
  const marks = marksOf({
    contact_person: 'Ann Doe',
    email: 'ann@acme.com',
    custom: {
      private: 'ann.doe@home.example',
      profile: 'https://linkedin.com/in/ann-doe',
      whatsapp: '+44 20 7946 0958',
      owner: 'rep@ours.example',
      assistant_email: 'bob@acme.com',
      remark: 'met at the fair with carl@x.example and dan@x.example',
    },
  })
  expect(marks).toEqual([
    'email:ann@acme.com',
    'email:ann.doe@home.example',
    'linkedin:in/ann-doe',
    'called:79460958 ann doe',
  ])
  expect(marksOf({ contact_person: 'Ann Doe', email: 'info@acme.com' }), 'a mailbox that colleagues share').toEqual([
    'person:email:info@acme.com ann doe',
  ])
})
