// A connection as statements see it: rows have a type only where the statement gives one.
import type pg from 'pg'

/** The row of a statement that gives none: nothing can be read from it, nor can it pass for a row of another type. */
export interface RowWithoutType {
  readonly 'give the statement a row type: query<Row>(…)': never
}

/** What takes statements. */
export interface SqlAsker {
  query<Row extends pg.QueryResultRow = RowWithoutType>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
  query<Stream extends pg.Submittable>(stream: Stream): Stream
  query<Row extends pg.QueryResultRow = RowWithoutType>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

/** A connection of a pool. */
export interface SqlClient extends Omit<pg.PoolClient, 'query'>, SqlAsker {}

export interface SqlPool extends Omit<pg.Pool, 'query' | 'connect'>, SqlAsker {
  connect(): Promise<SqlClient>
}

/** The row of a statement that answers one row whatever there is, such as a count. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that answers one row answered none')
  return row
}
