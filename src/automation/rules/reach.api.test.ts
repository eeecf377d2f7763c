// Rules that call functions and enroll leads, and columns that enroll: nobody is reached whom outreach would not reach itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { addStage, type Stage, startRules, TEXT } from './rules.fixture.ts'

let service: TestService
let at: Stage
beforeAll(async () => {
  service = await startRules()
  at = await addStage(service)
})
afterAll(() => service.close())

const STEPS = [{ subject: 'Hello', body: 'Dear {{first_name}},' }]
const sequence = async (settings: object = {}): Promise<string> =>
  (await at.must('POST', '/api/outreach/sequences', { name: 'Welcome', steps: STEPS, settings }, 201)).id
const enrolled = async (id: string): Promise<string[]> =>
  (await at.must('GET', `/api/outreach/sequences/${id}/enrollments`)).items.map(({ email }: { email: string }) => email)

describe('the action enroll', () => {
  it('enrolls the lead of the event once, and tells why it left another out', async () => {
    const seq = await sequence()
    await at.must('POST', '/api/outreach/suppressions', { value: 'no@out.example', scope: 'address' }, 201)
    const rule = await at.rule({
      trigger: { kind: 'lead.created' },
      condition: { field: 'lead.company', op: 'eq', value: 'Reach' },
      actions: [{ kind: 'enroll', sequence_id: seq, consent_source: 'form' }],
    })
    await at.must('POST', '/api/lead', { kind: 'person', company: 'Reach', email: 'yes@in.example' })
    await at.must('POST', '/api/lead', { kind: 'person', company: 'Reach', email: 'no@out.example' })
    const runs = await at.ended(rule, 2)
    const outcomes = await Promise.all(runs.map(async ({ id }) => (await at.run(id)).actions[0].output))
    expect(outcomes).toMatchObject([{ outcome: 'enrolled' }, { outcome: 'blocked', reason: 'suppressed' }])
    expect(await enrolled(seq)).toEqual(['yes@in.example'])
    const tried = await at.must('POST', `/api/automations/${rule}/test`, {})
    expect(tried.actions[0].problem).toBeTruthy()
    expect(await enrolled(seq)).toHaveLength(1)
  })

  it('names a sequence that exists, and stops when its maker may no longer enroll', async () => {
    const bad = await at.call('POST', '/api/automations', {
      name: 'x',
      trigger: { kind: 'lead.created' },
      actions: [{ kind: 'enroll', sequence_id: at.workspace_id }],
    })
    expect(bad.status).toBe(422)
    const rule = await at.rule({
      trigger: { kind: 'lead.created' },
      condition: { field: 'lead.company', op: 'eq', value: 'Late' },
      actions: [{ kind: 'enroll', sequence_id: await sequence() }],
    })
    const role = (name: string) =>
      service.database.asOwner('update memberships set role = $3 where workspace_id = $1 and user_id = $2', [
        at.workspace_id,
        at.user_id,
        name,
      ])
    await role('editor')
    await at.must('POST', '/api/lead', { kind: 'person', company: 'Late', email: 'late@in.example' })
    const status = async () =>
      (
        await service.database.asOwner<{ status: string }>('select status from automation_rules where id = $1', [rule])
      )[0]?.status
    await expect.poll(status).toBe('stopped')
    await role('admin')
  })
})

