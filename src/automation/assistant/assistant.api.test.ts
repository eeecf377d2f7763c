// Promises of the assistant: it reads with your role, proposes what changes, does it once after approval, and undoes it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type ReceivedRequest } from '../../enrichment/kinds/kinds.fixture.ts'
import {
  answer,
  bookOf,
  MODEL,
  messagesOf,
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

const DOMAIN = {
  name: 'Domain',
  type: 'enrichment',
  provider: 'domain-normaliser',
  output: 'company_domain',
  inputs: { website: '{{Website}}' },
}

test('it answers from what it reads, and the conversation is kept', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Company'], [['Acme'], ['Globex']])
  world.script(use('read', ['query_rows', { workbook_id: book.id }]), (heard: never) => {
    expect(messagesOf(heard).at(-1)?.content).toContain('Globex')
    return answer('There are 2 companies.')
  })
  const told = await ann.chat({ message: 'How many companies?', workbook_id: book.id })
  expect(told.map(({ event }) => event)).toEqual(['conversation', 'reading', 'answer', 'done'])
  expect(told[2]?.data.text).toBe('There are 2 companies.')
  const { conversation_id } = told[0]?.data ?? {}
  const kept = await must(ann.call('GET', `/api/assistant/conversations/${conversation_id}`), 200)
  expect(kept.messages.map(({ kind }: { kind: string }) => kind)).toEqual(['user', 'tool', 'assistant'])
  world.script((heard: never) => {
    expect(
      messagesOf(heard)
        .map(({ content }) => content)
        .join(' '),
    ).toContain('There are 2 companies.')
    return answer('As I said, 2.')
  })
  const again = await ann.chat({ message: 'Sure?', conversation_id })
  expect(again.at(-2)?.data.text).toBe('As I said, 2.')
  const usage = await must(ann.call('GET', '/api/billing/usage?group_by=provider'), 200)
  expect(JSON.stringify(usage)).toContain('openai-compatible')
})

test('what changes is proposed with its diff and cost, runs once after approval, and is undone', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'], [['https://www.siemens.com/de'], ['spotify.com']])
  const run = { workbook_id: book.id, columns: ['Domain'] }
  world.script(use('plan', ['add_columns', { workbook_id: book.id, columns: [DOMAIN] }]))
  const told = await ann.chat({ message: 'Add domains' })
  const plan = told.find(({ event }) => event === 'plan')?.data.plan
  expect(plan).toMatchObject({
    status: 'proposed',
    max_usd: 0,
    steps: [{ tool: 'add_columns', changes: [expect.stringContaining('Domain')] }],
  })
  expect((await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)).workbook.columns_config).toHaveLength(1)
  const approvals = await Promise.all(
    [1, 2, 3].map(() => ann.call('POST', `/api/assistant/plans/${plan.id}/approve`, {})),
  )
  expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const ended = await planEnd(ann, plan.id)
  expect(ended).toMatchObject({ status: 'done', steps: [{ status: 'done', error: null }] })
  expect((await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)).workbook.columns_config).toHaveLength(2)

  world.script(use('plan', ['start_run', run]))
  const second = (await ann.chat({ message: 'Run it' })).find(({ event }) => event === 'plan')?.data.plan
  expect(second.steps[0]).toMatchObject({
    expected_usd: 0,
    max_usd: 0,
    changes: ['2 cells of 2 rows would be filled'],
  })
  await must(ann.call('POST', `/api/assistant/plans/${second.id}/approve`, {}), 200)
  expect((await planEnd(ann, second.id)).status).toBe('done')
  await runsEnd(ann, book.id)
  const undone = await must(ann.call('POST', `/api/assistant/plans/${second.id}/undo`, {}), 200)
  expect(undone).toMatchObject({ status: 'undone', steps: [{ status: 'undone' }] })
  const { rows } = await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)
  expect(rows.map(({ enrichments }: { enrichments: object }) => enrichments)).toEqual([{}, {}])
  await must(ann.call('POST', `/api/assistant/plans/${plan.id}/undo`, {}), 200)
  expect((await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)).workbook.columns_config).toHaveLength(1)
})

