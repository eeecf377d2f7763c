// Rules on a whole service: events start them once and in order, within limits, and trying one changes nothing.
import { afterAll, describe, expect, it } from 'vitest'
import { callAs } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { startReceiver } from '../../identity/webhooks/receivers.fixture.ts'
import { MOST_WAITING } from './new-runs.writes.ts'
import { addStage, startRules, TEXT } from './rules.fixture.ts'

const service = await startRules()
afterAll(() => service.close())
const receiver = await startReceiver()
afterAll(() => receiver.close())
const at = await addStage(service)

const tellAdmins = (title: string) => ({ kind: 'notify', to: 'admins', title })

describe('a workbook that is created', () => {
  it('by hand, as a copy or through a definition emits the same event, and starts a rule once each', async () => {
    const rule = await at.rule({
      trigger: { kind: 'workbook.created' },
      actions: [tellAdmins('New: {{workbook.name}}')],
    })
    const { id } = await at.workbook([TEXT('Name')], [{ Name: 'Acme' }])
    await at.must('POST', `/api/workbooks/${id}/duplicate`, { name: 'Copy' })
    const runs = await at.ended(rule, 2)
    expect(runs.map(({ status, title }) => [status, title])).toEqual([
      ['done', 'Companies'],
      ['done', 'Copy'],
    ])
    const { items } = await at.must('GET', '/api/notices')
    expect(items.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['New: Companies', 'New: Copy']),
    )
    await at.must('DELETE', `/api/automations/${rule}`, undefined, 204)
  })
})

