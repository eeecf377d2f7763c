// What a run accepts: by a formula over the answer, and a guess for nothing before anybody is paid.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { found } from '../../providers/kit/kit.ts'
import { lookup, says } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { addWorkbook, readCells } from './workbook.fixture.ts'

const input = (name: string) => ({ name, label: name, type: 'text', required: true, help: '', aliases: [] }) as const
const first = lookup('first', says(0.9))
const second = lookup('second', () => found({ description: 'something else' }, 0.9))
const guesser = lookup('email-pattern', ({ full_name }) => found({ work_email: `${full_name}@guess.example` }, 0.4), {
  inputs: [input('company_domain'), input('full_name')],
  outputs: [{ field: 'work_email' }],
  price: { usd: 0, rule: 'free' },
} as never)
const verifier = lookup(
  'email-verifier',
  ({ email = '' }) => found({ email_status: email.startsWith('v') ? 'valid' : 'unknown' }, 0.9),
  { inputs: [input('email')], outputs: [{ field: 'email_status' }], price: { usd: 0, rule: 'free' } } as never,
)
const paid = lookup(
  'paid',
  ({ full_name }) => found({ work_email: `${full_name}@paid.example` }, 0.9, { verified: true }),
  {
    inputs: [input('domain'), input('full_name')],
    outputs: [{ field: 'work_email' }],
  } as never,
)

let stage: ReturnType<typeof setStage>
const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [first, second, guesser, verifier, paid])
})
afterAll(async () => {
  await stage.close()
})

test('the next provider is asked only where the formula does not hold, and the best is kept where none does', async () => {
  const column = {
    type: 'waterfall',
    name: 'About',
    output: 'description',
    accept: { kind: 'formula', expression: 'AND({{description}} = "about a", {{confidence}} > 0.5)' },
    steps: ['first', 'second'].map((provider) => ({ provider, inputs: { key: '{{Name}}' } })),
  }
  const book = await addWorkbook(database, ['a', 'b'], [column])
  await stage.end(book, await stage.start(book))
  expect(second.asked).toEqual(['b'])
  const cells = (await readCells(database, book.id)).filter(({ column_id }) => column_id === 'c2')
  expect(cells.map(({ status, value }) => [status, value]).sort()).toEqual([
    ['complete', 'about a'],
    ['unverified', 'about b'],
  ])
})

test('a verified guess costs no paid call, and a guess that no verifier confirms gives way', async () => {
  const column = {
    type: 'waterfall',
    name: 'Mail',
    output: 'work_email',
    free_guess: true,
    accept: { kind: 'verified' },
    steps: [{ provider: 'paid', inputs: { domain: '{{Name}}.example', full_name: '{{Name}}' } }],
  }
  const book = await addWorkbook(database, ['vera', 'otto'], [column])
  const run = await stage.end(book, await stage.start(book))
  expect(paid.asked).toHaveLength(1)
  expect(run.cost_usd).toBe(0.5)
  const cells = (await readCells(database, book.id)).filter(({ column_id }) => column_id === 'c2')
  expect(cells.map(({ status, value }) => [status, value]).sort()).toEqual([
    ['complete', 'otto@paid.example'],
    ['complete', 'vera@guess.example'],
  ])
})