test('later steps use the results of earlier ones: a workbook from nothing by one plan', async () => {
  const ann = await world.person()
  world.script(
    use(
      'plan',
      ['create_workbook', { name: 'By chat', columns: [{ name: 'Website', type: 'input' }] }],
      ['upsert_rows', { workbook_id: '$1.workbook_id', rows: [{ Website: 'asml.com' }] }],
      ['add_columns', { workbook_id: '$1.workbook_id', columns: [DOMAIN] }],
      ['start_run', { workbook_id: '$1.workbook_id', max_usd: 0.5 }],
    ),
  )
  const plan = (await ann.chat({ message: 'Make a list' })).find(({ event }) => event === 'plan')?.data.plan
  expect(plan).toMatchObject({ max_usd: 0.5 })
  await must(ann.call('POST', `/api/assistant/plans/${plan.id}/approve`, {}), 200)
  const ended = await planEnd(ann, plan.id)
  expect(ended.status, ended.error).toBe('done')
  const book = ended.steps[0].result.workbook_id
  await runsEnd(ann, book)
  const { rows, workbook } = await must(ann.call('GET', `/api/workbooks/${book}`), 200)
  expect(rows[0].enrichments[workbook.columns_config[1].id].value).toBe('asml.com')
  await must(ann.call('POST', `/api/assistant/plans/${plan.id}/undo`, {}), 200)
  expect((await ann.call('GET', `/api/workbooks/${book}`)).status).toBe(404)
})

/** Every value in arguments that is no id of a workbook. */
const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)]

test('a plan shows everything that it sets, and marks what sends data out of the workspace', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website', 'Name'], [['asml.com', 'Ann']])
  const columns = [
    {
      name: 'Helper',
      type: 'http',
      method: 'POST',
      url: 'https://collect.stranger.example/in?w={{Website}}',
      body: '{"who": "{{Name}}"}',
      headers: { 'x-note': 'all of it' },
      fields: [{ name: 'ok', path: 'ok' }],
    },
    { name: 'Mood', type: 'ai', model: MODEL, prompt: 'Judge {{Name}} of {{Website}}', fields: [{ name: 'mood' }] },
    { name: 'Short', type: 'formula', expression: 'LEFT({{Name}}, 3)' },
    DOMAIN,
  ]
  const refused = (heard: ReceivedRequest) => answer(messagesOf(heard).at(-1)?.content ?? '')
  world.script(use('plan', ['add_columns', { workbook_id: book.id, columns }]), refused)
  const told = await ann.chat({ message: 'Add some columns' })
  expect(told.at(-2)?.event, told.at(-2)?.data.text).toBe('plan')
  const [step] = planIn(told).steps
  const plan = planIn(told)
  const shown = step.sets as { name: string; value: string; sends_to: string | null }[]
  for (const value of valuesIn(columns)) expect(shown.map((one) => one.value).join('\n')).toContain(value)
  const leaving = shown.filter(({ sends_to }) => sends_to !== null)
  expect(leaving.map(({ name, sends_to }) => [name, sends_to])).toEqual([
    ['“Helper” › url', 'collect.stranger.example'],
    ['“Mood” › model', expect.stringContaining('OpenAI')],
  ])
  expect(shown.slice(0, leaving.length)).toEqual(leaving)
  expect(await must(ann.call('GET', `/api/assistant/plans/${plan.id}`), 200)).toMatchObject({ steps: [step] })
})

test('steps use what earlier steps of the plan make: a column is added and filled by one approval', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'], [['asml.com']])
  const fill = { workbook_id: book.id, columns: ['Domain'] }
  const steps = (max?: object) =>
    use('plan', ['add_columns', { workbook_id: book.id, columns: [DOMAIN] }], ['start_run', { ...fill, ...max }])
  let told = ''
  world.script(steps(), (heard: ReceivedRequest) => {
    told = messagesOf(heard).at(-1)?.content ?? ''
    return steps({ max_usd: 0.1 })
  })
  const plan = planIn(await ann.chat({ message: 'Add the domain and fill it' }))
  expect(told).toContain('max_usd: Field required')
  expect(plan).toMatchObject({ max_usd: 0.1, steps: [{ tool: 'add_columns' }, { tool: 'start_run', max_usd: 0.1 }] })
  await must(ann.call('POST', `/api/assistant/plans/${plan.id}/approve`, {}), 200)
  const ended = await planEnd(ann, plan.id)
  expect(ended.status, ended.error).toBe('done')
  await runsEnd(ann, book.id)
  const { rows, workbook } = await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)
  expect(rows[0].enrichments[workbook.columns_config[1].id].value).toBe('asml.com')
})

test('a grant for a workbook that there is not is refused, and nothing begins', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'])
  const autopilot = { max_usd: 1, max_minutes: 5, acts: ['write'], workbook_ids: [book.id, 'no-such'] }
  const refused = await ann.call('POST', '/api/assistant/chat', { message: 'Go', autopilot })
  expect(refused.status, refused.text).toBe(422)
  expect(refused.body.detail).toMatchObject([{ loc: ['body', 'autopilot', 'workbook_ids', 1] }])
  expect((await must(ann.call('GET', '/api/assistant/conversations'), 200)).items).toEqual([])
})

