// Message templates: variables with fallbacks, conditionals and spintax, parsed once and rendered for one recipient.
//
//   {{first_name}}                          a variable; without a value and a fallback the message is not sent
//   {{first_name | there}}                  with a fallback
//   {{#if company}}…{{else}}…{{/if}}        a part for recipients that have, or lack, a value
//   {Hi|Hello|Good morning}                 one of several wordings, chosen for each recipient
//   \{ \| \}                                the character itself
//
// Values are inserted as they are: a brace in a value is never read as a template.

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string; fallback: string | null }
  | { kind: 'if'; name: string; then: TemplateNode[]; else: TemplateNode[] }
  | { kind: 'spin'; choices: TemplateNode[][] }

export interface ParsedTemplate {
  nodes: TemplateNode[]
  /** What the author has to correct, in words. */
  problems: string[]
}

const NAME = /^[A-Za-z_][\w]*(?:\.[\w -]{1,100})?$/
const MOST_DEPTH = 20

interface Reader {
  source: string
  at: number
  problems: string[]
  depth: number
}

export function parseTemplate(source: string): ParsedTemplate {
  const reader: Reader = { source, at: 0, problems: [], depth: 0 }
  const nodes = readNodes(reader, 'top')
  while (reader.at < source.length) {
    // Only a stray {{else}} or {{/if}} stops at the top; it is reported and skipped.
    reader.problems.push(`${source.slice(reader.at).split('}}')[0]}}} has no {{#if}} before it`)
    reader.at = Math.max(source.indexOf('}}', reader.at) + 2, reader.at + 2)
    nodes.push(...readNodes(reader, 'top'))
  }
  return { nodes, problems: reader.problems }
}

const ENDING = /^\{\{\s*(?:else|\/if)\s*\}\}/

function readNodes(reader: Reader, inside: 'top' | 'spin'): TemplateNode[] {
  const nodes: TemplateNode[] = []
  let text = ''
  const flush = () => {
    if (text !== '') nodes.push({ kind: 'text', text })
    text = ''
  }
  while (reader.at < reader.source.length) {
    const rest = reader.source.slice(reader.at, reader.at + 400)
    const letter = rest[0] as string
    if (letter === '\\' && /^[\\{}|]/.test(rest.slice(1))) {
      text += rest[1]
      reader.at += 2
    } else if (rest.startsWith('{{')) {
      if (ENDING.test(rest)) break
      flush()
      nodes.push(...readTag(reader))
    } else if (letter === '{' && reader.depth < MOST_DEPTH && closesAsSpin(reader.source, reader.at)) {
      flush()
      nodes.push(readSpin(reader))
    } else if (inside === 'spin' && (letter === '|' || letter === '}')) break
    else {
      text += letter
      reader.at += 1
    }
  }
  flush()
  return nodes
}

/** A brace begins spintax when its closing brace follows with a bar at the same depth between them. */
function closesAsSpin(source: string, from: number): boolean {
  let depth = 0
  let hasBar = false
  for (let at = from; at < source.length; at++) {
    const letter = source[at]
    if (letter === '\\') at++
    else if (source.startsWith('{{', at)) {
      const end = source.indexOf('}}', at)
      if (end === -1) return false
      at = end + 1
    } else if (letter === '{') depth++
    else if (letter === '|' && depth === 1) hasBar = true
    else if (letter === '}' && --depth === 0) return hasBar
  }
  return false
}

function readSpin(reader: Reader): TemplateNode {
  const choices: TemplateNode[][] = []
  reader.depth++
  do {
    reader.at += 1
    choices.push(readNodes(reader, 'spin'))
  } while (reader.source[reader.at] === '|')
  reader.at += 1
  reader.depth--
  return { kind: 'spin', choices }
}

function readTag(reader: Reader): TemplateNode[] {
  const end = reader.source.indexOf('}}', reader.at)
  if (end === -1) {
    const text = reader.source.slice(reader.at)
    reader.problems.push('"{{" is never closed')
    reader.at = reader.source.length
    return [{ kind: 'text', text }]
  }
  const inside = reader.source.slice(reader.at + 2, end).trim()
  reader.at = end + 2
  const condition = /^#if\s+(.+)$/.exec(inside)
  if (condition) return [readCondition(reader, nameIn(reader, (condition[1] as string).trim()))]
  const bar = inside.indexOf('|')
  const name = nameIn(reader, (bar === -1 ? inside : inside.slice(0, bar)).trim())
  return [{ kind: 'variable', name, fallback: bar === -1 ? null : inside.slice(bar + 1).trim() }]
}

function nameIn(reader: Reader, name: string): string {
  if (name === '') reader.problems.push('"{{ }}" names no variable')
  else if (!NAME.test(name)) reader.problems.push(`"${name.slice(0, 60)}" is not the name of a variable`)
  return name
}

function readCondition(reader: Reader, name: string): TemplateNode {
  reader.depth++
  if (reader.depth > MOST_DEPTH) {
    reader.problems.push('Conditions are nested too deeply')
    reader.at = reader.source.length
    return { kind: 'text', text: '' }
  }
  const then = readNodes(reader, 'top')
  let other: TemplateNode[] = []
  if (/^\{\{\s*else\s*\}\}/.test(reader.source.slice(reader.at, reader.at + 100))) {
    skipTag(reader)
    other = readNodes(reader, 'top')
  }
  if (/^\{\{\s*\/if\s*\}\}/.test(reader.source.slice(reader.at, reader.at + 100))) skipTag(reader)
  else reader.problems.push(`{{#if ${name}}} has no {{/if}}`)
  reader.depth--
  return { kind: 'if', name, then, else: other }
}

function skipTag(reader: Reader) {
  reader.at = reader.source.indexOf('}}', reader.at) + 2
}

/** All variables that are named anywhere, each once. */
export function variablesOf(nodes: readonly TemplateNode[]): string[] {
  const names = nodes.flatMap((node): string[] => {
    if (node.kind === 'variable') return [node.name]
    if (node.kind === 'if') return [node.name, ...variablesOf(node.then), ...variablesOf(node.else)]
    return node.kind === 'spin' ? node.choices.flatMap(variablesOf) : []
  })
  return [...new Set(names)]
}

export interface RenderedTemplate {
  text: string
  /** Variables without a value and without a fallback: a message with one of these must not be sent. */
  missing: string[]
}

/** `pick(count)` chooses a wording: the same seed gives a recipient the same text every time. */
export function renderTemplate(
  nodes: readonly TemplateNode[],
  lookUp: (name: string) => string | null,
  pick: (count: number) => number,
): RenderedTemplate {
  const missing = new Set<string>()
  const render = (parts: readonly TemplateNode[]): string =>
    parts
      .map((node) => {
        if (node.kind === 'text') return node.text
        if (node.kind === 'spin') return render(node.choices[pick(node.choices.length)] ?? [])
        if (node.kind === 'if') return render(lookUp(node.name) === null ? node.else : node.then)
        const value = lookUp(node.name) ?? node.fallback
        if (value === null) missing.add(node.name)
        return value ?? ''
      })
      .join('')
  return { text: render(nodes), missing: [...missing] }
}

/** Numbers below `count` that follow from a seed alone (FNV-1a, then mulberry32). */
export function pickBySeed(seed: string): (count: number) => number {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) as number), 0x01000193) >>> 0
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count)
  }
}
