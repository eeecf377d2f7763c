// Where a statement of a workspace runs on a distributed database, and what has to go along.
import { LOCKS_BY_NAME } from '../hold.ts'
import { namedTables } from './named-tables.logic.ts'

/** Rows of a table of the other side, which are read there before and go along with the statement. */
export interface Along {
  /** All of them when none are named. */
  columns: string[] | undefined
  /** As a condition; its parameters are those of the statement. */
  where: string
}

export interface StatementSide {
  /** Undefined: it is said as it is. */
  side: 'node' | 'coordinator' | undefined
  along: Map<string, Along>
  /** The part that emits, which is said by itself on the coordinator, and the statement without it. */
  apart?: { said: string; rest: string }
  /** Why it can run nowhere. */
  problem: string | undefined
}

const EMITTED = /\bemitted as \((insert into outbox [\s\S]*?)\),\s*/

const RUNS_THERE = /^\s*(\/\*[\s\S]*?\*\/\s*)?\(?\s*(select|with|insert|update|delete)\b/i

/** Tables of the coordinator that hold little of one workspace: what row-level security shows of them goes along unasked. */
const SMALL = new Set(['users', 'memberships', 'reservations', 'ingest_tokens', 'mcp_tokens', 'awaited_answers'])
/** A comment in the statement that says which rows of a table of the other side it may need. */
const HINT = /\/\*\s*along: (\w+) \(([^)]*)\) where ([\s\S]*?)\*\//g

/**
 * A statement that names tables of tenants runs on the node of its workspace, any other on the coordinator. One that names both runs
 * where it writes, else on the node; what it reads of the other side goes along.
 */
export function sideOf(text: string, classOf: (table: string) => string | undefined): StatementSide {
  const emitted = EMITTED.exec(text)
  if (emitted) {
    const rest = text.replace(emitted[0], '')
    return { ...sideOf(rest, classOf), apart: { said: emitted[1] ?? '', rest } }
  }
  const along = new Map<string, Along>()
  if (!RUNS_THERE.test(text)) return { side: undefined, along, problem: undefined }
  const named = namedTables(text)
  const here = named.filter(({ name }) => classOf(name) === 'local')
  const there = named.filter(({ name }) => classOf(name) === 'tenant')
  if (there.length === 0) {
    // A lock excludes other transactions of the workspace, which lock on its node.
    const side = here.length === 0 && LOCKS_BY_NAME.test(text) ? ('node' as const) : undefined
    return { side, along, problem: undefined }
  }
  if (here.length === 0) return { side: 'node', along, problem: undefined }
  const hints = new Map(
    [...text.matchAll(HINT)].map(([, table = '', columns = '', where = '']) => [
      table,
      { columns: columns.split(',').map((column) => column.trim()), where: where.trim() },
    ]),
  )
  const hintOf = (name: string): Along | undefined =>
    hints.get(name) ?? (SMALL.has(name) ? { columns: undefined, where: 'true' } : undefined)
  const goes = (tables: typeof named) => tables.every(({ name, isWritten }) => !isWritten && hintOf(name) !== undefined)
  const side = goes(here) ? 'node' : goes(there) ? 'coordinator' : undefined
  for (const { name } of side === 'node' ? here : there) along.set(name, hintOf(name) as Along)
  if (side) return { side, along, problem: undefined }
  const names = [...new Set(here.map(({ name }) => name))].join(', ')
  return { side, along, problem: `A statement names tables of tenants and of the coordinator (${names}): ${text}` }
}
