// Erases a person from tables of other rooms: each table declares what happens to its lines, and lines that still name the person are listed.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** What happens to the lines of a table in which an erased person is named. */
export type ForgetRule =
  /** They go: logs, caches, and what can be made again. By the full name too, unless that is for a person to decide. */
  | { by: 'deleting'; as: string; names?: 'told'; only?: string; id?: string }
  /**
   * They stay as lines of history without their words: columns and what they become, in SQL. `plain` are columns that hold no words
   * of people.
   */
  | {
      by: 'blanking'
      as: string
      set: Readonly<Record<string, string>>
      plain: readonly string[]
      only?: string
      id?: string
    }
  /** Someone wrote them for a purpose of their own: they are told, and a person decides. */
  | { by: 'telling'; as: string; id?: string }
  /** An eraser of its room knows what belongs to the person; what is left is told. */
  | { by: 'eraser'; as: string; id?: string }
  /** Made of another table, and follows it. */
  | { by: 'following'; table: string }
  /** Holds nothing that people write, or nothing about leads. */
  | { by: 'nothing'; because: string }

/** By the name of the table. */
export type Forgettings = Readonly<Record<string, ForgetRule>>

/** A place that still names the erased person, for a user to decide. It does not repeat the text. */
export interface Mention {
  what: string
  id: string
  workbook_id: string | null
}

export interface Patterns {
  /** What identifies the person; null where nothing does in texts. */
  pattern: string | null
  /** The same, or their full name. */
  wide: string | null
}

const TEXTS = new Set(['text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar'])
const MOST_TOLD = 200

interface Table {
  name: string
  how: ForgetRule
  /** All its columns with words, as one text. */
  words: string
  has_workbook: boolean
}

async function tablesOf(tx: WorkspaceTx, forgettings: Forgettings): Promise<Table[]> {
  const { rows } = await tx.client.query<{ table: string; columns: string[]; types: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns, array_agg(t.typname::text order by a.attnum) as types
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[]) group by c.relname`,
    [Object.keys(forgettings)],
  )
  const byName = new Map(rows.map((row) => [row.table, row]))
  return Object.entries(forgettings).flatMap(([name, how]) => {
    const found = byName.get(name)
    if (!found || how.by === 'nothing' || how.by === 'following') return []
    const texts = found.columns.filter((_, at) => TEXTS.has(found.types[at] ?? ''))
    if (texts.length === 0) return []
    return [{ name, how, words: wordsOf(texts), has_workbook: found.columns.includes('workbook_id') }]
  })
}

const wordsOf = (columns: readonly string[]) => `concat_ws(' ', ${columns.map((column) => `t.${column}`).join(', ')})`

/** Deletes and blanks what names the person. By table, how many lines it was. */
export async function forgetIn(
  tx: WorkspaceTx,
  { pattern, wide }: Patterns,
  forgettings: Forgettings,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  if (wide === null) return counts
  for (const { name, how, words } of await tablesOf(tx, forgettings)) {
    if (how.by !== 'deleting' && how.by !== 'blanking') continue
    const sought = how.by === 'deleting' && how.names === 'told' ? pattern : wide
    if (sought === null) continue
    const which = `t.workspace_id = $1 and ${words} ~* $2${how.only === undefined ? '' : ` and ${how.only}`}`
    const text =
      how.by === 'deleting'
        ? `delete from ${name} t where ${which}`
        : `update ${name} t set ${Object.entries(how.set)
            .map(([column, to]) => `${column} = case when t.${column}::text ~* $2 then ${to} else t.${column} end`)
            .join(', ')} where ${which}`
    counts[name] = (await tx.client.query(text, [tx.workspace_id, sought])).rowCount ?? 0
  }
  return counts
}

/** Where the person is named now, at most some hundred places of a table. */
export async function readMentions(tx: WorkspaceTx, { wide }: Patterns, forgettings: Forgettings): Promise<Mention[]> {
  if (wide === null) return []
  const found: Mention[] = []
  for (const { name, how, words, has_workbook } of await tablesOf(tx, forgettings)) {
    if (how.by === 'nothing' || how.by === 'following') continue
    const { rows } = await tx.client.query<{ id: string; workbook_id: string | null }>(
      `select distinct ${how.id ?? 't.id'}::text as id, ${has_workbook ? 't.workbook_id::text' : 'null'} as workbook_id
       from ${name} t where t.workspace_id = $1 and ${words} ~* $2 order by 1 limit ${MOST_TOLD}`,
      [tx.workspace_id, wide],
    )
    found.push(...rows.map((row) => ({ what: how.as, ...row })))
  }
  return found
}
