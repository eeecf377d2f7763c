// Rules whose actions branch, wait and look at the outcome of others: the way is shown, and it outlives its process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { startReceiver } from '../../identity/webhooks/receivers.fixture.ts'
import { addStage, startRules, TEXT } from './rules.fixture.ts'

const service = await startRules()
afterAll(() => service.close())
const receiver = await startReceiver()
afterAll(() => receiver.close())
const at = await addStage(service)

const tellAdmins = (title: string) => ({ kind: 'notify', to: 'admins', title })

/** The time that a run waits for has come. */
async function passWait(runId: string, { database } = service, stage = at) {
  await database.asOwner(
    `update automation_steps set output = output || '{"until": "2026-01-01T00:00:00Z"}' where run_id = $1 and status = 'waiting'`,
    [runId],
  )
  await database.asOwner('update automation_runs set wake_at = now() where id = $1', [runId])
  await database.asOwner(
    `update queue set run_at = now() where kind = 'automation.work' and payload ->> 'rule_id' = (select rule_id::text from automation_runs where id = $1)`,
    [runId],
  )
  // A ticket that was worked on meanwhile is made again, as by any event.
  const [run] = await database.asOwner<{ rule_id: string }>('select rule_id from automation_runs where id = $1', [
    runId,
  ])
  await stage.must('PATCH', `/api/automations/${run?.rule_id}`, { description: 'again' })
}
const runsOf = async (rule: string, stage = at) =>
  (await stage.must('GET', `/api/automations/runs?automation_id=${rule}`)).items
const waiting = (rule: string, count = 1, stage = at) =>
  until(
    () => runsOf(rule, stage),
    (runs: { id: string; status: string; wake_at: string }[]) =>
      runs.filter(({ status }) => status === 'waiting').length === count,
  )
const titles = async (prefix: string) =>
  (await at.must('GET', '/api/notices?limit=200')).items
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title.startsWith(prefix))
    .sort()