describe('rows', () => {
  it('that are added start a rule once each, with their values, however many come at once', async () => {
    const { id } = await at.workbook([TEXT('Name'), TEXT('Site')])
    const target = await at.workbook([TEXT('Who')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      condition: { field: 'c1', op: 'starts_with', value: 'keep' },
      actions: [{ kind: 'add_to_workbook', workbook_id: target.id, values: { Who: '{{Name}} at {{Site}}' } }],
      limits: { per_hour: 10_000, max_rows: 10, usd_per_day: 0, max_depth: 3 },
    })
    const rows = Array.from({ length: 300 }, (_, n) => ({
      data: { Name: n % 2 ? `keep ${n}` : `drop ${n}`, Site: `s${n}` },
    }))
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows })
    const runs = await at.ended(rule, 150)
    expect(runs).toHaveLength(150)
    expect(new Set(runs.map(({ event_key }) => event_key)).size).toBe(150)
    expect(runs.every(({ status }) => status === 'done')).toBe(true)
    const page = await at.must('GET', `/api/workbooks/${target.id}?page_size=500`)
    const who = page.rows.map(({ data }: { data: Record<string, string> }) => data.c1)
    expect(who.sort()).toEqual(
      rows
        .filter((_, n) => n % 2)
        .map(({ data }) => `${data.Name} at ${data.Site}`)
        .sort(),
    )
    expect(await at.must('GET', `/api/automations/${rule}`)).toMatchObject({ checked: 300, matched: 150, waiting: 0 })
  })

  it('that change start a rule for the columns it names, in the order of the changes of each row', async () => {
    const { id, rows } = await at.workbook([TEXT('Name'), TEXT('Other')], [{ Name: 'a' }, { Name: 'b' }])
    const log = await at.workbook([TEXT('Line')])
    const rule = await at.rule({
      trigger: { kind: 'row.changed', workbook_id: id, column_ids: ['c1'] },
      actions: [{ kind: 'add_to_workbook', workbook_id: log.id, values: { Line: '{{row_id}}' }, dedupe: 'create' }],
    })
    const change = (row: number, data: object) =>
      at.must('PATCH', `/api/workbooks/${id}/rows`, { rows: [{ row_id: rows[row], data }] })
    await change(0, { Other: 'x' })
    for (let n = 0; n < 4; n++) for (const row of [0, 1]) await change(row, { Name: `n${n}` })
    const runs = await at.ended(rule, 8)
    expect(runs).toHaveLength(8)
    for (const row of rows) expect(runs.filter(({ object }) => object === `row:${row}`)).toHaveLength(4)
  })

  it('that change are told with the values before and after, by whatever wrote them, and not where no value differs', async () => {
    const domain = { name: 'Domain', type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
    const columns = [TEXT('Name'), TEXT('Key'), { ...domain, inputs: { website: '{{Name}}' } }]
    const { id, rows } = await at.workbook(columns, [{ Name: 'v0.test', Key: 'k1' }])
    const path = `/api/workbooks/${id}`
    const row = `${path}/rows/${rows[0]}`
    await at.must('PUT', `${path}/identity`, { columns: [{ column_id: 'c2', normaliser: 'text' }] })
    const { token } = await at.must('POST', `${path}/ingest-token`, {})
    const webhooks = await startReceiver()
    const endpoint = await at.must('POST', '/api/webhooks/endpoints', { url: webhooks.url })
    await at.rule({
      trigger: { kind: 'row.changed', workbook_id: id },
      actions: [{ kind: 'webhook', endpoint_id: endpoint.id }],
      limits: { per_hour: 10_000, max_rows: 10, usd_per_day: 0, max_depth: 3 },
    })
    const patch = (Name: string) => at.must('PATCH', `${path}/rows`, { rows: [{ row_id: rows[0], data: { Name } }] })
    const cell = (column: string, value: string) => at.must('PATCH', `${row}/cells/${column}`, { value })
    const ended = async (run: { run_id: string }) =>
      until(
        () => at.must('GET', `${path}/runs/${run.run_id}`),
        ({ ended_at }) => ended_at !== null,
      )
    const imported = async (Name: string) => {
      const begun = await at.must('POST', `${path}/import`, {
        rows: [{ Name, Key: 'k1' }],
        options: { identity: { index: 1, normaliser: 'text' } },
      })
      if (begun.import_id)
        await until(
          () => at.must('GET', `${path}/imports/${begun.import_id}`),
          ({ state }) => state === 'done',
        )
    }
    const ingested = (Name: string) =>
      callAs(service, token)('POST', `${path}/rows/ingest`, { rows: [{ Name, Key: 'k1' }] })
    const of = (column: string, before: string | null, after: string | null) => [
      { [column]: before },
      { [column]: after },
    ]
    const ways: [act: () => Promise<unknown>, told: unknown[] | null][] = [
      [() => patch('v0.test'), null],
      [() => patch('v1.test'), of('c1', 'v0.test', 'v1.test')],
      [() => cell('c1', 'v1.test'), null],
      [() => cell('c1', 'v2.test'), of('c1', 'v1.test', 'v2.test')],
      [() => at.must('POST', `${path}/undo`, {}), of('c1', 'v2.test', 'v1.test')],
      [() => at.must('POST', `${path}/redo`, {}), of('c1', 'v1.test', 'v2.test')],
      [
        async () => {
          const { items } = await at.must('GET', `${row}/cells/c1/history`)
          await at.must('POST', `${row}/cells/c1/restore`, { version_id: items[1].version_id })
        },
        of('c1', 'v2.test', 'v1.test'),
      ],
      // A paste: several calls are one change.
      [
        async () => {
          const rows_of = (Name: string) => [{ row_id: rows[0], data: { Name } }]
          const { change_id } = await at.must('PATCH', `${path}/rows`, { rows: rows_of('p.test') })
          await at.must('PATCH', `${path}/rows`, { rows: rows_of('p.test'), change_id })
        },
        of('c1', 'v1.test', 'p.test'),
      ],
      [() => cell('c1', 'v2.test'), of('c1', 'p.test', 'v2.test')],
      [() => ingested('v2.test'), null],
      [() => ingested('v3.test'), of('c1', 'v2.test', 'v3.test')],
      [() => imported('v3.test'), null],
      [() => imported('v4.test'), of('c1', 'v3.test', 'v4.test')],
      [async () => ended(await at.must('POST', `${path}/run`, {})), of('c3', null, 'v4.test')],
      [async () => ended(await at.must('POST', `${path}/run`, { mode: 'all' })), null],
      [() => cell('c3', 'own.test'), of('c3', 'v4.test', 'own.test')],
      [() => cell('c3', 'own.test'), null],
      [() => at.must('DELETE', `${row}/cells/c3`), of('c3', 'own.test', null)],
      ...Array.from({ length: 8 }, (_, n): [() => Promise<unknown>, unknown[]] => [
        () => patch(`w${n}.test`),
        of('c1', n === 0 ? 'v4.test' : `w${n - 1}.test`, `w${n}.test`),
      ]),
    ]
    for (const [act] of ways) await act()
    const wanted = ways.flatMap(([, told]) => (told ? [told] : []))
    const heard = () => webhooks.received.map(({ body }) => JSON.parse(body).data)
    await until(heard, (events) => events.length >= wanted.length)
    expect(heard().map(({ before, after }) => [before, after])).toEqual(wanted)
    // The values of the row are those of the change too, and not of what was written since.
    expect(heard().every(({ after, c1, c3 }) => (after.c1 === undefined ? after.c3 === c3 : after.c1 === c1))).toBe(
      true,
    )
    await webhooks.close()
  })

  it('are called by the new name of a column after it was renamed', async () => {
    const { id } = await at.workbook([TEXT('Name')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [tellAdmins('Hello {{Name}}')],
    })
    await at.must('PATCH', `/api/workbooks/${id}/columns/c1`, { name: 'Company' })
    expect((await at.must('GET', `/api/automations/${rule}`)).actions[0].title).toBe('Hello {{Company}}')
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { Company: 'Zoë' } }] })
    const [run] = await at.ended(rule, 1)
    expect((await at.run(run?.id ?? '')).actions[0].input.title).toBe('Hello Zoë')
  })
})

