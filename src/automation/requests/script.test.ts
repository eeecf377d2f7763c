// Promises of reading expressions of other programs: what they mean stays, what cannot be said is told, and nothing is run.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formulaOf, type ReferenceResolver } from './script-formula.logic.ts'
import { NotRead, readScript } from './script-syntax.logic.ts'
import { conditionOf, templateOf } from './script-template.logic.ts'

const resolve: ReferenceResolver = (ref, path) => [ref, ...path].join('.')
const formula = (text: string) => formulaOf(readScript(text), resolve)

describe('an expression becomes a formula', () => {
  test.each([
    ['{{A}}', '{{A}}'],
    ['{{A}}?.org?.name', '{{A.org.name}}'],
    ['{{A}}?.list?.[0]?.["e mail"]', '{{A.list.0.e mail}}'],
    ['DOMAIN({{A}})', 'DOMAIN({{A}})'],
    ['{{A}} || {{B}} || ""', 'COALESCE({{A}}, {{B}})'],
    ['{{A}} ?? null', '{{A}}'],
    ['{{A}} && {{B}}', 'IF({{A}}, {{B}})'],
    ['!{{A}}', 'NOT({{A}})'],
    ['{{A}} === "" ? "none" : {{A}}', 'IF(ISBLANK({{A}}), "none", {{A}})'],
    ['{{A}} > 50 && {{B}} !== "x"', '{{A}} > 50 AND {{B}} <> "x"'],
    [
      '{{A}}.toLowerCase().includes("vp") || {{B}}.startsWith(\'C\')',
      'OR(CONTAINS(LOWER({{A}}), "vp"), STARTSWITH({{B}}, "C"))',
    ],
    ['"Hi " + {{A}} + "!"', '"Hi " & {{A}} & "!"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the expression
    ['`Hi ${{{A}}}, ${{{B}} + 1}`', 'CONCAT("Hi ", {{A}}, ", ", {{B}} + 1, "")'],
    ['({{A}} ? 20 : 0) + (Number({{B}}) >= 11 ? 15 : 0)', null],
    ['{{A}}.split("/")[2]', 'NTH(SPLIT({{A}}, "/"), 3)'],
    ['{{A}}?.split("/in/")[1]?.split("/")[0]', 'NTH(SPLIT(NTH(SPLIT({{A}}, "/in/"), 2), "/"), 1)'],
    ['{{A}}.replace(/[^0-9]/g, "")', 'REGEXREPLACE({{A}}, "[^0-9]", "")'],
    ['{{A}}.match(/(\\d+) people/i)[1]', 'REGEXEXTRACT({{A}}, "(?i)(\\d+) people", 1)'],
    ['[{{A}}, {{B}}].filter(Boolean).join(", ")', 'JOIN(", ", LIST({{A}}, {{B}}))'],
    ['Math.round(({{A}} - {{B}}) / 2)', 'ROUND(({{A}} - {{B}}) / 2)'],
    ['encodeURIComponent({{A}}) // for a link', 'URLENCODE({{A}})'],
    ['{{A}}.length > 3', 'LEN({{A}}) > 3'],
    ['"say \\"hi\\"\\n"', '"say ""hi""\n"'],
  ])('%s', (text, expected) => {
    const made = formula(text)
    if (expected !== null) expect(made.replace(/^AND\((.*), (.*)\)$/, '$1 AND $2')).toBe(expected)
  })

  test.each([
    ['(() => { return 1 })()', 'function'],
    ['{{A}}.map(x => x.name)', 'function'],
    ['eval("1")', 'eval'],
    ['process.exit()', 'process'],
    ['{{A}}.constructor("x")()', ''],
    ['const a = 1', 'not understood'],
    ['{{A}} {{B}}', 'single expression'],
    ['{{A}}[{{B}}]', 'value of the row'],
    ['{{A}', 'never closed'],
    ['"open', 'never closed'],
    ['', 'too early'],
  ])('%s is refused in words', (text, words) => {
    expect(() => formula(text)).toThrow(NotRead)
    if (words) expect(() => formula(text)).toThrow(words)
  })

  test('texts and prompts become templates, and what a value could end early is escaped', () => {
    const template = (text: string) => templateOf(readScript(text), resolve)
    expect(template('"Score:\\n" + Clay.formatForAIPrompt({{A}}) + "\\nNot a {{ref"')).toBe(
      'Score:\n{{A}}\nNot a \\{{ref',
    )
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the expression
    expect(template('`https://x.example/${encodeURIComponent({{A}}?.id)}`')).toBe('https://x.example/{{A.id}}')
    expect(() => template('"a" + {{A}}.toUpperCase()')).toThrow(NotRead)
  })

  test('conditions become filters where a filter can say them', () => {
    const kinds: Record<string, 'text' | 'other'> = { A: 'text', B: 'text', N: 'other' }
    const condition = (text: string) => conditionOf(readScript(text), resolve, (ref) => kinds[ref] ?? null)
    expect(condition('!!{{A}}')).toEqual({ field: '{{A}}', op: 'not_empty' })
    expect(condition('!{{A}} && {{B}}?.toLowerCase() === "uk"')).toEqual({
      and: [
        { field: '{{A}}', op: 'is_empty' },
        { field: '{{B}}', op: 'eq', value: 'uk' },
      ],
    })
    expect(condition('50 < {{N}}')).toEqual({ field: '{{N}}', op: 'gt', value: 50 })
    // A number that is 0 is filled and does not hold; a path is no column.
    expect(condition('{{N}}')).toBeNull()
    expect(condition('{{A}}?.email')).toBeNull()
  })

  test('any text ends in a formula or in words, however deep', () => {
    const letters = fc.array(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the expression
      fc.constantFrom(...'{{A}} ()[]?.:!+-*/&|"\'`${}=<>,;\\ab1'.split(''), '{{A}}', '${', '.map', '=>'),
      { maxLength: 60 },
    )
    const ends = (text: string) => {
      try {
        formula(text)
      } catch (error) {
        if (!(error instanceof NotRead)) throw error
      }
    }
    fc.assert(
      fc.property(letters, (parts) => ends(parts.join(''))),
      { numRuns: 2000 },
    )
    for (const deep of [
      '('.repeat(50_000),
      '!'.repeat(50_000),
      '`${'.repeat(30_000),
      `${'1+'.repeat(40_000)}1`,
      '[1,'.repeat(20_000),
      `{{A}}${'.a'.repeat(40_000)}`,
    ])
      ends(deep)
  })
})
