// Claims to questions, on a real database: whatever processes ask the same at the same moment, one of them asks, and the others wait.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { until } from '../../../test/until.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { failed } from '../../providers/kit/kit.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook, readCells } from '../runs/workbook.fixture.ts'
import { slowVendor } from '../waiting/slow-vendor.fixture.ts'
import type { CacheEntry } from './cache.reads.ts'
import { type CallClaim, dropClaims, writeCache } from './cache.writes.ts'

const { database } = await openTenant()

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const about = (provider: string, more: JsonObject = {}): JsonObject => ({
  type: 'waterfall',
  name: 'About',
  output: 'description',
  ...more,
  steps: [{ provider, inputs: { key: '{{Name}}' } }],
})

describe('two processes with the same questions', () => {
  it('ask each of them once, and both have the answers', async () => {
    const said = lookup('said', async (inputs, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return says()(inputs, signal)
    })
    const first = await addWorkbook(database, names(40), [about('said')])
    const second = await addWorkbook(database, names(40), [about('said')], first.workspace_id)
    const [one, other] = [setStage(database, [said]), setStage(database, [said])]
    const begun = [await one.start(first), await other.start(second)] as const
    const runs = await Promise.all([one.end(first, begun[0]), other.end(second, begun[1])])
    await Promise.all([one.close(), other.close()])
    expect(runs.map(({ counts }) => counts)).toEqual([{ complete: 40 }, { complete: 40 }])
    expect(said.asked.sort()).toEqual(names(40).sort())
    expect(runs.reduce((sum, { cost_usd }) => sum + cost_usd, 0)).toBe(20)
  })

  it('leave no claim behind where nothing was told: what failed may be asked at once', async () => {
    let isWell = false
    const moody = lookup('moody', (inputs, signal) =>
      isWell ? says()(inputs, signal) : failed('unmapped', 'Nobody understands this.'),
    )
    const book = await addWorkbook(database, ['a'], [about('moody')])
    const one = setStage(database, [{ ...moody, repeat_free: false } as never])
    expect((await one.end(book, await one.start(book))).counts).toEqual({ error: 1 })
    expect(await database.asOwner(`select 1 from lookup_cache where provider = 'moody'`)).toEqual([])
    isWell = true
    const again = await one.end(book, await one.start(book, { mode: 'failed' }))
    await one.close()
    expect(again.counts).toEqual({ complete: 1 })
  })

  it('wait for a promise even when the answer must be new', async () => {
    const slow = slowVendor('promises')
    const book = await addWorkbook(database, ['a'], [about('promises')])
    const anew = await addWorkbook(database, ['a'], [about('promises', { max_age_days: 0 })], book.workspace_id)
    const one = setStage(database, [slow.lookup], { http: slow.http })
    const other = setStage(database, [slow.lookup], { http: slow.http })
    const waiting = await one.start(book)
    one.wake()
    const statusOf = async ({ id }: { id: string }) => (await readCells(database, id))[0]?.status
    const is = (of: typeof book, status: string) => async () => (await statusOf(of)) === status
    await holds(is(book, 'waiting'))
    const forced = await other.start(anew)
    other.wake()
    await holds(is(anew, 'throttled'))
    expect(slow.asked).toEqual(['a'])
    // The answer comes; nothing is on its way any more, and a new one may be asked for.
    await database.asOwner(`update awaited_answers set state = 'settled' where run_id = $1`, [waiting.run_id])
    await holds(is(anew, 'waiting'))
    expect(slow.asked).toEqual(['a', 'a'])
    await Promise.all([one.close(), other.close()])
    expect((await one.look(anew, forced.run_id)).counts).toEqual({})
  })
})

const holds = (check: () => Promise<boolean>) => until(check, Boolean)

type Act =
  | { kind: 'claim'; key: number; passes: 'any' | 'none' | 'known' }
  | { kind: 'answer' | 'fail'; key: number }
  | { kind: 'crash'; key: number; gone: boolean }
const act = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({
    kind: fc.constant('claim' as const),
    key: fc.nat(2),
    passes: fc.constantFrom('any' as const, 'none' as const, 'known' as const),
  }),
  fc.record({ kind: fc.constantFrom('answer' as const, 'fail' as const), key: fc.nat(2) }),
  fc.record({ kind: fc.constant('crash' as const), key: fc.nat(2), gone: fc.boolean() }),
)

/** What a cache with one place for each question, and one who may be asking it, would do. */
interface Place {
  answered: number | null
  asking: string | null
}

it('is one claim to a question at a time, whatever is claimed, answered, given up or left behind', async () => {
  const key = (n: number) => n.toString(16).padStart(64, '0')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      const workspace = await addWorkspace(database)
      const write = (entries: CacheEntry[], claims: (CallClaim & { attempt_id: string })[]) =>
        database.inWorkspace(workspace, (tx) => writeCache(tx, entries, claims))
      const model: Place[] = [0, 1, 2].map(() => ({ answered: null, asking: null }))
      let clock = Date.now() - 100_000
      for (const each of acts) {
        const place = model[each.key] as Place
        if (each.kind === 'claim') {
          const attempt_id = newId()
          const known = place.answered === null ? null : new Date(place.answered)
          const passes = each.passes === 'any' ? 'any' : each.passes === 'none' ? null : known
          const taken = await write([], [{ key: key(each.key), provider: 'p', passes, attempt_id }])
          const isFree = place.asking === null && (place.answered === null || passes !== null)
          expect(taken.has(attempt_id)).toBe(!isFree)
          if (isFree) place.asking = attempt_id
        } else if (each.kind === 'answer') {
          clock += 1_000
          const times = { fetched_at: new Date(clock), expires_at: new Date(Date.now() + 60_000) }
          await write([{ key: key(each.key), provider: 'p', outcome: { kind: 'not_found' }, ...times }], [])
          Object.assign(place, { answered: clock, asking: null })
        } else if (each.kind === 'fail' && place.asking) {
          const claims = [{ key: key(each.key), attempt_id: place.asking }]
          await database.inWorkspace(workspace, (tx) => dropClaims(tx, claims))
          place.asking = null
        } else if (each.kind === 'crash' && place.asking) {
          // Its worker is gone a while: only an attempt that may be under way still holds the question.
          await database.asOwner(
            `update lookup_cache set asked_at = now() - interval '20 seconds' where workspace_id = $1 and asked_by = $2`,
            [workspace, place.asking],
          )
          await database.asOwner(
            `insert into attempts (workspace_id, id, workbook_id, row_id, column_id, step_id, provider, state)
              values ($1, $2, $2, $2, 'c1', 's1', 'p', $3) on conflict (workspace_id, id) do update set state = excluded.state`,
            [workspace, place.asking, each.gone ? 'uncertain' : 'reserved'],
          )
          if (each.gone) place.asking = null
        }
      }
    }),
    { numRuns: 25 },
  )
})

it('never gives one question to two of many who want it at once', async () => {
  const workspace = await addWorkspace(database)
  const keys = Array.from({ length: 30 }, (_, n) => n.toString(16).padStart(64, 'a'))
  const got = await Promise.all(
    Array.from({ length: 8 }, async (_, who) => {
      const order = who % 2 ? keys : [...keys].reverse()
      const claims = order.map((key) => ({ key, provider: 'p', passes: null, attempt_id: newId() }))
      const taken = await database.inWorkspace(workspace, (tx) => writeCache(tx, [], claims))
      return claims.filter(({ attempt_id }) => !taken.has(attempt_id)).map(({ key }) => key)
    }),
  )
  expect(got.flat().sort()).toEqual([...keys].sort())
})
