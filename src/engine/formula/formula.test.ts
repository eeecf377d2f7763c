import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import { checkFormula } from './check.ts'
import { signatureOf } from './functions.ts'
import { columnsOf, compute, TABLE } from './sample.fixture.ts'
import { MAX_DEPTH } from './syntax.ts'

const valueFor = (source: string, values: { [name: string]: Json } = {}) => {
  const result = compute(source, values)
  if (!result.ok) throw new Error(`${source}: ${result.message} at ${result.start}`)
  return result.value
}
const problemOf = (source: string, values: { [name: string]: Json } = {}) => {
  const result = compute(source, values)
  if (result.ok) throw new Error(`${source} gives ${JSON.stringify(result.value)}`)
  return { message: result.message, at: source.slice(result.start, result.end) }
}

describe('every function does what its documentation says', () => {
  for (const fn of new Set(TABLE.values())) {
    for (const [source, result] of fn.examples) test(`${source}`, () => expect(valueFor(source)).toEqual(result))
    test(`${signatureOf(fn)} is documented`, () => {
      expect(fn.says).toMatch(/^[^\n]{5,200}[.]$/)
      expect(fn.examples.length).toBeGreaterThan(0)
    })
  }
})

describe('operators', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-2 ^ 2', 4],
    ['2 ^ 3 ^ 2', 64],
    ['10 % 3', 1],
    ['-7 % 3', 2],
    ['50%', 0.5],
    ['50% * 10', 5],
    ['0.1 + 0.2', 0.3],
    ['1 & 2 & "x"', '12x'],
    ['1 + 1 & ""', '2'],
    ['"abc" = "ABC"', true],
    ['1 = "1"', true],
    ['"" = BLANK', true],
    ['0 = BLANK', false],
    ['2 < 10', true],
    ['"2" < "10"', true],
    ['"b" > "A"', true],
    ['BLANK < 1', false],
    ['1 <> 2 AND NOT 1 = 2', true],
    ['TRUE OR FALSE AND FALSE', true],
    ['NOT FALSE AND FALSE', false],
    ['DATE(2026, 1, 31) + 1', '2026-02-01'],
    ['DATE(2026, 1, 31) - DATE(2026, 1, 1)', 30],
    ['"2026-01-31" > "2026-01-30T10:00:00Z"', true],
    ['= 1 + 1', 2],
    ['SUM(1; 2)', 3],
    ["'it''s' & \"\"", "it's"],
    ['"say ""hi"""', 'say "hi"'],
    ['{{Email}}.length', null],
    ['sum(1, 2)', 3],
  ])('%s', (source, result) => expect(valueFor(source)).toEqual(result))

  test('a blank makes a sum unknown, leaves nothing in a text and is skipped among many', () => {
    expect(valueFor('{{Size}} * 10', { Size: null })).toBeNull()
    expect(valueFor('"a" & {{Size}} & "b"', { Size: null })).toBe('ab')
    expect(valueFor('SUM({{Size}}, 1)', { Size: null })).toBe(1)
    expect(valueFor('UPPER({{Size}})', { Size: null })).toBeNull()
    expect(valueFor('IF({{Size}} > 5, "big", "small")', { Size: null })).toBe('small')
  })

  test('spaces are kept where texts are put together, however it is written', () => {
    expect(valueFor('CONCAT({{a}}, " ", {{b}})', { a: 'x', b: 'y' })).toBe('x y')
    expect(valueFor('{{a}} & " " & {{b}}', { a: 'x', b: 'y' })).toBe('x y')
    expect(valueFor('JOIN(" ", {{a}}, {{b}}, BLANK)', { a: 'x', b: 'y' })).toBe('x y')
    expect(valueFor('JOIN("", {{a}}, "  ", {{b}})', { a: 'x', b: 'y' })).toBe('x  y')
  })

  test('references reach into objects and lists, with the path inside or behind the braces', () => {
    const values = { Site: { company: { size: 12 }, tags: ['a', 'b'] }, 'Site.url': 'x', 'Net {USD}': 4 }
    expect(valueFor('{{Site.company.size}} + 1', values)).toBe(13)
    expect(valueFor('{{Site}}.company.size * 2', values)).toBe(24)
    expect(valueFor('{{site}}.tags.1', values)).toBe('b')
    expect(valueFor('{{Site}}.tags[1]', values)).toBe('b')
    const odd = { Site: { '@odata.count': 2, 'a.b': { c: 'literal' }, a: { b: { c: 'nested', 'say "hi"': 'quote' } } } }
    for (const [formula, value] of [
      ['{{Site}}["@odata.count"] + 1', 3],
      ['{{Site["@odata.count"]}} + 1', 3],
      ['GET({{Site}}, "@odata.count") + 1', 3],
      ['GET({{Site}}, "[\'a.b\'].c")', 'literal'],
      ['{{Site}}.a.b.c', 'literal'],
      ['{{Site.a.b.c}}', 'literal'],
      ['{{Site}}["a"].b.c', 'nested'],
      ['({{Site}}["a"]).b["say ""hi"""]', 'quote'],
    ] as const)
      expect([formula, valueFor(formula, odd)]).toEqual([formula, value])
    expect(() => valueFor('GET({{Site}}, "a..b")', odd)).toThrow(/not a path/)
    expect(valueFor('{{Site.url}}', values)).toBe('x')
    expect(valueFor('{{Net \\{USD\\}}} + 1', values)).toBe(5)
  })
})

