// Promises of bulk enrichment about wrong requests: every fault is reported at its place, and nothing is begun.
import { expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson } from '../../test/running-install.ts'

const { service } = await openTenant({ LIMITS: 'off' })

async function newcomer() {
  const workspace = await addWorkspace(service.database)
  const call = (await addPerson(service, workspace, 'admin')).call
  const { lead } = (await call('POST', '/api/lead', { company: 'Acme', domain: 'acme.com' })).body
  const jobs = async () => (await call('GET', '/api/jobs')).body.items.length
  return { call, id: lead.id as number, jobs }
}

test('101 leads, leads of others, an unknown action, and a limit that is none begin nothing', async () => {
  const [ann, bob] = [await newcomer(), await newcomer()]
  const ask = (body: object) => ann.call('POST', '/api/leads/bulk-enrich', body)
  const many = await ask({ lead_ids: Array.from({ length: 101 }, (_, n) => n + 1) })
  expect([many.status, many.body.detail[0].loc, many.body.detail[0].type]).toEqual([
    422,
    ['body', 'lead_ids'],
    'too_long',
  ])
  expect((await ask({ lead_ids: [ann.id, bob.id] })).status).toBe(404)
  expect((await ask({ lead_ids: [ann.id, 999_999_999] })).text).toBe((await ask({ lead_ids: [bob.id] })).text)
  for (const wrong of [
    { action: 'find_money' },
    { max_usd: -1 },
    { mode: 'some' },
    { lead_ids: [] },
    { lead_ids: ['x'] },
  ])
    expect((await ask({ lead_ids: [ann.id], ...wrong })).status, JSON.stringify(wrong)).toBe(422)
  const unknown = await ask({ lead_ids: [ann.id], action: 'find_money' })
  expect(unknown.body.detail[0].loc).toEqual(['body', 'action'])
  const estimate = (body: object) => ann.call('POST', '/api/leads/bulk-enrich/estimate', body)
  expect((await estimate({ lead_ids: [bob.id] })).status).toBe(404)
  expect((await estimate({ lead_ids: Array.from({ length: 101 }, () => ann.id) })).status).toBe(422)
  expect((await ann.call('POST', `/api/lead/${ann.id}/enrich`, { action: 'find_money' })).status).toBe(422)
  expect((await ann.call('POST', `/api/lead/${bob.id}/enrich`, {})).status).toBe(404)
  for (const path of ['/api/leads/verify-email', '/api/leads/tech-stack']) {
    expect((await ann.call('POST', path, { lead_id: bob.id })).status, path).toBe(404)
    expect((await ann.call('POST', path, { lead_id: [ann.id] })).status, path).toBe(422)
  }
  expect([await ann.jobs(), await bob.jobs()]).toEqual([0, 0])
})

test('the law of bulk enrichment: it answers at once with a job, whose progress is told under its id', async () => {
  const ann = await newcomer()
  const begun = await ann.call('POST', '/api/leads/bulk-enrich', { lead_ids: [ann.id], action: 'verify_email' })
  expect([begun.status, begun.body.total]).toEqual([202, 1])
  const { job_id } = begun.body
  await expect.poll(async () => (await ann.call('GET', `/api/jobs/${job_id}`)).body.status).toBe('done')
  expect((await ann.call('GET', `/api/jobs/${job_id}/leads`)).body.items).toMatchObject([{ id: ann.id }])
  const told = await service.database.asOwner<{ type: string }>(
    `select type from events where payload ->> 'job_id' = $1 union select type from outbox where payload ->> 'job_id' = $1`,
    [job_id],
  )
  expect(told.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['job.created', 'job.started', 'job.progress', 'job.completed']),
  )
})

test('a lead that is named twice is enriched once', async () => {
  const ann = await newcomer()
  const twice = { lead_ids: [ann.id, ann.id], action: 'verify_email' }
  const begun = await ann.call('POST', '/api/leads/bulk-enrich', twice)
  expect([begun.status, begun.body.total]).toEqual([202, 1])
})

test('every action can be saved as it was read, and after a step was added', async () => {
  const { call } = await newcomer()
  const { items } = (await call('GET', '/api/settings/lead-actions')).body
  expect(items.length).toBeGreaterThan(4)
  for (const { action, waterfalls } of items) {
    const saved = await call('PUT', `/api/settings/lead-actions/${action}`, { waterfalls })
    expect([action, saved.status, saved.status === 200 ? '' : saved.text]).toEqual([action, 200, ''])
    expect(saved.body.waterfalls.map(({ name }: { name: string }) => name)).toEqual(
      waterfalls.map(({ name }: { name: string }) => name),
    )
  }
  const twice = await call('PUT', '/api/settings/lead-actions/find_emails', {
    waterfalls: [items[0].waterfalls[0], { ...items[0].waterfalls[0], id: 'again' }],
  })
  expect(twice.status).toBe(422)
})
