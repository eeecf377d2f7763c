// For tests: a database whose transactions lose their connections at random moments, as in an outage.
import type { TestDatabase } from '../../../test/database.ts'
import type { Tx } from '../../platform/db/database.ts'

const gone = (code: string) => Object.assign(new Error('the connection is gone'), { code })

/**
 * One transaction in `oneIn` fails: there is no connection to be had, the server ends it at one of its statements, or all is done and
 * the caller does not hear of it.
 Its connections are its own: those of others are never ended.
 */
export async function losing(database: TestDatabase, oneIn: number, random = Math.random) {
  const whole = await database.another()
  let lost = 0

  /** Ends the connection behind the next statement but some. */
  function cutSoon({ client }: Tx): void {
    const { query, processID: pid } = client as typeof client & { processID: number }
    let left = Math.floor(random() * 6)
    client.query = ((...args: Parameters<typeof query>) => {
      const answer = query.apply(client, args)
      if (left-- === 0) whole.asOwner('select pg_terminate_backend($1)', [pid]).catch(() => {})
      return answer
    }) as typeof query
  }

  async function lossy<T, A extends Tx>(work: (tx: A) => Promise<T>, run: (work: (tx: A) => Promise<T>) => Promise<T>) {
    if (random() * oneIn >= 1) return run(work)
    lost++
    const moment = random()
    if (moment < 0.25) throw gone('53300')
    if (moment < 0.5) {
      await run(work)
      throw gone('ECONNRESET')
    }
    return run((tx) => {
      cutSoon(tx)
      return work(tx)
    })
  }

  const over: TestDatabase = {
    ...whole,
    inWorkspace: (at, work) => lossy(work, (same) => whole.inWorkspace(at, same)),
    inSystem: (work) => lossy(work, (same) => whole.inSystem(same)),
  }
  return { over, lost: () => lost }
}