describe('what is wrong is told with its place', () => {
  test.each([
    ['1 +', 'Something is missing here', ''],
    ['(1 + 2', 'This bracket is never closed', '('],
    ['1 + 2)', 'This bracket was never opened', ')'],
    ['ROUND(1', 'The bracket after ROUND is never closed', 'ROUND'],
    ['ROUND(1 2)', 'A comma or a closing bracket is missing in ROUND', '2'],
    ['"abc', 'This text is never closed', '"abc'],
    ['UPER("a")', 'There is no function UPER. Did you mean UPPER?', 'UPER'],
    [
      'VLOOKUP("a")',
      'There is no function VLOOKUP. LOOKUP and COUNTIF find and count rows, and a lookup column does more: refer to one',
      'VLOOKUP',
    ],
    ['UPPER({{Emial}})', 'There is no column "Emial". Did you mean {{Email}}?', '{{Emial}}'],
    ['UPPER("a", "b")', 'UPPER is written UPPER(text); it got 2 arguments', 'UPPER("a", "b")'],
    [
      'SWITCH("a", "b")',
      'SWITCH is written SWITCH(value, match, then, …, [otherwise]); it got 2 arguments',
      'SWITCH("a", "b")',
    ],
    ['1 + "abc"', '+ needs a number; texts are joined with &', '"abc"'],
    ['ROUND(LIST(1))', 'ROUND needs a number', 'LIST(1)'],
    ['YEAR(12)', 'YEAR needs a date, such as DATE(2026, 1, 31)', '12'],
    ['STATUS("a")', 'STATUS needs a column, such as {{Email}}', '"a"'],
    ['Email', '"Email" is not a value: a column is written {{Email}}, a text "Email"', 'Email'],
    ['TRUE && FALSE', '"&&" is written AND here', '&&'],
    ['REGEXMATCH("a", "(")', 'This is not a pattern: missing closing )', '"("'],
    ['DATEADD("2026-01-31", 1, "moon")', 'The unit is one of', '"moon"'],
    ['"a" "b"', 'An operator is missing here', '"b"'],
  ])('%s', (source, message, at) => {
    const problem = problemOf(source)
    expect(problem.message).toContain(message)
    expect(problem.at).toBe(at)
  })

  test('everything at once', () => {
    const { problems } = checkFormula('NOPE({{x}}) & {{y}}', columnsOf({}), TABLE)
    expect(problems?.map(({ type }) => type)).toEqual(['unknown_reference', 'unknown_function', 'unknown_reference'])
  })

  test('also what only a row shows', () => {
    expect(problemOf('1 / {{n}}', { n: 0 })).toEqual({ message: 'Division by zero', at: '1 / {{n}}' })
    expect(problemOf('5 + ROUND({{n}})', { n: 'abc' })).toEqual({ message: '"abc" is not a number', at: '{{n}}' })
    expect(problemOf('IFERROR(1 / 0, 1) + {{n}}', { n: [1, 2] })).toEqual({
      message: 'a list is not a number',
      at: '{{n}}',
    })
  })
})

describe('types are inferred', () => {
  test.each([
    ['1 + 2', 'number'],
    ['"a" & 1', 'text'],
    ['1 < 2', 'boolean'],
    ['TODAY() + 1', 'date'],
    ['TODAY() - DATE(2026, 1, 1)', 'number'],
    ['IF(1 > 2, "a", "b")', 'text'],
    ['IF(1 > 2, "a", 5)', 'any'],
    ['SPLIT("a,b")', 'list'],
    ['COALESCE("", "x")', 'text'],
    ['COALESCE({{Email}}, "x")', 'any'],
    ['IF({{Email}} = "a", BLANK, 5)', 'number'],
    ['MIN(BLANK, 5)', 'number'],
  ])('%s', (source, type) => expect(checkFormula(source, columnsOf({}), TABLE).formula?.type).toBe(type))

  test('what depends on the clock is marked', () => {
    expect(checkFormula('TODAY()', columnsOf({}), TABLE).formula?.volatile).toBe(true)
    expect(checkFormula('1 + 1', columnsOf({}), TABLE).formula?.volatile).toBe(false)
  })
})