test('a viewer gets no tool that changes anything, and no user sees or approves the plan of another', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'])
  const eve = await world.person('viewer', ann.workspace_id)
  world.script((heard: never) => {
    const { response_format, messages } = JSON.parse((heard as { body: string }).body)
    expect(JSON.stringify(response_format)).not.toContain('add_columns')
    expect(messages[0].content).not.toContain('- add_columns')
    return answer('I can only read for you.')
  })
  expect((await eve.chat({ message: 'Add a column' })).at(-2)?.data.text).toBe('I can only read for you.')
  world.script(use('plan', ['add_columns', { workbook_id: book.id, columns: [DOMAIN] }]))
  const told = await ann.chat({ message: 'Add' })
  const plan = told.find(({ event }) => event === 'plan')?.data.plan
  const bob = await world.person('admin', ann.workspace_id)
  expect((await bob.call('GET', `/api/assistant/plans/${plan.id}`)).status).toBe(404)
  expect((await bob.call('POST', `/api/assistant/plans/${plan.id}/approve`, {})).status).toBe(404)
  expect((await bob.call('GET', `/api/assistant/conversations/${told[0]?.data.conversation_id}`)).status).toBe(404)
  // The role counts when the plan is approved, and again when it runs.
  await must(bob.call('PATCH', `/api/workspaces/${ann.workspace_id}/members/${ann.user_id}`, { role: 'viewer' }), 200)
  const approval = await ann.call('POST', `/api/assistant/plans/${plan.id}/approve`, {})
  expect(approval.status, approval.text).toBe(403)
  expect(approval.body.detail).toContain('step 1')
  expect(await must(ann.call('GET', `/api/assistant/plans/${plan.id}`), 200)).toMatchObject({ status: 'proposed' })
})

test('garbage, loops and plans that do not work end in an error in words', async () => {
  const ann = await world.person()
  const expected: string[] = []
  const again = (said: string) => (heard: ReceivedRequest) => {
    expected.push(messagesOf(heard).at(-1)?.content ?? '')
    return said
  }
  world.script('{rubbish', again('{"action": "fly"}'), again('[]'))
  const garbage = await ann.chat({ message: 'Hello' })
  expect(garbage.at(-2)).toMatchObject({
    event: 'error',
    data: { detail: expect.stringContaining('did not answer as it should') },
  })
  expect(expected[0]).toContain('"action": "read" | "plan" | "answer"')
  expect(expected[1]).toContain('"action" has to be one of read, plan, answer')
  // Plain words are what they look like: a message.
  world.script('There are three workbooks.')
  expect((await ann.chat({ message: 'How many?' })).at(-2)).toMatchObject({
    event: 'answer',
    data: { text: 'There are three workbooks.' },
  })
  world.script(...Array(20).fill(use('read', ['list_workbooks', {}])))
  const loop = await ann.chat({ message: 'Loop' })
  expect(loop.at(-2)).toMatchObject({ event: 'error' })
  expect(loop.filter(({ data }) => data.tools?.length > 0)).toHaveLength(1)
  const bad = use('plan', ['add_columns', { workbook_id: 'nothing', columns: [DOMAIN] }])
  world.script(bad, bad, bad)
  const refused = await ann.chat({ message: 'Plan' })
  expect(refused.at(-2)).toMatchObject({
    event: 'error',
    data: { detail: expect.stringContaining('Workbook not found') },
  })
  // A tool that changes something does not run as reading.
  const book = await bookOf(ann, ['Website'])
  world.script(use('read', ['delete_workbook', { workbook_id: book.id }]))
  await ann.chat({ message: 'Delete it' })
  await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)
})

