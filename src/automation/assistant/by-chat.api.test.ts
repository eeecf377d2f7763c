// Promises of a whole conversation: from nothing to a run under a cap, a cell explained and the run undone; and of grants that end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../enrichment/kinds/kinds.fixture.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import {
  answer,
  bookOf,
  messagesOf,
  type Person,
  planEnd,
  planIn,
  runsEnd,
  startWorld,
  use,
  type World,
} from './assistant.fixture.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const STAFF = {
  name: 'Staff',
  type: 'http',
  url: 'http://firma.example/v1/{{Domain}}',
  price_usd: 0.1,
  billing: 'per_call',
  fields: [{ name: 'employees', path: 'employees', type: 'number' }],
}

test('by chat: a workbook from nothing, a run under a cap after approval, a cell explained, and the run undone', async () => {
  const ann = await world.person()
  world.vendor.says(() => ({ body: { employees: 120 } }))
  const approved = async (plan: { id: string }) => {
    await must(ann.call('POST', `/api/assistant/plans/${plan.id}/approve`, {}), 200)
    const ended = await planEnd(ann, plan.id)
    expect(ended.status, ended.error).toBe('done')
    return ended
  }
  world.script(
    use('read', ['describe_column_type', { type: 'http' }]),
    use(
      'plan',
      ['create_workbook', { name: 'Firms', columns: [{ name: 'Domain', type: 'input' }] }],
      [
        'upsert_rows',
        { workbook_id: '$1.workbook_id', rows: ['a.example', 'b.example', 'c.example'].map((Domain) => ({ Domain })) },
      ],
      ['add_columns', { workbook_id: '$1.workbook_id', columns: [STAFF] }],
    ),
  )
  const told = await ann.chat({ message: 'Make me a list of firms with their staff' })
  const { conversation_id } = told[0]?.data ?? {}
  expect((await must(ann.call('GET', '/api/workbooks'), 200)).items).toEqual([])
  const made = await approved(planIn(told))
  const workbook_id = made.steps[0].result.workbook_id
  expect(world.vendor.heard).toEqual([])

  world.script(use('plan', ['start_run', { workbook_id, columns: ['Staff'], max_usd: 0.2 }]))
  const plan = planIn(await ann.chat({ message: 'Fill it, for 20 cents', conversation_id }))
  expect(plan.steps[0]).toMatchObject({ expected_usd: 0.3, max_usd: 0.2 })
  expect(world.vendor.heard).toEqual([])
  await approved(plan)
  const [run] = await runsEnd(ann, workbook_id)
  expect(run).toMatchObject({ status: 'budget_stopped', cost_usd: 0.2 })
  expect(world.vendor.heard).toHaveLength(2)

  const filled = await must(ann.call('GET', `/api/workbooks/${workbook_id}`), 200)
  const staff = filled.workbook.columns_config[1].id
  const row = filled.rows.find(
    (one: { enrichments: Record<string, { value: unknown }> }) => one.enrichments[staff]?.value === 120,
  )
  world.script(use('read', ['explain_cell', { workbook_id, row_id: row.row_id, column: 'Staff' }]), (heard: never) => {
    const results = messagesOf(heard).at(-1)?.content ?? ''
    expect(results).toContain('"outcome":"found"')
    expect(results).toContain('120')
    return answer('120 people, as its API said, for 10 cents.')
  })
  const why = await ann.chat({ message: 'Why 120?', conversation_id })
  expect(why.at(-2)?.data.text).toContain('120 people')

  world.script(use('plan', ['undo_run', { workbook_id, run_id: run.run_id }]))
  await approved(planIn(await ann.chat({ message: 'Take the run back', conversation_id })))
  const { rows } = await must(ann.call('GET', `/api/workbooks/${workbook_id}`), 200)
  expect(rows.map((one: { enrichments: Record<string, unknown> }) => one.enrichments[staff] ?? null)).toEqual([
    null,
    null,
    null,
  ])
  const kept = await must(ann.call('GET', `/api/assistant/conversations/${conversation_id}`), 200)
  expect(kept.messages.filter(({ kind }: { kind: string }) => kind === 'plan')).toHaveLength(3)
})