describe('a branch', () => {
  it('goes by the values before and after a change, called by column names, and the log shows the way', async () => {
    const { id, rows } = await at.workbook(
      [TEXT('Name'), TEXT('Stage of deal')],
      [{ Name: 'Acme', 'Stage of deal': 'new' }],
    )
    const rule = await at.rule({
      trigger: { kind: 'row.changed', workbook_id: id },
      condition: { field: 'before.c2', op: 'ne', value: 'lost' },
      actions: [
        {
          kind: 'branch',
          condition: {
            and: [
              { field: 'after.c2', op: 'eq', value: 'won' },
              { field: 'before.c2', op: 'eq', value: 'new' },
            ],
          },
          yes: [tellAdmins('Branch: {{Name}} from {{before.Stage of deal}} to {{after.Stage of deal}}')],
          no: [tellAdmins('Branch: other {{after.Stage of deal}}')],
        },
        tellAdmins('Branch: {{actions.1.way}}'),
      ],
    })
    const set = (stage: string) =>
      at.must('PATCH', `/api/workbooks/${id}/rows`, { rows: [{ row_id: rows[0], data: { 'Stage of deal': stage } }] })
    await set('won')
    await at.ended(rule, 1)
    await set('lost')
    const [first, second] = await at.ended(rule, 2)
    await set('new')
    expect(await titles('Branch: ')).toEqual([
      'Branch: Acme from new to won',
      'Branch: no',
      'Branch: other lost',
      'Branch: yes',
    ])
    expect(first).toMatchObject({
      path: [
        { id: 1, kind: 'branch', way: 'yes', status: 'done' },
        { id: 2, kind: 'notify' },
        { id: 4, kind: 'notify' },
      ],
    })
    expect(second).toMatchObject({ path: [{ id: 1, way: 'no' }, { id: 3 }, { id: 4 }] })
    await at.must('PATCH', `/api/workbooks/${id}/columns/c2`, { name: 'Stage' })
    const shown = await at.must('GET', `/api/automations/${rule}`)
    expect(shown.actions[0].yes[0].title).toBe('Branch: {{Name}} from {{before.Stage}} to {{after.Stage}}')
    expect(shown.sentence).toContain(
      'When a row changes in "Companies" and Stage of deal before is not lost, if Stage of deal after is won and Stage of deal before is new (notify all admins) else (notify all admins)',
    )
    expect(await runsOf(rule)).toHaveLength(2)
  })

  it('is shown on a past event with the way that it would go, and does nothing then', async () => {
    await at.must('POST', '/api/lead', { company: 'Try Branch', domain: 'try-branch.example', specialization: 'Space' })
    const tried = await at.must('POST', '/api/automations/try', {
      trigger: { kind: 'lead.created' },
      actions: [
        {
          kind: 'branch',
          condition: { field: 'lead.company', op: 'eq', value: 'Try Branch' },
          yes: [{ kind: 'wait', amount: 2, unit: 'days' }, tellAdmins('Never: then')],
          no: [tellAdmins('Never: else')],
        },
      ],
    })
    expect(tried.actions.map(({ id, kind, way }: Record<string, unknown>) => [id, kind, way])).toEqual([
      [1, 'branch', null],
      [2, 'wait', { of: 1, name: 'yes' }],
      [3, 'notify', { of: 1, name: 'yes' }],
    ])
    expect(await titles('Never')).toEqual([])
  })

  const nested = (levels: number): object =>
    levels === 0 ? tellAdmins('x') : { kind: 'branch', condition: { and: [] }, yes: [nested(levels - 1)] }
  const branch = (field: string, more: object = {}) => ({
    kind: 'branch',
    condition: { field, op: 'eq', value: 1 },
    yes: [],
    ...more,
  })
  it.each([
    ['a value that is not there', [branch('lead.scoer')], /lead.scoer|scoer/],
    [
      'an answer of an action behind it',
      [branch('actions.2.id'), tellAdmins('x')],
      /no action that "actions.2.id" names/,
    ],
    [
      'a part of a cell',
      [branch('lead.score', { condition: { field: 'lead.score', on: 'status', op: 'eq', value: 'x' } })],
      /compares values/,
    ],
    ['a text in a way', [branch('lead.score', { yes: [tellAdmins('{{lead.emial}}')] })], /has no "emial"/],
    [
      'the other way',
      [branch('lead.score', { yes: [tellAdmins('x')], no: [tellAdmins('{{actions.2.told}}')] })],
      /no action that/,
    ],
    ['too many levels', [nested(6)], /at most 5 deep/],
    [
      'too many actions',
      Array.from({ length: 3 }, () => branch('lead.score', { yes: Array(18).fill(tellAdmins('x')) })),
      /at most 50/,
    ],
    [
      'an id twice',
      [
        { ...tellAdmins('x'), id: 2 },
        { ...tellAdmins('x'), id: 2 },
      ],
      /two actions have the id 2/,
    ],
    ['an outcome of nothing', [{ kind: 'await_outcome', of: 2 }, tellAdmins('x')], /no action 2 comes before/],
    ['a wait of a year', [{ kind: 'wait', amount: 365, unit: 'days' }], /at most 90 days/],
    ['a wait by a text', [{ kind: 'wait', amount: '{{lead.score}}', unit: 'days' }], /./],
  ])('is refused with %s, on saving and on trying alike', async (_, actions, words) => {
    for (const [path, more] of [
      ['', { name: 'Slip' }],
      ['/try', {}],
    ] as const) {
      const answer = await at.call('POST', `/api/automations${path}`, {
        trigger: { kind: 'lead.created' },
        actions,
        ...more,
      })
      expect([answer.status, answer.text.replaceAll('\\"', '"')]).toEqual([422, expect.stringMatching(words)])
    }
  })
})

