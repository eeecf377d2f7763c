// Which tables a statement names, and the same statement with other names for them: a small reader of SQL as this service writes it.

export interface SqlToken {
  text: string
  at: number
  kind: 'word' | 'mark' | 'parameter'
  /** Where it is not that of the text: in quotes. */
  length?: number
}

/** Words, marks and parameters; what is quoted or commented is passed over. */
export function tokensOf(text: string): SqlToken[] {
  const tokens: SqlToken[] = []
  const each =
    /(?<skip>--[^\n]*|\/\*[\s\S]*?\*\/|[eE]?'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|"(?<quoted>[^"]*)"|\$(?<number>\d+)|(?<word>[A-Za-z_][\w$]*)|(?<mark>[^\s\w])/g
  for (const { index, groups = {}, 0: whole } of text.matchAll(each)) {
    if (groups.number !== undefined) tokens.push({ text: groups.number, at: index, kind: 'parameter' })
    else if (groups.word !== undefined) tokens.push({ text: groups.word.toLowerCase(), at: index, kind: 'word' })
    else if (groups.quoted !== undefined)
      tokens.push({ text: groups.quoted, at: index, kind: 'word', length: whole.length })
    else if (groups.mark !== undefined) tokens.push({ text: groups.mark, at: index, kind: 'mark' })
  }
  return tokens
}

/** A table name follows these. */
const BEFORE_TABLE = new Set(['from', 'join', 'into', 'update', 'using', 'only', 'table'])
/** With these a list of tables ends. */
const ENDS_LIST = new Set(
  'select,where,set,values,on,returning,group,order,having,limit,offset,for,union,except,intersect,window,with'.split(
    ',',
  ),
)
/** Words that may follow a table name and are not its alias. */
const NO_ALIAS = new Set(
  [...ENDS_LIST]
    .join()
    .concat(',join,left,right,full,inner,cross,natural,using,from,default,tablesample,conflict,do')
    .split(','),
)

export interface NamedTable {
  name: string
  /** Where the name begins in the text. */
  at: number
  /** How long it is there. */
  length: number
  /** The name it goes by in the statement, when that is another one. */
  alias?: string
  /** How long the text from the name to the end of that other name is. */
  reach: number
  /** Rows are written to it. */
  isWritten: boolean
}

/** The tables that a statement names, in order; names of its own `with` queries are none. */
export function namedTables(text: string): NamedTable[] {
  const tokens = tokensOf(text)
  const own = ownNames(tokens)
  const found: NamedTable[] = []
  // For each open parenthesis: whether a list of tables is open in it.
  const lists = [false]
  for (const [index, { text: word, kind, at, length = word.length }] of tokens.entries()) {
    if (word === '(' && kind === 'mark') lists.push(false)
    else if (word === ')' && kind === 'mark') lists.pop()
    if (kind !== 'word') continue
    const before = tokens[index - 1]
    const isInList = lists.at(-1) === true
    if (word === 'from' || (word === 'using' && !isInList)) lists[lists.length - 1] = !isDistinctFrom(tokens, index)
    else if (ENDS_LIST.has(word)) lists[lists.length - 1] = false
    const isPlace =
      before?.kind === 'word'
        ? BEFORE_TABLE.has(before.text) && !isDistinctFrom(tokens, index - 1) && !isLock(tokens, index - 1)
        : before?.text === ',' && isInList
    if (!isPlace || BEFORE_TABLE.has(word) || word === 'lateral' || own.has(word)) continue
    const after = tokens[index + 1]
    // "rows from (…)", a function that gives rows, or a name with its schema.
    if (word === 'rows' && after?.text === 'from') continue
    if (after?.kind === 'mark' && (after.text === '.' || (after.text === '(' && before?.text !== 'into'))) continue
    const isWritten = /^(into|update)$/.test(before?.text ?? '') || tokens[index - 2]?.text === 'delete'
    const said = after?.text === 'as' ? tokens[index + 2] : after
    const other = said?.kind === 'word' && !NO_ALIAS.has(said.text) ? said : undefined
    const reach = other ? other.at + (other.length ?? other.text.length) - at : length
    found.push({ name: word, at, length, ...(other && { alias: other.text }), reach, isWritten })
  }
  return found
}

/** "is distinct from", "extract(… from …)", "substring(… from …)": no table follows. */
function isDistinctFrom(tokens: SqlToken[], index: number): boolean {
  if (tokens[index]?.text !== 'from') return false
  if (tokens[index - 1]?.text === 'distinct' && tokens[index - 2]?.text !== 'select') return true
  let depth = 0
  for (let back = index - 1; back >= 0; back--) {
    const { text, kind } = tokens[back] as SqlToken
    if (kind === 'mark' && text === ')') depth++
    else if (kind === 'mark' && text === '(' && depth-- === 0)
      return /^(extract|substring|trim|overlay)$/.test(tokens[back - 1]?.text ?? '')
    else if (depth === 0 && /^(select|delete|update)$/.test(text)) return false
  }
  return false
}

/** "for update", "do update", "on update": a lock or a clause, not a table. */
const isLock = (tokens: SqlToken[], index: number) =>
  tokens[index]?.text === 'update' && /^(for|do|on|key)$/.test(tokens[index - 1]?.text ?? '')

/** Names that `with` gives to queries. */
function ownNames(tokens: SqlToken[]): Set<string> {
  const names = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (token.text !== 'as' || token.kind !== 'word') continue
    const next = tokens[index + 1]
    const opens = next?.text === '(' || (/^(not|materialized)$/.test(next?.text ?? '') && next?.kind === 'word')
    if (!opens) continue
    let name = index - 1
    // With a list of columns: name (a, b) as (
    if (tokens[name]?.text === ')') while (name > 0 && tokens[name]?.text !== '(') name--
    const candidate = tokens[name]?.text === '(' ? tokens[name - 1] : tokens[name]
    const before = tokens[(tokens[name]?.text === '(' ? name - 1 : name) - 1]
    if (candidate?.kind === 'word' && /^(with|recursive|,)$/.test(before?.text ?? '')) names.add(candidate.text)
  }
  return names
}

/**
 * The statement with others in the place of some tables, and literals for its parameters. `otherOf` says what stands there, up to the
 * name that the table goes by, which it keeps.
 */
export function withNames(
  text: string,
  otherOf: (table: string, alias: string) => string | undefined,
  literalOf: (parameter: number) => string,
): string {
  const places: { at: number; length: number; text: string }[] = []
  for (const { name, at, reach, alias = name } of namedTables(text)) {
    const other = otherOf(name, alias)
    if (other !== undefined) places.push({ at, length: reach, text: other })
  }
  for (const { text: number, at, kind } of tokensOf(text))
    if (kind === 'parameter') places.push({ at, length: number.length + 1, text: literalOf(Number(number)) })
  let done = ''
  let from = 0
  for (const place of places.sort((one, other) => one.at - other.at)) {
    done += text.slice(from, place.at) + place.text
    from = place.at + place.length
  }
  return done + text.slice(from)
}
