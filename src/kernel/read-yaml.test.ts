// Promises of the reader of YAML: every digit is kept, what a number holds is a number, and no alias makes a large tree.
import { expect, test } from 'vitest'
import { readYaml } from './read-yaml.ts'

test('a number is a number as long as it keeps its digits, and else its text', () => {
  const read = readYaml(
    [
      'id: 12345678901234567890',
      'next: 12345678901234567891',
      'minus: -9007199254740993',
      'plus: +9007199254740993',
      'padded: 00012345678901234567890',
      'huge: 1e400',
      'fine: 0.1234567890123456789',
      'short: .1234567890123456789',
      'hex: 0xFFFFFFFFFFFFFFFFFF',
      'safe: 9007199254740991',
      'price: 0.10',
      'text: "12345678901234567890"',
      'list: [1, 12345678901234567890]',
      '12345678901234567890: key',
    ].join('\n'),
  )
  expect(read).toEqual({
    id: '12345678901234567890',
    next: '12345678901234567891',
    minus: '-9007199254740993',
    plus: '+9007199254740993',
    padded: '00012345678901234567890',
    huge: '1e400',
    fine: '0.1234567890123456789',
    short: '.1234567890123456789',
    hex: '0xFFFFFFFFFFFFFFFFFF',
    safe: 9007199254740991,
    price: 0.1,
    text: '12345678901234567890',
    list: [1, '12345678901234567890'],
    '12345678901234567890': 'key',
  })
})

test('aliases and keys that stand twice are refused', () => {
  expect(() => readYaml('a: &a [1]\nb: *a')).toThrow(/alias/i)
  expect(() => readYaml('a: 1\na: 2')).toThrow(/unique/)
})

test('what nests without end is refused before it is parsed, whatever it nests with', () => {
  for (const unit of ['[', '{a: ', '- ', '? ', '[{a: '])
    expect(() => readYaml(`a: 1\nb:\n  ${unit.repeat(100_000)}`), unit).toThrow(/deeper than 200/)
  expect(readYaml(`a: ${'['.repeat(150)}1${']'.repeat(150)}`)).toBeTruthy()
  const brackets = ' ['.repeat(500)
  expect(readYaml(`a: "${brackets}"\nb: |\n  ${'- '.repeat(500)}\nc: x${brackets}`)).toMatchObject({ a: brackets })
  const wide = Array.from({ length: 1000 }, (_, n) => `k${n}: {a: [${n}, {b: c}]}`).join('\n')
  expect(Object.keys(readYaml(wide) as object)).toHaveLength(1000)
})
