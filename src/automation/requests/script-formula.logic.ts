// Says a JavaScript expression as a formula; what cannot be said so is refused.
import { parseFormula } from '../../engine/formula/parser.ts'
import { printFormula } from '../../engine/formula/print.ts'
import { writeReference } from '../../engine/values/template.ts'
import { FORMULA_FUNCTIONS } from '../../records/store/columns/formula-table.logic.ts'
import { NotRead, type Script } from './script-syntax.logic.ts'

/** The name of a reference with the path after it in Millrace, without braces; throws {@link NotRead} for one that leads nowhere. */
export type ReferenceResolver = (ref: string, path: readonly string[]) => string

interface Code {
  text: string
  type: 'text' | 'number' | 'truth' | 'list' | 'any'
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const call = (name: string, type: Code['type'], ...args: (Code | string)[]): Code => ({
  text: `${name}(${args.map((arg) => (typeof arg === 'string' ? arg : arg.text)).join(', ')})`,
  type,
})

export function formulaOf(script: Script, resolve: ReferenceResolver): string {
  const { text } = coded(script, resolve, false)
  const { root } = parseFormula(text)
  if (!root) throw new NotRead('it cannot be written as a formula')
  return printFormula(root)
}

/** A reference and the members after it; null for anything else. */
export function pathOf(script: Script): { ref: string; path: string[] } | null {
  const path: string[] = []
  let at = script
  while (at.is === 'member') {
    path.unshift(at.name)
    at = at.of
  }
  return at.is === 'reference' && path.at(-1) !== 'length' ? { ref: at.ref, path } : null
}

export const isBlank = (script: Script) =>
  (script.is === 'text' && script.value === '') ||
  (script.is === 'name' && (script.name === 'null' || script.name === 'undefined'))

/** `truth`: only whether it holds is of interest. */
function coded(script: Script, resolve: ReferenceResolver, truth: boolean): Code {
  const plain = (one: Script) => coded(one, resolve, false)
  const known = pathOf(script)
  if (known) return { text: writeReference(resolve(known.ref, known.path)), type: 'any' }
  switch (script.is) {
    case 'text':
      return { text: quote(script.value), type: 'text' }
    case 'number':
      return { text: String(script.value), type: 'number' }
    case 'texts':
      return call('CONCAT', 'text', ...script.parts.map(plain))
    case 'list':
      return call('LIST', 'list', ...script.items.map(plain))
    case 'choice':
      return call('IF', 'any', coded(script.test, resolve, true), plain(script.then), plain(script.other))
    case 'name':
      return named(script.name)
    case 'one': {
      if (script.op === '!') {
        // Twice is only a way to ask whether it holds.
        const twice = script.of.is === 'one' && script.of.op === '!' ? script.of.of : null
        const of = coded(twice ?? script.of, resolve, true)
        return twice ? (truth || of.type === 'truth' ? of : call('AND', 'truth', of)) : call('NOT', 'truth', of)
      }
      if (script.op === '+') return call('NUMBER', 'number', plain(script.of))
      return { text: `(-${plain(script.of).text})`, type: 'number' }
    }
    case 'two':
      return combined(script, resolve, truth)
    case 'member': {
      if (
        script.of.is === 'call' &&
        script.of.of.is === 'member' &&
        script.of.of.name === 'match' &&
        /^\d$/.test(script.name)
      )
        return extracted(plain(script.of.of.of), script.of.args[0], script.name)
      const of = plain(script.of)
      if (script.name === 'length') return call(of.type === 'list' ? 'COUNT' : 'LEN', 'number', of)
      if (of.type === 'list' && /^\d+$/.test(script.name))
        return call('NTH', 'any', of, String(Number(script.name) + 1))
      return call('GET', 'any', of, quote(script.name))
    }
    case 'call':
      return called(script.of, script.args, resolve, truth)
    default:
      throw new NotRead('it uses a pattern by itself')
  }
}

function named(name: string): Code {
  if (name === 'true' || name === 'false') return { text: name.toUpperCase(), type: 'truth' }
  if (name === 'null' || name === 'undefined') return { text: 'BLANK', type: 'any' }
  throw new NotRead(`“${name}” is not understood`)
}

/** What JavaScript calls equal, and we do. */
export const SAME: Record<string, string> = { '===': '=', '==': '=', '!==': '<>', '!=': '<>' }

function combined(
  { op, left, right }: Extract<Script, { is: 'two' }>,
  resolve: ReferenceResolver,
  truth: boolean,
): Code {
  const plain = (one: Script) => coded(one, resolve, false)
  if (op === '||' || op === '??') {
    if (isBlank(right)) return coded(left, resolve, truth)
    const [a, b] = [coded(left, resolve, truth), coded(right, resolve, truth)]
    if (truth || (a.type === 'truth' && b.type === 'truth')) return call('OR', 'truth', a, b)
    if (a.text === b.text) return a
    const inner = a.text.startsWith('COALESCE(') && a.text.endsWith(')') ? a.text.slice(9, -1) : a.text
    return call('COALESCE', a.type === b.type ? a.type : 'any', inner, b)
  }
  if (op === '&&') {
    const [a, b] = [coded(left, resolve, true), coded(right, resolve, truth)]
    return truth || b.type === 'truth' ? call('AND', 'truth', a, b) : call('IF', b.type, a, b)
  }
  const same = SAME[op]
  if (same !== undefined) {
    const other = isBlank(right) ? left : isBlank(left) ? right : null
    if (other) {
      const blank = call('ISBLANK', 'truth', plain(other))
      return same === '=' ? blank : call('NOT', 'truth', blank)
    }
  }
  const [a, b] = [plain(left), plain(right)]
  if (same !== undefined || /^[<>]/.test(op)) return { text: `(${a.text} ${same ?? op} ${b.text})`, type: 'truth' }
  if (op !== '+') return { text: `(${a.text} ${op} ${b.text})`, type: 'number' }
  // A plus joins texts unless a number is plainly meant.
  const isSum = (a.type === 'number' && b.type !== 'text') || (b.type === 'number' && a.type !== 'text')
  return isSum ? { text: `(${a.text} + ${b.text})`, type: 'number' } : { text: `(${a.text} & ${b.text})`, type: 'text' }
}

const MATH: Record<string, string> = {
  round: 'ROUND',
  floor: 'FLOOR',
  ceil: 'CEIL',
  abs: 'ABS',
  max: 'MAX',
  min: 'MIN',
  pow: 'POWER',
  sqrt: 'SQRT',
  sign: 'SIGN',
  trunc: 'INT',
}
/** Functions of the language itself, and those with which Clay writes values into texts. */
const GLOBALS: Record<string, (args: Code[]) => Code> = {
  String: ([of]) => call('CONCAT', 'text', of ?? '""'),
  Number: ([of]) => call('NUMBER', 'number', of ?? '""'),
  parseFloat: ([of]) => call('NUMBER', 'number', of ?? '""'),
  parseInt: ([of]) => call('INT', 'number', call('NUMBER', 'number', of ?? '""')),
  Boolean: ([of]) => call('AND', 'truth', of ?? 'FALSE'),
  encodeURIComponent: ([of]) => call('URLENCODE', 'text', of ?? '""'),
  decodeURIComponent: ([of]) => call('URLDECODE', 'text', of ?? '""'),
}

function called(of: Script, args: readonly Script[], resolve: ReferenceResolver, truth: boolean): Code {
  const plain = (one: Script) => coded(one, resolve, false)
  if (of.is === 'name') {
    const given = () => args.map(plain)
    const global = Object.hasOwn(GLOBALS, of.name) ? GLOBALS[of.name] : undefined
    if (global) return of.name === 'Boolean' && truth && args[0] ? coded(args[0], resolve, true) : global(given())
    if (FORMULA_FUNCTIONS.has(of.name.toUpperCase())) return call(of.name.toUpperCase(), 'any', ...given())
    throw new NotRead(`there is no function ${of.name}`)
  }
  if (of.is !== 'member') throw new NotRead('it calls a function of its own')
  if (of.of.is === 'name') {
    const [owner, name] = [of.of.name, of.name]
    const math = owner === 'Math' && Object.hasOwn(MATH, name) ? MATH[name] : undefined
    if (math) return call(math, 'number', ...args.map(plain))
    if (owner === 'JSON' && name === 'parse') return call('JSON', 'any', ...args.slice(0, 1).map(plain))
    if (owner === 'JSON' && name === 'stringify') return call('TOJSON', 'text', ...args.slice(0, 1).map(plain))
    if (owner === 'Clay' && /^formatFor/.test(name) && args[0]) return plain(args[0])
    throw new NotRead(`there is no function ${owner}.${name}`)
  }
  return method(of.name, plain(of.of), of.of, args, resolve)
}

function method(name: string, self: Code, of: Script, args: readonly Script[], resolve: ReferenceResolver): Code {
  const plain = (one: Script | undefined): Code => {
    if (!one) throw new NotRead(`${name} needs more than it is given`)
    return coded(one, resolve, false)
  }
  const [first, second] = args
  switch (name) {
    case 'toLowerCase':
    case 'toLocaleLowerCase':
      return call('LOWER', 'text', self)
    case 'toUpperCase':
    case 'toLocaleUpperCase':
      return call('UPPER', 'text', self)
    case 'trim':
      return call('TRIM', 'text', self)
    case 'toString':
      return call('CONCAT', 'text', self)
    case 'toFixed':
      return call('ROUND', 'number', self, first ? plain(first) : '0')
    case 'includes':
      return call('CONTAINS', 'truth', self, plain(first))
    case 'startsWith':
      return call('STARTSWITH', 'truth', self, plain(first))
    case 'endsWith':
      return call('ENDSWITH', 'truth', self, plain(first))
    case 'concat':
      return self.type === 'list'
        ? call('LIST', 'list', self, ...args.map(plain))
        : call('CONCAT', 'text', self, ...args.map(plain))
    case 'split':
      return call('SPLIT', 'list', self, first?.is === 'pattern' ? unread('it splits by a pattern') : plain(first))
    case 'join':
      return call('JOIN', 'text', first ? plain(first) : '","', self)
    case 'reverse':
      return call('REVERSE', 'list', self)
    case 'pop':
      return call('LAST', 'any', self)
    case 'shift':
      return call('FIRST', 'any', self)
    case 'at':
      return first?.is === 'number' || (first?.is === 'one' && first.of.is === 'number')
        ? call('NTH', 'any', self, String(placeOf(first)))
        : unread('it chooses an item by a value of the row')
    case 'filter':
      // Blank items are never in a list here.
      return first?.is === 'name' && first.name === 'Boolean'
        ? { ...self, type: 'list' }
        : unread('it holds a function')
    case 'find':
      return first?.is === 'name' && first.name === 'Boolean' && of.is === 'list'
        ? call('COALESCE', 'any', ...of.items.map(plain))
        : unread('it holds a function')
    case 'replace':
    case 'replaceAll':
      return replaced(name, self, first, plain(second), second)
    case 'test':
      return of.is === 'pattern' ? call('REGEXMATCH', 'truth', plain(first), patternText(of)) : unread('it uses test')
    case 'match':
      return extracted(self, first, '0')
    case 'slice':
    case 'substring':
    case 'substr':
      return part(name, self, args)
    default:
      return unread(`there is nothing like ${name} here`)
  }
}

function unread(message: string): never {
  throw new NotRead(message)
}

export const numberIn = (script: Script | undefined): number | undefined =>
  script?.is === 'number'
    ? script.value
    : script?.is === 'one' && script.op === '-' && script.of.is === 'number'
      ? -script.of.value
      : undefined

const placeOf = (script: Script): number => {
  const at = numberIn(script) ?? 0
  return at < 0 ? at : at + 1
}

function replaced(name: string, self: Code, wanted: Script | undefined, by: Code, given: Script | undefined): Code {
  if (!wanted) return unread(`${name} needs more than it is given`)
  if (wanted.is === 'pattern') {
    const isOnce = !wanted.flags.includes('g') && !/^\^|\$$/.test(wanted.source)
    if (isOnce) return unread('it replaces only the first match of a pattern')
    if (given?.is === 'text' && /\$[&`']/.test(given.value)) return unread('its replacement repeats what was found')
    return call('REGEXREPLACE', 'text', self, patternText(wanted), by)
  }
  if (wanted.is !== 'text') return unread('it replaces a value of the row')
  return call('SUBSTITUTE', 'text', self, quote(wanted.value), by, ...(name === 'replace' ? ['1'] : []))
}

/** As RE2 writes it; what RE2 has not is told when the formula is checked. */
function patternText({ source, flags }: Extract<Script, { is: 'pattern' }>): string {
  const kept = flags.replace(/[^ims]/g, '')
  return quote(`${kept ? `(?${kept})` : ''}${source.replaceAll('\\/', '/')}`)
}

function extracted(self: Code, pattern: Script | undefined, group: string): Code {
  if (pattern?.is !== 'pattern' || pattern.flags.includes('g'))
    return unread('it uses match in a way that has no counterpart')
  return call('REGEXEXTRACT', 'text', self, patternText(pattern), group)
}

function part(name: string, self: Code, args: readonly Script[]): Code {
  const [from, to] = [numberIn(args[0]) ?? 0, numberIn(args[1])]
  if (args.some((arg) => numberIn(arg) === undefined)) return unread('it cuts at a place that depends on the row')
  if (self.type === 'list') {
    if (name !== 'slice' || from < 0 || (to ?? 0) < 0) return unread('it cuts a list from its end')
    return call('SLICE', 'list', self, String(from + 1), ...(to === undefined ? [] : [String(Math.max(0, to - from))]))
  }
  if (from < 0 && to === undefined && name === 'slice') return call('RIGHT', 'text', self, String(-from))
  if (from < 0 || (to ?? 0) < 0) return unread('it cuts a text from its end')
  const count = to === undefined ? 100_000 : name === 'substr' ? to : Math.max(0, to - from)
  return from === 0 && to !== undefined
    ? call('LEFT', 'text', self, String(count))
    : call('MID', 'text', self, String(from + 1), String(count))
}