describe('leads', () => {
  it('start rules when they are created and when their status changes, from what to what', async () => {
    const created = await at.rule({
      trigger: { kind: 'lead.created' },
      condition: { field: 'lead.company', op: 'contains', value: 'rocket' },
      actions: [{ kind: 'update_lead', values: { specialization: 'Space {{lead.company}}' }, status: 'contacted' }],
    })
    const moved = await at.rule({
      trigger: { kind: 'lead.status', to: ['qualified'] },
      actions: [tellAdmins('{{lead.company}} went from {{change.from}} to {{change.to}}')],
    })
    const { lead } = await at.must('POST', '/api/lead', { company: 'Rocket Inc', domain: 'rocket.example' })
    await at.must('POST', '/api/lead', { company: 'Other', domain: 'other.example' })
    const runs = await at.ended(created, 1)
    expect(runs).toMatchObject([{ status: 'done', object: `lead:${lead.id}`, title: 'Rocket Inc' }])
    const now = await at.must('GET', `/api/lead/${lead.id}`)
    expect(now).toMatchObject({ specialization: 'Space Rocket Inc', status: 'contacted' })
    await at.must('POST', `/api/lead/${lead.id}/status`, { status: 'qualified' })
    const [change] = await at.ended(moved, 1)
    expect((await at.run(change?.id ?? '')).actions[0].input.title).toBe('Rocket Inc went from contacted to qualified')
  })
})

describe('a rule that starts itself', () => {
  it('ends at its depth, and says so in the log', async () => {
    const { id } = await at.workbook([TEXT('N')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [{ kind: 'add_to_workbook', workbook_id: id, values: { N: 'again {{N}}' }, dedupe: 'create' }],
      limits: { per_hour: 1000, max_rows: 10, usd_per_day: 0, max_depth: 2 },
    })
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { N: 'x' } }] })
    const runs = await at.ended(rule, 4)
    expect(runs.map(({ status, depth }) => [status, depth])).toEqual([
      ['done', 0],
      ['done', 1],
      ['done', 2],
      ['skipped', 3],
    ])
    expect(runs[3]?.reason).toContain('3 rules in a row')
    expect((await at.must('GET', `/api/workbooks/${id}`)).total_rows).toBe(4)
    await expect
      .poll(async () => (await at.must('GET', '/api/notices?limit=100')).items)
      .toContainEqual(
        expect.objectContaining({ title: expect.stringContaining('A loop through'), link: `/automations/${rule}` }),
      )
  })
})

