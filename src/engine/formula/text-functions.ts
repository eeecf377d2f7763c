// Functions over text. Positions count from 1, as in spreadsheets, and in characters as people see them, not in halves of them.
import type { Json } from '../../kernel/json.ts'
import { foldCase, textOf } from '../values/value.ts'
import { FormulaFault, MAX_TEXT } from './budget.ts'
import { formatDate, formatNumber, isDateFormat, serialOf } from './format.ts'
import type { EvaluationContext, FormulaFunction, FormulaParameter } from './functions.ts'
import { isDateText, listOf, numberOf } from './values.ts'

const TEXT: FormulaParameter = { name: 'text', type: 'text' }
const VALUES: FormulaParameter = { name: 'value', type: 'any' }

type Args = [string, ...Json[]]

function textFunction(
  name: string,
  says: string,
  example: readonly [string, Json],
  run: (text: string, rest: Json[], call: EvaluationContext) => Json,
  more: Partial<Pick<FormulaFunction, 'params' | 'returns' | 'also'>> = {},
): FormulaFunction {
  return {
    name,
    group: 'Text',
    params: [TEXT],
    returns: 'text',
    says,
    examples: [example],
    run: (args, call) => {
      const [text, ...rest] = args as Args
      return run(text, rest, call)
    },
    ...more,
  }
}

const count = (name: string): FormulaParameter => ({ name, type: 'number', optional: true })