test('without a model it says how to add one, and columns by description still work where a rule knows them', async () => {
  const ann = await world.person('admin', undefined, false)
  const told = await ann.chat({ message: 'Hello' })
  expect(told.map(({ event }) => event)).toEqual(['conversation', 'answer', 'done'])
  expect(told[1]?.data.text).toContain('Settings → Integrations')
  expect(await must(ann.call('GET', '/api/assistant/settings'), 200)).toMatchObject({ ready: false })
  const book = await bookOf(ann, ['Full name', 'Website'])
  const generate = (instruction: string) =>
    ann.call('POST', `/api/workbooks/${book.id}/generate-column`, { instruction })
  const made = (await generate('The first name of Full name')).body
  expect(made).toMatchObject({ made_by: 'rules', column: { type: 'formula', expression: 'FIRST_NAME({{Full name}})' } })
  await must(ann.call('POST', `/api/workbooks/${book.id}/columns`, made.column), 201)
  const email = (await generate('find the work email')).body
  expect(email).toMatchObject({
    made_by: 'rules',
    column: { type: 'waterfall', output: 'work_email' },
    needs: expect.any(Array),
  })
  await must(ann.call('POST', `/api/workbooks/${book.id}/columns`, email.column), 201)
  // What it is to be made from is not what is wanted, and a person's name has no domain.
  for (const words of ['find the work email from Full name and the domain of Website', 'the domain of Full name']) {
    const { column } = (await generate(words)).body
    expect(column?.expression ?? '').not.toContain('ROOT_DOMAIN({{Full name}})')
  }
  const wanted = (await generate('find the work email from Full name and the domain of Website')).body
  expect(wanted.column).toMatchObject({ output: 'work_email' })
  const { providers, outcomes } = await must(ann.call('GET', `/api/workbooks/${book.id}/suggested-inputs`), 200)
  const guess = providers.find(({ provider }: { provider: string }) => provider === 'email-pattern')
  expect(guess.inputs).toMatchObject([
    { name: 'company_domain', template: '{{Website}}' },
    { name: 'full_name', template: '{{Full name}}' },
  ])
  expect(outcomes.find(({ field }: { field: string }) => field === 'work_email')).toMatchObject({
    reason: null,
    next: [],
  })
  const unknown = await generate('write a poem about the company')
  expect(unknown.status).toBe(409)
  expect(unknown.body.detail).toContain('No AI model is connected')
})

test('a column that no rule knows is written by the model, and one that cannot be saved is sent back', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Notes'])
  const blank = {
    kind: 'ai',
    name: 'Mood',
    explanation: 'Judges the notes.',
    expression: null,
    prompt: null,
    fields: null,
    url: null,
    method: null,
    outcome: null,
  }
  world.script(
    { ...blank, prompt: 'Judge {{Remarks}}' },
    { ...blank, prompt: 'How do {{Notes}} sound?', fields: [{ name: 'mood', type: 'text', description: 'One word' }] },
  )
  const made = await must(
    ann.call('POST', `/api/workbooks/${book.id}/generate-column`, { instruction: 'How friendly are they' }),
    200,
  )
  expect(made).toMatchObject({
    made_by: 'model',
    column: { type: 'ai', model: 'openai-compatible/tiny', prompt: 'How do {{Notes}} sound?' },
  })
  await must(ann.call('POST', `/api/workbooks/${book.id}/columns`, made.column), 201)
})

test('autopilot acts within its grant, caps what it spends, is stopped, and is undone', async () => {
  const ann = await world.person()
  const book = await bookOf(ann, ['Website'], [['asml.com']])
  const other = await bookOf(ann, ['Website'])
  const grant = { max_usd: 0.2, max_minutes: 5, acts: ['write', 'spend'], workbook_ids: [book.id] }
  world.script(
    use(
      'act',
      ['add_columns', { workbook_id: book.id, columns: [DOMAIN] }],
      ['add_columns', { workbook_id: other.id, columns: [DOMAIN] }],
    ),
    use('act', ['delete_rows', { workbook_id: book.id, row_ids: ['x'] }]),
    use('act', ['start_run', { workbook_id: book.id, max_usd: 50 }]),
    answer('Everything is done.'),
  )
  const told = await ann.chat({ message: 'Do it all', autopilot: grant })
  const plan = told.find(({ event }) => event === 'plan')?.data.plan
  const ended = await planEnd(ann, plan.id)
  expect(ended.status, ended.error).toBe('done')
  expect(ended.steps.map(({ tool, status }: { tool: string; status: string }) => [tool, status])).toEqual([
    ['add_columns', 'done'],
    ['add_columns', 'failed'],
    ['start_run', 'done'],
  ])
  expect(ended.steps[1].error).toContain('other workbooks')
  expect(ended.steps[2].max_usd).toBeLessThan(0.2)
  await runsEnd(ann, book.id)
  const undone = await must(ann.call('POST', `/api/assistant/plans/${plan.id}/undo`, {}), 200)
  expect(undone.status).toBe('undone')
  expect((await must(ann.call('GET', `/api/workbooks/${book.id}`), 200)).workbook.columns_config).toHaveLength(1)
})