describe('no formula can stop a server', () => {
  test.each([
    ['a bomb of repeats', 'REPEAT(REPEAT(REPEAT("x", 1000), 1000), 1000)'],
    ['a text that doubles itself', `${'SUBSTITUTE('.repeat(40)}"aaaa"${', "a", "aaaa")'.repeat(40)}`],
    ['deep brackets', `${'('.repeat(5000)}1${')'.repeat(5000)}`],
    ['deep calls', `${'ABS('.repeat(1000)}1${')'.repeat(1000)}`],
    ['a long chain', Array.from({ length: 5000 }, () => '1').join('+')],
    ['a large list', 'COUNT(SPLIT(REPEAT("a,", 40000), ","))'],
    ['many matches of a large pattern', `COUNT(REGEXEXTRACTALL(REPEAT("a", 90000), "(a{1,500}){1,2}b"))`],
    ['a huge power', '9 ^ 9 ^ 9 ^ 9'],
  ])('%s', (_, source) => expect(compute(source).ok).toBe(false))

  test('a formula as deep as it may be is computed', () => {
    expect(valueFor(`${'ABS('.repeat(MAX_DEPTH - 2)}1${')'.repeat(MAX_DEPTH - 2)}`)).toBe(1)
  })

  test('a pattern that hangs other engines is matched at once', () => {
    expect(valueFor('REGEXMATCH({{t}}, "^(a+)+$")', { t: `${'a'.repeat(5000)}b` })).toBe(false)
  })

  test('work on large values is counted, however often it is asked for', () => {
    const source = `LEN(${Array.from({ length: 90 }, () => 'UPPER({{t}})').join('&')})`
    expect(compute(source, { t: 'x'.repeat(90_000) }).ok).toBe(false)
  })

  test('what the database cannot store is not given', () => {
    expect(valueFor('URLDECODE("a%00b")')).toBe('a\ufffdb')
    expect(valueFor('JSON({{t}}).a', { t: '{"a":"\\ud800"}' })).toBe('\ufffd')
  })
})

describe('a column whose lookup failed', () => {
  const of = (source: string) => {
    const result = compute(source, { Failed: null, Also: null, Known: 'x', Blank: null, Number: 3 }, TABLE, [
      'Failed',
      'Also',
    ])
    if (result.ok) return result.value
    return result.unknown ? `unknown: ${result.unknown.column_id}` : result.message
  }

  test.each([
    '{{Failed}}',
    'NOT(ISBLANK({{Failed}}))',
    'ISBLANK({{Failed}})',
    'COUNT({{Failed}})',
    'COUNT({{Failed.items}})',
    'COALESCE({{Failed}}, "none")',
    'COALESCE({{Blank}}, {{Failed}}, 0)',
    'IFBLANK({{Failed}}, "none")',
    'IF({{Failed}} > 50, "large", "small")',
    'IFS({{Failed}} > 50, "A", "C")',
    'SWITCH({{Failed}}, "a", 1, 2)',
    'IFERROR({{Failed}}, "none")',
    'ISERROR({{Failed}})',
    '{{Failed}} = ""',
    '{{Failed}} < 60',
    '{{Failed}} & "x"',
    'SUM({{Failed}}, 1)',
    'AND({{Known}}, {{Failed}})',
    '{{Failed}} OR {{Blank}}',
    'PROVIDER({{Failed}}) = "a"',
    'CONFIDENCE({{Failed}}) > 0.8',
  ])('makes %s blank with the reason', (source) => {
    expect(of(source)).toBe('unknown: Failed')
  })

  test.each([
    ['AND({{Failed}}, {{Blank}})', false],
    ['{{Failed}} AND FALSE', false],
    ['OR({{Failed}}, {{Known}})', true],
    ['COALESCE({{Failed}}, {{Known}})', 'x'],
    ['COALESCE({{Known}}, {{Failed}})', 'x'],
    ['IF({{Number}} > 2, "yes", {{Failed}})', 'yes'],
    ['NOT(ISBLANK({{Blank}}))', false],
    ['COALESCE({{Blank}}, "none")', 'none'],
    ['STATUS({{Failed}})', null],
    ['IF(REASON({{Failed}}) = "", "no reason", {{Failed}})', 'no reason'],
  ])('does not matter where the rest decides, or its status is asked for: %s', (source, value) => {
    expect(of(source)).toBe(value)
  })
})
