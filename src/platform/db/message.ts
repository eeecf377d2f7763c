// Several statements in one message to the server, and their answers in one back, where pg by itself speaks statement by statement.
//
// Each way costs some 50 µs on either side, as much as a short statement itself. After a statement that fails the server
// skips the rest of its message.
import pg from 'pg'
import type { RowWithoutType, SqlAsker } from './sql-client.ts'

/** Bytes of a part that are worth a write of their own. */
const LONG = 64 * 1024

export const BEGIN: pg.QueryConfig = { name: 'begin', text: 'begin' }
export const COMMIT: pg.QueryConfig = { name: 'commit', text: 'commit' }

export interface PipelinedStatement {
  config: pg.QueryConfig
  resolve(result: pg.QueryResult): void
  reject(error: Error): void
}

/** The connection as pg hands it to what is submitted. */
interface Wire {
  stream: { write(bytes: Buffer): unknown; cork(): void; uncork(): void }
  /** Names on their way to the server, with the text they stand for. */
  submittedNamedStatements: Record<string, string>
  sync(): void
}

/** How pg tells a query what the server answered. */
interface Listener {
  readonly name?: string
  readonly text?: string
  submit(wire: Wire): Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleEmptyQuery(wire: Wire): void
  handleCopyInResponse(wire: Wire): void
  handleError(error: Error, wire: Wire): void
  handleReadyForQuery(wire: Wire): void
}

/** The answers of these, one by one; they are sent at once. */
export function askTogether<Row extends pg.QueryResultRow = RowWithoutType>(
  client: SqlAsker,
  configs: readonly pg.QueryConfig[],
): Promise<pg.QueryResult<Row>>[] {
  const statements: PipelinedStatement[] = []
  const answers = configs.map(
    (config) =>
      new Promise<pg.QueryResult<Row>>((resolve, reject) => void statements.push({ config, resolve, reject })),
  )
  client.query(inOneMessage(statements))
  return answers
}

export interface PipelinedMessage extends pg.Submittable {
  /** Fulfilled when all is answered, however. */
  readonly answered: Promise<void>
}

/** To be handed to `client.query`. The statements run one after the other, each as if it had been sent alone. */
export function inOneMessage(statements: readonly PipelinedStatement[]): PipelinedMessage {
  let failed = false
  let settle: () => void
  const answered = new Promise<void>((resolve) => {
    settle = resolve
  })
  // Named or with values or not: all speak the protocol in which several can be under way.
  const queries = statements.map(({ config, resolve, reject }) => {
    const extended = { ...config, queryMode: 'extended' }
    return new pg.Query(extended, (error, result) => {
      if (!error) return resolve(result as never)
      failed = true
      reject(error)
    }) as unknown as Listener
  })
  let at = 0
  // An error may come after the last answer, as when time is up or a deferred check fails: then it is the last one's.
  const current = () => Math.min(at, queries.length - 1)
  const now = () => queries[current()] as Listener
  const listener: Listener = {
    get name() {
      return now().name
    },
    get text() {
      return now().text
    },
    submit(wire) {
      // To each of them it is a connection of its own, whose bytes are gathered: one long write costs less than many short
      // ones. Up to where the server goes on, whatever happens, is said once, at the end.
      const bytes: Buffer[] = []
      const stream = { writable: true, write: (part: Buffer) => bytes.push(part) }
      const part: Wire = Object.create(wire, { stream: { value: stream }, sync: { value: () => {} } })
      for (const [index, query] of queries.entries()) {
        const fault = query.submit(part)
        if (fault) query.handleError(fault, wire)
        // A value that cannot be sent: the statements after it must not run.
        if (!failed) continue
        failFrom(index + 1, fault ?? new Error('A statement before it in the message could not be sent'), wire)
        break
      }
      wire.sync.call(Object.create(wire, { stream: { value: stream } }))
      if (bytes.every((one) => one.length <= LONG)) {
        wire.stream.write(Buffer.concat(bytes))
        return null
      }
      // What is long is not copied once more for that, and still goes in one call with the rest.
      wire.stream.cork()
      for (const one of bytes) wire.stream.write(one)
      wire.stream.uncork()
      return null
    },
    handleRowDescription: (message) => now().handleRowDescription(message),
    handleDataRow: (message) => now().handleDataRow(message),
    handleCommandComplete(message, wire) {
      now().handleCommandComplete(message, wire)
      at++
    },
    handleEmptyQuery(wire) {
      now().handleEmptyQuery(wire)
      at++
    },
    handleCopyInResponse: (wire) => now().handleCopyInResponse(wire),
    handleError(error, wire) {
      for (const query of queries.slice(0, current())) query.handleReadyForQuery(wire)
      failFrom(current(), error, wire)
    },
    handleReadyForQuery(wire) {
      settle()
      for (const query of queries.slice(0, at)) query.handleReadyForQuery(wire)
    },
  }

  function failFrom(index: number, error: Error, wire: Wire): void {
    settle()
    for (const query of queries.slice(index)) {
      // The server never read it: its name means nothing there yet.
      if (query.name) delete wire.submittedNamedStatements[query.name]
      query.handleError(error, wire)
    }
  }
  return Object.assign(listener as unknown as pg.Submittable, { answered })
}