describe('a wait', () => {
  it('is shown as waiting, lets later events pass, and goes on with the rule as it is then, past the limit of an hour', async () => {
    const { id, rows } = await at.workbook([TEXT('Name')], [{ Name: 'a' }])
    const rule = await at.rule({
      trigger: { kind: 'row.changed', workbook_id: id },
      actions: [
        tellAdmins('Wait: before {{Name}}'),
        { kind: 'wait', amount: 3, unit: 'days' },
        tellAdmins('Wait: removed'),
        tellAdmins('Wait: old words'),
      ],
      limits: { per_hour: 2, max_rows: 1, usd_per_day: 0, max_depth: 3 },
    })
    const set = (Name: string) =>
      at.must('PATCH', `/api/workbooks/${id}/rows`, { rows: [{ row_id: rows[0], data: { Name } }] })
    await set('b')
    await set('c')
    const [second, first] = await waiting(rule, 2)
    if (!first || !second) throw new Error('both wait')
    expect(first).toMatchObject({ title: 'b', path: [{ id: 1 }, { id: 2, kind: 'wait', status: 'waiting' }] })
    expect(Date.parse(first.wake_at) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    const { actions } = await at.must('GET', `/api/automations/${rule}`)
    await at.must('PATCH', `/api/automations/${rule}`, {
      actions: [
        tellAdmins('Wait: added before'),
        actions[0],
        actions[1],
        { ...actions[3], title: 'Wait: new words {{after.Name}}' },
      ],
    })
    await passWait(first.id)
    const [run] = await at.ended(rule, 1)
    expect(run).toMatchObject({ id: first.id, status: 'done', path: [{ id: 1 }, { id: 2, status: 'done' }, { id: 4 }] })
    expect(await titles('Wait')).toEqual(['Wait: before b', 'Wait: before c', 'Wait: new words b'])
    await at.must('POST', `/api/automations/runs/${second.id}/cancel`, {})
    const { actions: given_up, ...cancelled } = await at.run(second.id)
    expect(cancelled).toMatchObject({ status: 'cancelled', wake_at: null })
    expect(given_up.map((one: { status: string }) => one.status)).toEqual(['done', 'cancelled'])
    await passWait(second.id)
    expect((await at.call('POST', `/api/automations/runs/${second.id}/cancel`, {})).status).toBe(409)
    expect(await titles('Wait: new')).toHaveLength(1)
  })

  it('outlives its process: killed with kill -9, another one goes on, and nothing is done twice', async () => {
    const api = await startRules({ ROLE: 'api' })
    const worker = fork(new URL('./rule-process.fixture.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
    worker.send(api.database.connection)
    await once(worker, 'message')
    const stage = await addStage(api)
    const rule = await stage.rule({
      trigger: { kind: 'workbook.created' },
      actions: [tellAdmins('Killed: before'), { kind: 'wait', amount: 2, unit: 'days' }, tellAdmins('Killed: after')],
    })
    await stage.workbook([TEXT('a')])
    const [run] = await waiting(rule, 1, stage)
    if (!run) throw new Error('it waits')
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    expect(await stage.run(run.id)).toMatchObject({
      status: 'waiting',
      actions: [{ status: 'done' }, { status: 'waiting' }],
    })
    await passWait(run.id, api, stage)
    const next = await startRules({ ROLE: 'worker' }, api.database)
    expect(await stage.ended(rule, 1)).toMatchObject([{ id: run.id, status: 'done', attempts: 1 }])
    const { items } = await stage.must('GET', '/api/notices')
    expect(items.map(({ title }: { title: string }) => title).sort()).toEqual(['Killed: after', 'Killed: before'])
    await next.close()
    await api.close()
  })

  it('does not go on while its rule is paused, and is gone with its rule', async () => {
    const rule = await at.rule({
      trigger: { kind: 'workbook.created' },
      actions: [{ kind: 'wait', amount: 1, unit: 'hours' }, tellAdmins('Paused')],
    })
    await at.workbook([TEXT('a')])
    const [run] = await waiting(rule)
    if (!run) throw new Error('it waits')
    expect(await at.must('GET', `/api/automations/${rule}`)).toMatchObject({ waiting: 1 })
    await at.must('POST', `/api/automations/${rule}/pause`, {})
    await passWait(run.id)
    await at.must('POST', `/api/automations/${rule}/resume`, {})
    expect(await at.ended(rule, 1)).toMatchObject([{ id: run.id, status: 'done' }])
    expect(await titles('Paused')).toHaveLength(1)
    await at.must('POST', `/api/automations/${rule}/run`, {})
    await waiting(rule)
    await at.must('DELETE', `/api/automations/${rule}`, undefined, 204)
    expect(await service.database.asOwner('select from automation_runs where rule_id = $1', [rule])).toEqual([])
  })
})

describe('a step that waits for an outcome', () => {
  const create = { kind: 'workbook.created' }
  it.each([
    ['goes on when the webhook was delivered', 'fail', 204, 'done', ['Outcome: succeeded']],
    ['does what is said for a failure, and goes on', 'continue', 410, 'done', ['Outcome: failed', 'Outcome: sorry']],
    ['does what is said for a failure, and ends', 'end', 410, 'done', ['Outcome: sorry']],
    ['does what is said for a failure, and fails', 'fail', 410, 'failed', ['Outcome: sorry']],
  ])('%s', async (_, if_failed, answered, status, told) => {
    const stage = await addStage(service)
    const hook = await startReceiver()
    hook.answer = (response) => response.writeHead(answered).end()
    const endpoint = await stage.must('POST', '/api/webhooks/endpoints', { url: hook.url, name: 'CRM' })
    const rule = await stage.rule({
      trigger: create,
      actions: [
        { kind: 'webhook', endpoint_id: endpoint.id },
        { kind: 'await_outcome', of: 1, if_failed, on_failure: [tellAdmins('Outcome: sorry')] },
        tellAdmins('Outcome: {{actions.2.outcome}}'),
      ],
    })
    await stage.workbook([TEXT('a')])
    const [run] = await stage.ended(rule, 1)
    expect(run).toMatchObject({ status })
    if (status === 'failed') expect(run?.error).toContain('Action 1 failed: Answered 410')
    const { items } = await stage.must('GET', '/api/notices')
    const said = items
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title.startsWith('Outcome'))
    expect(said.sort()).toEqual(told)
    expect(hook.received).toHaveLength(1)
    expect((await stage.must('GET', `/api/automations/${rule}`)).sentence).toContain(
      'send a webhook to "CRM", then wait for its outcome',
    )
    await hook.close()
  })

  it('decides about an action that cannot be done, and a retry begins with that action', async () => {
    const stage = await addStage(service)
    const endpoint = await stage.must('POST', '/api/webhooks/endpoints', { url: receiver.url })
    const rule = await stage.rule({
      trigger: create,
      actions: [{ kind: 'webhook', endpoint_id: endpoint.id }, { kind: 'await_outcome', of: 1 }, tellAdmins('Retried')],
    })
    await stage.must('PATCH', `/api/webhooks/endpoints/${endpoint.id}`, { enabled: false })
    await stage.workbook([TEXT('a')])
    const [run] = await stage.ended(rule, 1)
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('The endpoint is disabled') })
    await stage.must('PATCH', `/api/webhooks/endpoints/${endpoint.id}`, { enabled: true })
    await stage.must('POST', `/api/automations/runs/${run?.id}/retry`, {})
    await expect.poll(async () => (await stage.run(run?.id ?? '')).status).toBe('done')
    expect((await stage.run(run?.id ?? '')).actions.map(({ status }: { status: string }) => status)).toEqual([
      'done',
      'done',
      'done',
    ])
  })

  it('waits for a run of columns that the rule did not wait for itself', async () => {
    const domain = { name: 'Domain', type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
    const { id } = await at.workbook([TEXT('Site'), { ...domain, inputs: { website: '{{Site}}' } }])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [
        { kind: 'run_columns', wait: false },
        { kind: 'await_outcome', of: 1 },
        tellAdmins('Columns: {{actions.2.outcome}}, {{Domain}}'),
      ],
    })
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { Site: 'https://www.columns.example/x' } }] })
    expect(await at.ended(rule, 1)).toMatchObject([{ status: 'done' }])
    expect(await titles('Columns')).toEqual(['Columns: succeeded, columns.example'])
  })
})