export const TEXT_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'CONCAT',
    also: ['CONCATENATE'],
    group: 'Text',
    params: [VALUES],
    repeats: 1,
    returns: 'text',
    says: 'All values as one text; blank ones add nothing. Also written a & b.',
    examples: [
      ['CONCAT("Unit ", 7, BLANK)', 'Unit 7'],
      ['CONCAT("Hi ", "Ann", " ", "Lee")', 'Hi Ann Lee'],
    ],
    takesBlank: true,
    run: (args, { budget }) => joined(args, '', budget),
  },
  {
    name: 'JOIN',
    group: 'Text',
    params: [{ name: 'separator', type: 'text' }, VALUES],
    repeats: 1,
    returns: 'text',
    says: 'The values that are not blank, and the items of lists, with a separator between them.',
    examples: [['JOIN(", ", "Delft", BLANK, "NL")', 'Delft, NL']],
    takesBlank: true,
    run: ([separator, ...values], { budget }) => joined(values.flat(), textOf(separator), budget),
  },
  textFunction('UPPER', 'In capitals.', ['UPPER("acme")', 'ACME'], (text) => text.toUpperCase()),
  textFunction('LOWER', 'In small letters.', ['LOWER("ACME")', 'acme'], (text) => text.toLowerCase()),
  textFunction('PROPER', 'Each word with a capital.', ['PROPER("mary o\'neil-smith")', "Mary O'Neil-Smith"], (text) =>
    text
      .toLowerCase()
      .replace(/(^|[^\p{L}\p{N}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
  ),
  textFunction('TRIM', 'Without blanks around it, and with one between words.', ['TRIM("  a   b ")', 'a b'], (text) =>
    text.trim().replace(/\s+/g, ' '),
  ),
  textFunction(
    'LEFT',
    'The first characters; one when no number is given.',
    ['LEFT("Acme", 2)', 'Ac'],
    (text, [n]) => cut(text, 0, whole(n ?? 1, 1)),
    { params: [TEXT, count('count')] },
  ),
  textFunction(
    'RIGHT',
    'The last characters; one when no number is given.',
    ['RIGHT("Acme", 2)', 'me'],
    (text, [n]) => {
      const length = lengthOf(text)
      return cut(text, Math.max(0, length - whole(n ?? 1, 1)), length)
    },
    { params: [TEXT, count('count')] },
  ),
  textFunction(
    'MID',
    'Characters from a place on.',
    ['MID("2026-01-31", 6, 2)', '01'],
    (text, [start, n]) => cut(text, whole(start ?? 1, 1) - 1, whole(start ?? 1, 1) - 1 + whole(n ?? 0, 2)),
    { params: [TEXT, { name: 'start', type: 'number' }, { name: 'count', type: 'number' }] },
  ),
  {
    name: 'LEN',
    group: 'Text',
    params: [TEXT],
    returns: 'number',
    says: 'How many characters; 0 for a blank.',
    examples: [['LEN("Zoë")', 3]],
    takesBlank: true,
    run: ([text]) => lengthOf(textOf(text)),
  },
  ...(['FIND', 'SEARCH'] as const).map(
    (name): FormulaFunction => ({
      name,
      group: 'Text',
      params: [{ name: 'wanted', type: 'text' }, { name: 'within', type: 'text' }, count('start')],
      returns: 'number',
      says: `Where a text begins within another, ${name === 'FIND' ? 'exactly as written' : 'without regard to case'}; 0 when it is not there.`,
      examples: [
        [
          name === 'FIND' ? 'FIND("@", "ann@acme.example")' : 'SEARCH("ACME", "ann@acme.example")',
          name === 'FIND' ? 4 : 5,
        ],
      ],
      takesBlank: true,
      run([wanted, within, start]) {
        if (wanted === null || within === null) return 0
        const fold = (text: string) => (name === 'FIND' ? text : foldCase(text))
        const [text, part] = [fold(textOf(within)), fold(textOf(wanted))]
        const from = cut(text, 0, whole(start ?? 1, 1) - 1).length
        const at = text.indexOf(part, from)
        return at === -1 ? 0 : lengthOf(text.slice(0, at)) + 1
      },
    }),
  ),
  textFunction(
    'SUBSTITUTE',
    'With a text replaced by another, everywhere or only the nth time.',
    ['SUBSTITUTE("a-b-c", "-", " ")', 'a b c'],
    (text, [old, by, nth], { budget }) => {
      const pieces = text.split(textOf(old))
      if (old === null || pieces.length === 1) return text
      if (nth === null || nth === undefined)
        return pieces.length * textOf(by).length > MAX_TEXT ? tooLong() : measured(pieces.join(textOf(by)), budget)
      const place = whole(nth, 3)
      if (place < 1 || place >= pieces.length) return text
      return pieces.slice(0, place).join(textOf(old)) + textOf(by) + pieces.slice(place).join(textOf(old))
    },
    {
      params: [
        TEXT,
        { name: 'old', type: 'text', optional: true },
        { name: 'new', type: 'text', optional: true },
        count('nth'),
      ],
    },
  ),
  textFunction(
    'REPLACE',
    'With some characters, counted from a place, replaced by a text.',
    ['REPLACE("2025-01", 1, 4, "2026")', '2026-01'],
    (text, [start, n, by]) => {
      const from = Math.max(0, whole(start ?? 1, 1) - 1)
      return cut(text, 0, from) + textOf(by) + cut(text, from + Math.max(0, whole(n ?? 0, 2)), lengthOf(text))
    },
    {
      params: [
        TEXT,
        { name: 'start', type: 'number' },
        { name: 'count', type: 'number' },
        { name: 'new', type: 'text', optional: true },
      ],
    },
  ),
  textFunction(
    'SPLIT',
    'The parts between separators, trimmed, as a list; .0 after it is the first part.',
    ['SPLIT("Delft, NL", ",")', ['Delft', 'NL']],
    (text, [separator]) => text.split(separator === null ? ',' : textOf(separator)).map((part) => part.trim()),
    { params: [TEXT, { name: 'separator', type: 'text', optional: true }], returns: 'list' },
  ),
  ...(
    [
      [
        'CONTAINS',
        'holds',
        (text: string, part: string) => text.includes(part),
        ['CONTAINS("Head of Sales", "sales")', true],
      ],
      [
        'STARTSWITH',
        'begins with',
        (text: string, part: string) => text.startsWith(part),
        ['STARTSWITH("https://acme.example", "http:")', false],
      ],
      [
        'ENDSWITH',
        'ends with',
        (text: string, part: string) => text.endsWith(part),
        ['ENDSWITH("ann@acme.example", ".EXAMPLE")', true],
      ],
    ] as const
  ).map(
    ([name, word, test, example]): FormulaFunction => ({
      name,
      group: 'Text',
      params: [VALUES, { name: 'part', type: 'text' }],
      returns: 'boolean',
      says: `True when the text, or an item of the list, ${word} the part, without regard to case.`,
      examples: [example],
      takesBlank: true,
      run([value, part], { budget }) {
        if (value === null || part === null) return false
        const wanted = foldCase(textOf(part))
        return listOf(value ?? null).some((item) => {
          const text = foldCase(textOf(item))
          budget.step(1 + (text.length >> 6))
          return test(text, wanted)
        })
      },
    }),
  ),
  textFunction(
    'EXACT',
    'True when two texts are the same to the letter; = does not mind case.',
    ['EXACT("Acme", "ACME")', false],
    (text, [other]) => text === textOf(other),
    { params: [TEXT, { name: 'other', type: 'text' }], returns: 'boolean' },
  ),
  textFunction(
    'REPEAT',
    'The text again and again.',
    ['REPEAT("ab", 3)', 'ababab'],
    (text, [n]) => {
      const times = Math.max(0, whole(n ?? 0, 1))
      return text.length * times > MAX_TEXT ? tooLong() : text.repeat(times)
    },
    { params: [TEXT, { name: 'times', type: 'number' }], also: ['REPT'] },
  ),
  textFunction(
    'SLUG',
    'In small letters without accents, words joined by "-": for addresses.',
    ['SLUG("Zoë & Söhne GmbH")', 'zoe-sohne-gmbh'],
    (text) =>
      text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, ''),
  ),
  {
    name: 'TEXT',
    group: 'Text',
    params: [VALUES, { name: 'format', type: 'text', optional: true }],
    returns: 'text',
    says: 'A number or date as text in a format of Excel, such as "#,##0.00", "0%", "yyyy-mm-dd" or "h:mm AM/PM".',
    examples: [
      ['TEXT("2026-01-31", "yyyy-mm-dd")', '2026-01-31'],
      ['TEXT(1234.5, "#,##0.00")', '1,234.50'],
      ['TEXT(0.256, "0.0%")', '25.6%'],
    ],
    run([value, format]) {
      if (format === null) return textOf(value)
      const isDate = isDateText(value ?? null)
      if (isDate && !/[#0?]/.test(textOf(format))) return formatDate(textOf(value), textOf(format))
      if (isDate && isDateFormat(textOf(format))) return formatDate(textOf(value), textOf(format))
      const read = isDate ? serialOf(textOf(value)) : numberOf(value ?? null)
      return typeof read === 'number' ? formatNumber(read, textOf(format)) : textOf(value)
    },
  },
  textFunction('URLENCODE', 'As it may stand inside a web address.', ['URLENCODE("a b&c")', 'a%20b%26c'], (text) =>
    encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')),
  ),
  textFunction('URLDECODE', 'What URLENCODE was given.', ['URLDECODE("a%20b")', 'a b'], (text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '))
    } catch {
      return text
    }
  }),
  textFunction('INITIALS', 'The first letter of each word.', ['INITIALS("Ann van Dijk")', 'AVD'], (text) =>
    [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.]*/gu)]
      .slice(0, 100)
      .map(([word]) => cut(word, 0, 1).toUpperCase())
      .join(''),
  ),
  {
    name: 'CHAR',
    group: 'Text',
    params: [{ name: 'code', type: 'number' }],
    returns: 'text',
    says: 'The character with a Unicode number; CHAR(10) begins a new line.',
    examples: [['CHAR(65)', 'A']],
    run([code]) {
      const point = whole(code ?? 0, 0)
      const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      if (!isCharacter) throw new FormulaFault('There is no character with this number', 0)
      return String.fromCodePoint(point)
    },
  },
]

function joined(values: readonly Json[], separator: string, budget: EvaluationContext['budget']): string {
  let out = ''
  for (const value of values) {
    const text = textOf(value)
    if (text === '') continue
    if (out !== '') out += separator
    out += text
    if (out.length > MAX_TEXT) tooLong()
  }
  return measured(out, budget)
}

function measured(text: string, budget: EvaluationContext['budget']): string {
  budget.step(text.length >> 6)
  return text
}

function tooLong(): never {
  throw new FormulaFault(`A value may have at most ${MAX_TEXT.toLocaleString('en')} characters`)
}

function whole(value: Json, arg: number): number {
  const number = Math.trunc(Number(value))
  if (!Number.isFinite(number)) throw new FormulaFault('This number is too large', arg)
  return number
}

const WIDE = /[\ud800-\udfff]/

function lengthOf(text: string): number {
  return WIDE.test(text) ? [...text].length : text.length
}

/** Like slice, but never through the middle of a character. */
function cut(text: string, from: number, to: number): string {
  const [start, end] = [Math.max(0, from), Math.max(0, to)]
  return WIDE.test(text) ? [...text].slice(start, end).join('') : text.slice(start, end)
}