describe('the action call_function', () => {
  it('gives its outputs to the actions behind it', async () => {
    const fn = await at.must(
      'POST',
      '/api/functions',
      {
        name: 'Domain of a site',
        inputs: [{ name: 'Site', required: true }],
        columns: [
          {
            name: 'Domain',
            type: 'enrichment',
            provider: 'domain-normaliser',
            output: 'company_domain',
            inputs: { website: '{{Site}}' },
          },
        ],
        outputs: [{ name: 'Domain', column: 'Domain' }],
      },
      201,
    )
    const from = await at.workbook([TEXT('Web')])
    const to = await at.workbook([TEXT('Domain')])
    const write = (ref: string) => ({
      kind: 'add_to_workbook',
      workbook_id: to.id,
      dedupe: 'create',
      values: { Domain: `{{${ref}}}` },
    })
    const calling = { kind: 'call_function', function_id: fn.id, inputs: { Site: '{{Web}}' } }
    const trigger = { kind: 'row.added', workbook_id: from.id }
    const early = await at.call('POST', '/api/automations', {
      name: 'x',
      trigger,
      actions: [write('actions.2.outputs.Domain'), calling],
    })
    expect([early.status, early.text]).toEqual([422, expect.stringContaining('comes before')])
    const rule = await at.rule({ trigger, actions: [calling, write('actions.1.outputs.Domain')] })
    await at.must('POST', `/api/workbooks/${from.id}/rows`, { rows: [{ data: { Web: 'https://www.siemens.com/de' } }] })
    const [run] = await at.ended(rule, 1)
    expect(run).toMatchObject({ status: 'done' })
    const { rows } = await at.must('GET', `/api/workbooks/${to.id}`)
    expect(rows.map(({ data }: { data: object }) => data)).toEqual([{ c1: 'siemens.com' }])
  })

  it('needs the inputs of the function', async () => {
    const fn = await at.must('GET', '/api/functions?q=Domain of')
    const refused = await at.call('POST', '/api/automations', {
      name: 'x',
      trigger: { kind: 'workbook.created' },
      actions: [{ kind: 'call_function', function_id: fn.items[0].id, inputs: {} }],
    })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('needs a value for')])
  })
})

describe('an output column that enrolls', () => {
  it('does so only where an admin of the sequence allows it, once a lead, and says why not', async () => {
    const open = await sequence({ enroll_by_columns: true })
    const closed = await sequence()
    const column = (name: string, sequence_id: string) => ({
      name,
      type: 'output',
      target: {
        kind: 'sequence',
        sequence_id,
        consent_source: 'fair',
        values: { email: '{{Mail}}', company: '{{Firm}}' },
      },
    })
    const { id, rows } = await at.workbook(
      [TEXT('Mail'), TEXT('Firm')],
      [
        { Mail: 'a@col.example', Firm: 'A' },
        { Mail: 'a@col.example', Firm: 'A' },
        { Mail: 'no@out.example', Firm: 'B' },
      ],
    )
    await at.must('POST', `/api/workbooks/${id}/columns`, column('In', open), 201)
    await at.must('POST', `/api/workbooks/${id}/columns`, column('Out', closed), 201)
    const { run_id } = await at.must('POST', `/api/workbooks/${id}/run`, {}, 202)
    const over = async () => (await at.must('GET', `/api/workbooks/${id}/runs/${run_id}`)).ended_at !== null
    await expect.poll(over).toBe(true)
    expect(await enrolled(open)).toEqual(['a@col.example'])
    expect(await enrolled(closed)).toEqual([])
    const page = await at.must('GET', `/api/workbooks/${id}`)
    const cells = rows.map((row) => page.rows.find(({ row_id }: { row_id: string }) => row_id === row).enrichments)
    const said = cells.map(({ c3, c4 }) => [c3.value?.status ?? c3.error?.message, c4.error?.message])
    const shut = expect.stringContaining('takes no leads from columns')
    expect(
      said
        .map(([first]) => first)
        .slice(0, 2)
        .sort(),
    ).toEqual(['already_enrolled', 'enrolled'])
    expect(said[2]?.[0]).toContain('suppress')
    expect(said.map(([, second]) => second)).toEqual([shut, shut, shut])
  })
})

