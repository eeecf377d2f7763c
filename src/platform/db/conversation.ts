// What a transaction and the server say to each other, in as few messages as will do: the beginning goes with the first
// statement, statements sent at one moment go together, and statements without a waiting caller go with the commit.
import type pg from 'pg'
import { COMMIT, inOneMessage, type PipelinedStatement } from './message.ts'

export interface LastStatement extends pg.QueryConfig {
  /** Called with the answer after the commit, for callers that need it after the transaction; it says what rows it takes. */
  tell?: (answer: pg.QueryResult<never>) => void
}

export interface StatementPipeline {
  /** Sends the last statements. */
  settle(last: readonly LastStatement[]): Promise<void>
  /** The same, and commits. Nothing is sent when there is no statement. */
  commit(last: readonly LastStatement[]): Promise<void>
  rollback(): Promise<void>
  /** The client speaks for itself again. */
  end(): void
}

/** Watches a message until it is answered. */
export type MessageWatcher = (answer: Promise<unknown>) => void

/** How statements are said to a distributed database, see layout/at-node.ts. */
export interface StatementRoute {
  /** What is said instead; `ask` says something before it, in its transaction. */
  translate(
    config: pg.QueryConfig,
    ask: (config: pg.QueryConfig) => Promise<pg.QueryResult>,
  ): Promise<{
    config: pg.QueryConfig
    answered(result: pg.QueryResult): pg.QueryResult
    failed(error: Error): Error
  }>
  /** What has to be said before the commit, by what was said so far. */
  readonly before: readonly pg.QueryConfig[]
  /** On a node, where the coordinator does not see it. */
  readonly hasWritten: boolean
}

export interface Manner {
  route?: StatementRoute | undefined
  /** Statements are sent when this is over; the end is sent at once. */
  pause?: (() => Promise<void> | null) | undefined
  /** The next transaction is on another connection of the server, which does not know the names of statements. */
  isPooled?: boolean
}

/** Until its end `client.query` belongs to the conversation; `opening` is sent before the first statement. */
export function converse(
  client: pg.PoolClient,
  opening: readonly pg.QueryConfig[],
  watch: MessageWatcher | null,
  { route, pause, isPooled = false }: Manner = {},
): StatementPipeline {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  let waiting: PipelinedStatement[] = []
  let hasBegun = false
  let isEnding = false
  /** With a route: until the statements so far have been sent. */
  let sent: Promise<void> = Promise.resolve()

  function say(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const first = waiting.length === 0
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      waiting.push({ config, resolve, reject })
    })
    if (first) later(() => waiting.length > 0 && flush())
    return answer
  }

  /** After all that runs at this moment and may add statements. */
  function later(send: () => void): void {
    const pausing = isEnding ? null : pause?.()
    if (pausing) void pausing.then(send)
    else process.nextTick(send)
  }

  function flush(): void {
    const statements = waiting
    waiting = []
    if (!hasBegun) statements.unshift(...opening.map((config) => ({ config, resolve() {}, reject() {} })))
    hasBegun = true
    if (statements.length === 0) return
    if (route) sent = sent.then(async () => sendAll(await translated(route, statements, sendAll)))
    else sendAll(statements)
  }

  function sendAll(statements: PipelinedStatement[]): void {
    if (statements.length === 0) return
    const message = inOneMessage(isPooled ? statements.map(unnamed) : statements)
    if (watch) watch(message.answered)
    send(message)
  }

  function ask(...args: unknown[]): unknown {
    const config = plain(args)
    if (config) return say(config).catch(whereItWasAsked)
    // Several statements in one text, or a stream: what came before goes first.
    flush()
    const answer = route ? sent.then(() => send(...args)) : send(...args)
    if (watch && answer instanceof Promise) watch(answer.catch(() => {}))
    return answer
  }
  client.query = ask as typeof client.query

  async function finish(last: readonly LastStatement[], ...end: pg.QueryConfig[]): Promise<void> {
    if (route) {
      // What these are decides what comes before the end.
      const told = last.map(say)
      flush()
      await sent
      const answers = await Promise.all([...told, ...(end.length > 0 ? [...route.before, ...end].map(say) : [])])
      for (const [index, { tell }] of last.entries()) tell?.(answers[index] as pg.QueryResult<never>)
      return
    }
    const answers = await Promise.all([...last, ...end].map(say))
    for (const [index, { tell }] of last.entries()) tell?.(answers[index] as pg.QueryResult<never>)
  }
  return {
    settle: (last) => finish(last),
    async commit(last) {
      isEnding = true
      if (!hasBegun && waiting.length === 0 && last.length === 0) return
      await finish(last, COMMIT)
    },
    async rollback() {
      const unsaid = waiting
      waiting = []
      for (const { reject } of unsaid)
        reject(new Error('The transaction was rolled back before this statement was sent'))
      await sent
      if (hasBegun) await send('rollback')
    },
    end() {
      // The method of the class shows again.
      Reflect.deleteProperty(client, 'query')
    },
  }
}

const unnamed = (statement: PipelinedStatement): PipelinedStatement => ({
  ...statement,
  config: { ...statement.config, name: undefined as never },
})

/** A single statement that wants a promise; null for anything else. */
function plain([config, values, ...more]: unknown[]): pg.QueryConfig | null {
  if (more.length > 0 || typeof values === 'function') return null
  if (typeof config === 'string') {
    if (values === undefined && config.includes(';')) return null
    return { text: config, ...(values === undefined ? {} : { values: values as unknown[] }) }
  }
  if (typeof config !== 'object' || config === null || 'submit' in config) return null
  const given = config as pg.QueryConfig
  if (given.values === undefined && values === undefined && given.name === undefined && given.text.includes(';'))
    return null
  return values === undefined ? given : { ...given, values: values as unknown[] }
}

// A server error arrives on a socket; the stack of the caller is more useful.
function whereItWasAsked(error: Error): never {
  Error.captureStackTrace(error, whereItWasAsked)
  throw error
}

/** The statements in the form for the route. One that cannot be translated fails, and the statements after it are not sent. */
async function translated(
  route: StatementRoute,
  statements: readonly PipelinedStatement[],
  sendAll: (statements: PipelinedStatement[]) => void,
): Promise<PipelinedStatement[]> {
  let said: PipelinedStatement[] = []
  const ask = (config: pg.QueryConfig) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      sendAll([...said, { config, resolve, reject }])
      said = []
    })
  for (const [index, { config, resolve, reject }] of statements.entries()) {
    try {
      const other = await route.translate(config, ask)
      said.push({
        config: other.config,
        resolve: (result) => resolve(other.answered(result)),
        reject: (error) => reject(other.failed(error)),
      })
    } catch (error) {
      for (const statement of statements.slice(index)) statement.reject(error as Error)
      break
    }
  }
  return said
}