const grant = (workbook_id: string, more: object = {}) => ({
  max_usd: 1,
  max_minutes: 5,
  acts: ['write', 'spend'],
  workbook_ids: [workbook_id],
  ...more,
})
const rename = (workbook_id: string, name: string) => use('act', ['rename_workbook', { workbook_id, name }])
const database = () => world.service.database
const nameOf = async ({ call }: Person, id: string) =>
  (await must(call('GET', `/api/workbooks/${id}`), 200)).workbook.name

test('the stop button ends an autopilot before its next act, even one that the model is already asking for', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'])
  let stopped = false
  world.script(rename(book.id, 'First'), async () => {
    const [running] = await database().asOwner<{ id: string }>(
      "select id from assistant_plans where status = 'running'",
      [],
    )
    await must(ann.call('POST', `/api/assistant/plans/${running?.id}/stop`, {}), 200)
    stopped = true
    return rename(book.id, 'Second')
  })
  const plan = planIn(await ann.chat({ message: 'Rename it often', autopilot: grant(book.id) }))
  expect((await planEnd(ann, plan.id)).status).toBe('stopped')
  expect(stopped).toBe(true)
  expect(await nameOf(ann, book.id)).toBe('First')
  expect((await ann.call('POST', `/api/assistant/plans/${plan.id}/stop`, {})).status).toBe(409)
  const undone = await must(ann.call('POST', `/api/assistant/plans/${plan.id}/undo`, {}), 200)
  expect(undone.steps[0]).toMatchObject({ status: 'undone', undo_problem: null })
  expect(await nameOf(ann, book.id)).toBe('Book')
})

test('the time of a grant ends it, even when the model asks for more', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'])
  world.script(
    async () => {
      await database().inWorkspace(ann.workspace_id as WorkspaceId, (tx) =>
        tx.client.query("update assistant_plans set approved_at = approved_at - interval '6 minutes'"),
      )
      return rename(book.id, 'In time')
    },
    rename(book.id, 'Too late'),
  )
  const plan = planIn(await ann.chat({ message: 'Go on for ever', autopilot: grant(book.id) }))
  expect(await planEnd(ann, plan.id)).toMatchObject({ status: 'stopped', error: expect.stringContaining('5 minutes') })
  expect(await nameOf(ann, book.id)).toBe('In time')
})

test('the money of a grant ends it: what the model costs counts, and no run is given more than is left', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Domain'], [['a.example'], ['b.example']])
  await must(ann.call('POST', `/api/workbooks/${book.id}/columns`, STAFF), 201)
  world.vendor.says(() => ({ body: { employees: 7 } }))
  // A turn costs $0.003.
  world.script(
    use('act', ['start_run', { workbook_id: book.id, max_usd: 50 }]),
    use('act', ['start_run', { workbook_id: book.id, max_usd: 50 }]),
    ...Array(50).fill(use('act', ['start_run', { workbook_id: book.id, max_usd: 1 }])),
  )
  const before = world.models.heard.length
  const plan = planIn(await ann.chat({ message: 'Fill it', autopilot: grant(book.id, { max_usd: 0.15 }) }))
  const ended = await planEnd(ann, plan.id)
  expect(ended).toMatchObject({ status: 'stopped', error: expect.stringContaining('money') })
  // It is not asked again once nothing is left.
  expect(world.models.heard.length - before).toBeLessThanOrEqual(3)
  const runs = await runsEnd(ann, book.id)
  expect(runs.reduce((sum: number, run: { cost_usd: number }) => sum + run.cost_usd, 0)).toBeLessThanOrEqual(0.15)
  expect(world.vendor.heard.length).toBeLessThanOrEqual(1)
  const garbage = Array(5).fill('{rubbish')
  world.script(...garbage)
  const second = planIn(await ann.chat({ message: 'Again', autopilot: grant(book.id) }))
  expect(await planEnd(ann, second.id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('did not answer as it should'),
  })
})

test('an autopilot that goes round in circles ends by itself, within what it may cost', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'])
  world.script(...Array(100).fill(use('act', ['list_workbooks', {}])))
  const plan = planIn(await ann.chat({ message: 'Look', autopilot: grant(book.id, { max_usd: 0.05 }) }))
  expect((await planEnd(ann, plan.id)).status).toBe('stopped')
  expect(world.models.heard.length).toBeLessThanOrEqual(18)
})
