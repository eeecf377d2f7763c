// Functions over regular expressions, in RE2 syntax: matched in linear time, so that no pattern can hang a cell.
import { RE2JS, RE2JSException } from 're2js'
import type { Json } from '../../kernel/json.ts'
import { textOf } from '../values/value.ts'
import { type FormulaBudget, FormulaFault, MAX_TEXT } from './budget.ts'
import type { FormulaFunction, FormulaParameter } from './functions.ts'

const MAX_PATTERN = 500
const MAX_MATCHES = 1000
const KEPT = 200

const TEXT: FormulaParameter = { name: 'text', type: 'text' }
const PATTERN: FormulaParameter = { name: 'pattern', type: 'text' }

/** A pattern is the same for every row of a column, and reading it takes longer than matching. */
const compiled = new Map<string, RE2JS | string>()

/** The pattern, or what is wrong with it. */
function compile(pattern: string): RE2JS | string {
  const known = compiled.get(pattern)
  if (known) return known
  const made = read(pattern)
  if (compiled.size >= KEPT) compiled.clear()
  compiled.set(pattern, made)
  return made
}

function read(pattern: string): RE2JS | string {
  if (pattern.length > MAX_PATTERN) return `A pattern has at most ${MAX_PATTERN} characters`
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const why = error.message.replace(/^error parsing regexp: /, '')
    const hint = /\(\?(<?[=!])/.test(pattern) ? ': looking ahead or behind is not possible here' : ''
    return `This is not a pattern: ${why}${hint}`
  }
}

/** The pattern, with the cost of matching it to the text taken from the budget. */
function patternFor(pattern: Json | undefined, text: string, budget: FormulaBudget): RE2JS {
  const made = compile(textOf(pattern))
  if (typeof made === 'string') throw new FormulaFault(made, 1)
  budget.step(Math.ceil((text.length * made.programSize()) / 256))
  return made
}

function inspect([, pattern]: readonly (Json | undefined)[]) {
  if (pattern === undefined) return undefined
  const made = compile(textOf(pattern))
  return typeof made === 'string' ? { arg: 1, message: made } : undefined
}

export const PATTERN_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'REGEXMATCH',
    group: 'Pattern',
    params: [TEXT, PATTERN],
    returns: 'boolean',
    says: 'True when a part of the text matches a regular expression (RE2); (?i) at its beginning ignores case.',
    examples: [['REGEXMATCH("VP Sales", "(?i)\\bvp\\b")', true]],
    inspect,
    takesBlank: true,
    run([text, pattern], { budget }) {
      if (text === null || pattern === null) return false
      return patternFor(pattern, textOf(text), budget).matcher(textOf(text)).find()
    },
  },
  {
    name: 'REGEXEXTRACT',
    group: 'Pattern',
    params: [TEXT, PATTERN, { name: 'group', type: 'number', optional: true }],
    returns: 'text',
    says: 'The first part that matches: its first group, the group with a number, or all of it with 0.',
    examples: [
      ['REGEXEXTRACT("about 250 people", "\\d+")', '250'],
      ['REGEXEXTRACT("in/ann-lee", "in/([a-z-]+)")', 'ann-lee'],
    ],
    inspect,
    run([text, pattern, group], { budget }) {
      const matcher = patternFor(pattern, textOf(text), budget).matcher(textOf(text))
      const wanted = group === null ? Math.min(1, matcher.groupCount()) : Math.trunc(Number(group))
      if (wanted < 0 || wanted > matcher.groupCount())
        throw new FormulaFault('The pattern has no group of this number', 2)
      return matcher.find() ? (matcher.group(wanted) ?? null) : null
    },
  },
  {
    name: 'REGEXEXTRACTALL',
    group: 'Pattern',
    params: [TEXT, PATTERN],
    returns: 'list',
    says: 'Every part that matches, or its first group, as a list.',
    examples: [['REGEXEXTRACTALL("a1 b22", "\\d+")', ['1', '22']]],
    inspect,
    run([text, pattern], { budget }) {
      const matcher = patternFor(pattern, textOf(text), budget).matcher(textOf(text))
      const group = Math.min(1, matcher.groupCount())
      const found: Json[] = []
      while (found.length < MAX_MATCHES && matcher.find()) found.push(matcher.group(group) ?? null)
      return found
    },
  },
  {
    name: 'REGEXREPLACE',
    group: 'Pattern',
    params: [TEXT, PATTERN, { name: 'new', type: 'text', optional: true }],
    returns: 'text',
    says: 'With every matching part replaced; $1 in the new text is the first group.',
    examples: [['REGEXREPLACE("Lee, Ann", "(\\w+), (\\w+)", "$2 $1")', 'Ann Lee']],
    inspect,
    run([text, pattern, by], { budget }) {
      const source = textOf(text)
      const matcher = patternFor(pattern, source, budget).matcher(source)
      let out = ''
      let at = 0
      while (matcher.find()) {
        budget.step()
        out +=
          source.slice(at, matcher.start()) +
          expand(textOf(by), (group) => (group <= matcher.groupCount() ? (matcher.group(group) ?? '') : null))
        at = matcher.end()
        if (out.length > MAX_TEXT)
          throw new FormulaFault(`A value may have at most ${MAX_TEXT.toLocaleString('en')} characters`)
      }
      return out + source.slice(at)
    },
  },
]

/** `$1` to `$9` for groups, `$0` for the whole, `$$` for the sign itself. */
function expand(template: string, groupOf: (group: number) => string | null): string {
  return template.replace(/\$(\$|\d)/g, (all, what: string) => (what === '$' ? '$' : (groupOf(Number(what)) ?? all)))
}
