// The law of statements for all that tests make the service say: it has its tables on one node, or says what goes along (decision 0011).
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { sideOf } from '../src/platform/db/layout/side.logic.ts'

/** Statements that are others on a distributed database; one without a name begins with a comment that it is for one server. */
export const NOT_OF_A_SIDE: Record<string, string> = {
  reservations_insert:
    'writes reservations and budgets; reservations_insert_apart and the count after it are said there',
  outreach_sent_last: 'writes messages and the outbox; outreach_sent_last_apart is said there',
  ledger_write: 'writes the ledger and what runs have cost; ledger_write_apart is said on a distributed database',
}

const HEARD = Symbol.for('millrace.statements')
const shared = globalThis as { [HEARD]?: Set<string> }
shared[HEARD] ??= listenToQueries()
const heard = shared[HEARD]

/** What goes through a transaction of the service is said in the extended protocol; a test's own look is not. */
function listenToQueries(): Set<string> {
  const texts = new Set<string>()
  pg.Query = new Proxy(pg.Query, {
    construct(target, [config, ...more]) {
      const isOther = config?.name in NOT_OF_A_SIDE || config?.text?.startsWith('/* one server */')
      if (config?.queryMode === 'extended' && config.text && !isOther) texts.add(config.text)
      return new target(config, ...more)
    },
  })
  return texts
}

const classes = new Map(Object.entries(inject('classes')))
const numbered = inject('numbered')

/** The default of a sequence is on the table of the coordinator, not on its shards. */
function unnumbered(text: string): string[] {
  return numbered
    .filter((table) => new RegExp(`\\binsert into ${table}( as \\w+)? \\((?![^)]*\\bid\\b)`, 'i').test(text))
    .map((table) => `A statement leaves the id of ${table} to its default: ${text}`)
}

afterAll(() => {
  const problems = [...heard].flatMap((text) => [
    ...[sideOf(text, (table) => classes.get(table)).problem ?? []].flat(),
    ...unnumbered(text),
  ])
  heard.clear()
  expect(problems).toEqual([])
})
