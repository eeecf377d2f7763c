// Plans of statements that look something up: by an index, whatever the tables were when they were last counted.
//
// PostgreSQL counts no row that is not committed. A table counted in the middle of its first large write has none on record, on
// thousands of pages; to the planner every workbook in it then is one row, and all ways to find one cost the same. A plan made while a
// table was empty reads all of it, and a connection keeps it. So ours neither read tables whole nor gather what a range
// of an index holds, unless the caller says so.

interface Asking {
  client: { query(text: string): Promise<unknown> }
}

/**
 * Settings of all statements. Where there is no index for a condition these ways are used all the same. A server that compiles what it
 * takes for much work compiles for longer than a look-up takes, whenever it takes a workspace for more than it is.
 */
export const LOOK_UP: readonly [name: string, value: string][] = [
  ['enable_seqscan', 'off'],
  ['enable_bitmapscan', 'off'],
  ['jit', 'off'],
]

type Way = 'seqscan' | 'bitmapscan' | 'indexscan' | 'nestloop' | 'mergejoin'
const switches = (ways: readonly Way[], to: 'on' | 'off') =>
  ways.map((way) => `set local enable_${way} = ${to}`).join('; ')

/** For one statement over very many rows, which has no name: tables may be read whole, and these ways are not taken. */
export async function readWidely<T>(tx: Asking, without: readonly Way[], work: () => Promise<T>): Promise<T> {
  const wide = (['seqscan', 'bitmapscan'] as const).filter((way) => !without.includes(way))
  const narrow = without.filter((way) => way !== 'seqscan' && way !== 'bitmapscan')
  await tx.client.query([switches(wide, 'on'), switches(narrow, 'off')].filter(Boolean).join('; '))
  const found = await work()
  await tx.client.query([switches(wide, 'off'), switches(narrow, 'on')].filter(Boolean).join('; '))
  return found
}

/**
 * Equal, and in order, for a look-up that no index may be mistaken for: where the planner believes in one row, any index that begins
 * with the workspace costs it the same, but only the one of this column needs no sorting.
 */
export const inOrder = (column: string, value: string, and = '') =>
  `${column} >= ${value} and ${column} <= ${value} ${and} order by ${column}`

/**
 * For statements that are said per row or key, or in which the planner must not take the workspace for one row. A value out of a
 * sub-select is one that no statistics know by name: it takes the mean of all workspaces. `$1` is the workspace.
 */
export const OF_ANY_WORKSPACE = 'workspace_id = (select $1::uuid)'