describe('a name in braces that names nothing', () => {
  const lead = { kind: 'lead.created' }
  it.each([
    ['a text', { actions: [tellAdmins('New: {{lead.compny}}')] }, /"lead" has no "compny"/],
    [
      'a text of a variable that is not there',
      { actions: [tellAdmins('{{person.name}}')] },
      /the event has no "person.name"/,
    ],
    [
      'data of a webhook',
      { actions: [{ kind: 'webhook', endpoint_id: 'x', data: { a: { b: '{{lead.emial}}' } } }] },
      /.*/,
    ],
    [
      'a key against repetition',
      { actions: [{ ...tellAdmins('x'), idempotency_key: '{{lead.idd}}' }] },
      /"lead" has no "idd"/,
    ],
    ['a setting that is taken as it stands', { actions: [{ kind: 'notify', to: '{{lead.email}}', title: 'x' }] }, /.*/],
    ['an action before', { actions: [tellAdmins('{{actions.1.id}}')] }, /no action that "actions.1.id" names/],
    ['a condition', { condition: { field: 'lead.scoer', op: 'gt', value: 1 }, actions: [tellAdmins('x')] }, /.*/],
    ['the moment of the event', { actions: [tellAdmins('{{event.when}}')] }, /"event" has no "when"/],
  ])('is refused in %s', async (_, rule, words) => {
    const answer = await at.call('POST', '/api/automations', { name: 'Slip', trigger: lead, ...rule })
    expect(answer.status, answer.text).toBe(422)
    expect(JSON.stringify(answer.body.detail).replaceAll('\\"', '"')).toMatch(words)
  })
})

describe('limits', () => {
  it('let runs beyond those of an hour wait', async () => {
    const rule = await at.rule({
      trigger: { kind: 'workbook.created' },
      actions: [tellAdmins('{{workbook.name}}')],
      limits: { per_hour: 2, max_rows: 1, usd_per_day: 0, max_depth: 0 },
    })
    for (let n = 0; n < 4; n++) await at.workbook([TEXT('a')])
    const statuses = async () => {
      const { items } = await at.must('GET', `/api/automations/runs?automation_id=${rule}`)
      return items.map(({ status, reason }: { status: string; reason: string | null }) => [status, reason]).sort()
    }
    const waits = ['queued', 'The limit of runs an hour is reached; it waits']
    const done = ['done', null]
    await expect.poll(statuses).toEqual([done, done, waits, waits])
    expect((await at.must('GET', `/api/automations/${rule}`)).waiting).toBe(2)
    await at.must('DELETE', `/api/automations/${rule}`, undefined, 204)
  })
})

describe('a rule that is flooded', () => {
  it('stops with a notice when as many runs wait as may, in place of growing without end', async () => {
    const { id } = await at.workbook([TEXT('N')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [tellAdmins('{{N}}')],
      limits: { per_hour: 1, max_rows: 10, usd_per_day: 0, max_depth: 3 },
    })
    await service.database.asOwner(
      `insert into automation_runs (workspace_id, id, rule_id, event_key, object, facts, occurred_at, next_at)
        select workspace_id, gen_random_uuid(), id, 'flood:' || n, 'row:' || n, '{}', now(), now() + interval '1 day'
        from automation_rules, generate_series(1, $2) n where id = $1`,
      [rule, MOST_WAITING],
    )
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { N: 'one more' } }] })
    const read = () => at.must('GET', `/api/automations/${rule}`)
    await expect.poll(async () => (await read()).status).toBe('stopped')
    expect(await read()).toMatchObject({ status_reason: expect.stringContaining('were turned away'), matched: 0 })
    const { items } = await at.must('GET', '/api/notices')
    expect(items[0]).toMatchObject({ severity: 'error', text: expect.stringContaining('100,000 runs of it wait') })
    await at.must('DELETE', `/api/automations/${rule}`, undefined, 204)
  })
})