describe('a person who is in the store twice', () => {
  const FIRST = { kind: 'person', contact_person: 'Maria Oberhuber', company: 'Merged Widgets GmbH', city: 'Graz' }
  const add = async (external_id: string, email: string): Promise<number> =>
    (await at.must('POST', '/api/lead', { ...FIRST, phone: '+43 316 901820', external_id, email })).lead.id

  /** Found by the comparison of leads, and merged in the review queue. */
  async function merge(one: number, two: number): Promise<string> {
    const both = [one, two].sort()
    let pair: { id: number } | undefined
    await expect
      .poll(async () => {
        const { items } = await at.must('GET', '/api/entities/review-queue')
        pair = items.find(({ entity, candidate }: Record<'entity' | 'candidate', { lead_id: number }>) =>
          [entity.lead_id, candidate.lead_id].sort().every((id, place) => id === both[place]),
        )
        return pair
      })
      .toBeTruthy()
    return (await at.must('POST', '/api/entities/review-queue/decide', { pair_id: pair?.id, decision: 'merge' }))
      .entity_id
  }

  it('is enrolled once after a merge, whichever way is taken, and twice only after a split', async () => {
    const one = await add('M1', 'maria@merged.example')
    const two = await add('M2', 'm.oberhuber@merged.example')
    const entity = await merge(one, two)
    const seq = await sequence({ enroll_by_columns: true })
    const why = (lead_id: number, other: number) => ({
      lead_id,
      reason: 'merged',
      detail: `Merged with lead ${other}, which is in this sequence`,
    })
    const enroll = (lead_ids: number[], dry_run = false) =>
      at.must('POST', `/api/outreach/sequences/${seq}/enroll`, { lead_ids, dry_run })
    const once = { enrolled: 1, blocked: [why(one, two)] }
    expect(await enroll([two, one], true)).toMatchObject(once)
    expect(await enroll([two, one])).toMatchObject(once)
    expect(await enroll([one])).toMatchObject({ enrolled: 0, blocked: [why(one, two)] })
    const from = await at.must('POST', `/api/outreach/sequences/${seq}/enroll-from`, { search: 'Merged Widgets' })
    expect(from.blocked).toContainEqual(expect.objectContaining(why(one, two)))

    const rule = await at.rule({
      trigger: { kind: 'lead.status', to: ['contacted'] },
      actions: [{ kind: 'enroll', sequence_id: seq, consent_source: 'form' }],
    })
    await at.must('PATCH', `/api/lead/${one}`, { status: 'contacted' })
    const [run] = await at.ended(rule, 1)
    expect((await at.run(run?.id ?? '')).actions[0].output).toMatchObject({ outcome: 'blocked', ...why(one, two) })

    const book = await at.workbook([TEXT('Mail')], [{ Mail: 'maria@merged.example' }])
    await at.must(
      'POST',
      `/api/workbooks/${book.id}/columns`,
      {
        name: 'In',
        type: 'output',
        target: {
          kind: 'sequence',
          sequence_id: seq,
          consent_source: 'fair',
          values: { email: '{{Mail}}', external_id: 'M1' },
        },
      },
      201,
    )
    const { run_id } = await at.must('POST', `/api/workbooks/${book.id}/run`, {}, 202)
    const over = async () => (await at.must('GET', `/api/workbooks/${book.id}/runs/${run_id}`)).ended_at !== null
    await expect.poll(over).toBe(true)
    const { rows } = await at.must('GET', `/api/workbooks/${book.id}`)
    expect(rows[0].enrichments.c2.error?.message).toBe(why(one, two).detail)

    expect(await enrolled(seq)).toEqual(['m.oberhuber@merged.example'])
    await at.must('POST', `/api/entities/${entity}/split`, {})
    expect(await enroll([one])).toMatchObject({ enrolled: 1, blocked: [] })
  })

  it('is asked about once by bulk enrichment, and the estimate and the job say which lead is left out', async () => {
    const one = await add('B1', 'berta@bulk.example')
    const two = await add('B2', 'b.huber@bulk.example')
    await merge(one, two)
    const wanted = { lead_ids: [one, two], action: 'verify_email' }
    const estimate = await at.must('POST', '/api/leads/bulk-enrich/estimate', wanted)
    expect(estimate).toMatchObject({ rows_in_scope: 1, merged: 1 })
    const { job_id } = await at.must('POST', '/api/leads/bulk-enrich', wanted, 202)
    const status = async () => (await at.must('GET', `/api/jobs/${job_id}`)).status
    await expect.poll(status).toBe('done')
    const { items } = await at.must('GET', `/api/jobs/${job_id}/leads`)
    const left = items.find(({ id }: { id: number }) => id === two).job
    expect(left).toMatchObject({ status: 'done', outcome: 'skipped', steps: [], cost_usd: 0 })
    expect(left.detail).toContain(`Merged with lead ${one}`)
    expect(items.find(({ id }: { id: number }) => id === one).job.detail ?? '').not.toContain('Merged')
  })
})