describe('a rule that fails', () => {
  it('ten times in a row stops with a notice; a run is retried from the action that failed', async () => {
    const { secret: _, ...endpoint } = await at.must('POST', '/api/webhooks/endpoints', { url: receiver.url }, 201)
    const { id } = await at.workbook([TEXT('N')])
    const rule = await at.rule({
      trigger: { kind: 'row.added', workbook_id: id },
      actions: [tellAdmins('first {{N}}'), { kind: 'webhook', endpoint_id: endpoint.id, data: { n: '{{N}}' } }],
    })
    await at.must('PATCH', `/api/webhooks/endpoints/${endpoint.id}`, { enabled: false })
    const rows = Array.from({ length: 10 }, (_, n) => ({ data: { N: `row ${n}` } }))
    await at.must('POST', `/api/workbooks/${id}/rows`, { rows })
    const runs = await at.ended(rule, 10)
    expect(runs.every(({ status, error }) => status === 'failed' && error?.includes('disabled'))).toBe(true)
    const stopped = await at.must('GET', `/api/automations/${rule}`)
    expect(stopped).toMatchObject({
      status: 'stopped',
      failures: 10,
      status_reason: expect.stringContaining('10 runs in a row'),
    })
    const { items } = await at.must('GET', '/api/notices?limit=100')
    expect(items.filter(({ link }: { link: string }) => link === `/automations/${rule}`)).toMatchObject([
      { severity: 'error', title: expect.stringContaining('stopped'), link: `/automations/${rule}` },
      {
        severity: 'warning',
        title: expect.stringContaining('fails'),
        text: expect.stringContaining('Two runs in a row'),
      },
    ])
    // What the action that failed was given.
    expect((await at.run(runs[0]?.id ?? '')).actions[1]).toMatchObject({
      status: 'failed',
      input: { endpoint_id: endpoint.id, data: { n: 'row 0' } },
    })
    await at.must('PATCH', `/api/webhooks/endpoints/${endpoint.id}`, { enabled: true })
    await at.must('POST', `/api/automations/${rule}/resume`)
    const [first] = runs
    await at.must('POST', `/api/automations/runs/${first?.id}/retry`, {}, 202)
    await expect.poll(async () => (await at.run(first?.id ?? '')).status).toBe('done')
    const again = await at.run(first?.id ?? '')
    // The notice was sent by the first attempt, and not again.
    expect(
      again.actions.map(({ status, attempts }: { status: string; attempts: number }) => [status, attempts]),
    ).toEqual([
      ['done', 1],
      ['done', 2],
    ])
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'automation.event',
      data: { n: 'row 0' },
    })
  })
})

it('a rule whose last two runs failed is on the start page until one succeeds', async () => {
  const other = await addStage(service)
  const { id } = await other.workbook([TEXT('N')])
  const { secret: _, ...endpoint } = await other.must('POST', '/api/webhooks/endpoints', { url: receiver.url }, 201)
  const rule = await other.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    actions: [{ kind: 'webhook', endpoint_id: endpoint.id }],
  })
  const add = (n: number) => other.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { N: `row ${n}` } }] })
  const told = async () =>
    (await other.must('GET', '/api/home')).decisions.filter(({ kind }: { kind: string }) => kind === 'failing_rules')
  await other.must('PATCH', `/api/webhooks/endpoints/${endpoint.id}`, { enabled: false })
  await add(1)
  await other.ended(rule, 1)
  expect(await told()).toEqual([])
  await add(2)
  await other.ended(rule, 2)
  expect(await told()).toMatchObject([
    { count: 1, id: rule, name: 'Test', detail: expect.stringContaining('disabled') },
  ])
  await other.must('PATCH', `/api/webhooks/endpoints/${endpoint.id}`, { enabled: true })
  await add(3)
  await other.ended(rule, 3)
  expect(await told()).toEqual([])
})

describe('trying a rule', () => {
  it('on a real event says what would happen, and nothing does', async () => {
    const { id } = await at.workbook([TEXT('N')], [{ N: 'one' }, { N: 'two' }])
    const other = await at.workbook([TEXT('M')])
    const trigger = { kind: 'row.added', workbook_id: id }
    const actions = [
      { kind: 'add_to_workbook', workbook_id: other.id, values: { M: '{{N}}!' } },
      tellAdmins('{{N}}'),
      { kind: 'update_lead', values: { company: '{{N}}' } },
    ]
    const events = await at.must('POST', '/api/automations/events', {
      trigger,
      condition: { field: 'c1', op: 'eq', value: 'two' },
    })
    expect(events.items.map(({ title, matches }: { title: string; matches: boolean }) => [title, matches])).toEqual([
      ['two', true],
      ['one', false],
    ])
    const tried = await at.must('POST', '/api/automations/try', {
      trigger,
      actions,
      event_key: events.items[1].event_key,
    })
    expect(tried.actions.map(({ text, problem }: { text: string; problem: string | null }) => [text, problem])).toEqual(
      [
        ['Would write M: one! to "Companies"', null],
        ['Would tell all admins: one', null],
        ['Would save a lead with company: one', null],
      ],
    )
    const rule = await at.rule({ trigger, actions })
    const notices = async () => (await at.must('GET', '/api/notices?limit=500')).items.length
    const before = await notices()
    expect(await at.must('POST', `/api/automations/${rule}/test`, {})).toMatchObject({
      matches: true,
      event: { title: 'two' },
    })
    expect((await at.must('GET', `/api/workbooks/${other.id}`)).total_rows).toBe(0)
    expect((await at.must('GET', `/api/automations/runs?automation_id=${rule}`)).items).toEqual([])
    expect(await notices()).toBe(before)
    // By hand it is done for real.
    await at.must('POST', `/api/automations/${rule}/run`, { event_key: events.items[1].event_key }, 202)
    expect(await at.ended(rule, 1)).toMatchObject([{ status: 'done', title: 'one' }])
    expect((await at.must('GET', `/api/workbooks/${other.id}`)).total_rows).toBe(1)
  })
})

it('an action with an idempotency_key is done once for a key in the whole workspace', async () => {
  const { id } = await at.workbook([TEXT('Email')])
  const log = await at.workbook([TEXT('Line')])
  const add = { kind: 'add_to_workbook', workbook_id: log.id, values: { Line: '{{Email}}' }, dedupe: 'create' }
  const rule = await at.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    actions: [{ ...add, idempotency_key: 'welcome-{{Email}}' }],
  })
  await at.must('POST', `/api/workbooks/${id}/rows`, {
    rows: ['a@x.y', 'b@x.y', 'a@x.y'].map((Email) => ({ data: { Email } })),
  })
  const runs = await at.ended(rule, 3)
  expect(runs.every(({ status }) => status === 'done')).toBe(true)
  expect((await at.must('GET', `/api/workbooks/${log.id}`)).total_rows).toBe(2)
})

it('columns are run within the money of the rule, and later actions see what they found', async () => {
  const domain = { name: 'Domain', type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
  const { id } = await at.workbook([TEXT('Website'), { ...domain, inputs: { website: '{{Website}}' } }])
  const rule = await at.rule({
    trigger: { kind: 'row.added', workbook_id: id },
    actions: [{ kind: 'run_columns' }, tellAdmins('Found {{Domain}}')],
  })
  await at.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { Website: 'https://www.acme.com/about' } }] })
  const [run] = await at.ended(rule, 1)
  const shown = await at.run(run?.id ?? '')
  expect(shown).toMatchObject({
    status: 'done',
    actions: [{ output: { status: 'done' } }, { input: { title: 'Found acme.com' } }],
  })
})

it('what is wrong with a rule is told all at once, each at its place', async () => {
  const { id } = await at.workbook([TEXT('Name')])
  const wrong = await at.call('POST', '/api/automations', {
    name: 'Wrong',
    trigger: { kind: 'row.added', workbook_id: id },
    condition: { and: [{ field: 'c9', op: 'eq', value: 1 }] },
    actions: [tellAdmins('{{Nobody}}'), tellAdmins('{{Name')],
  })
  expect(wrong.status).toBe(422)
  expect(wrong.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual([
    'body.condition.and.0.field',
    'body.actions.0.notify.title',
    'body.actions.1.notify.title',
  ])
  for (const trigger of [
    { kind: 'moon.full' },
    { kind: 'schedule', cron: 'never' },
    { kind: 'schedule', cron: '60 * * * *' },
    { kind: 'schedule', cron: '0 0 30 2 *' },
    { kind: 'schedule', cron: '* * * * * *' },
    { kind: 'schedule', cron: '0 9 * * *', time_zone: 'Mars/Olympus' },
    { kind: 'schedule', every_seconds: 59 },
    { kind: 'schedule', every_seconds: 1e12 },
    { kind: 'schedule' },
    { kind: 'row.added', workbook_id: 'x' },
  ]) {
    const answer = await at.call('POST', '/api/automations', { name: 'x', trigger, actions: [tellAdmins('x')] })
    expect(answer.status, answer.text).toBe(422)
  }
})
