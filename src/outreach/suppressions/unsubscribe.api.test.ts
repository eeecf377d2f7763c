// Unsubscribing: one click by any holder of the link, at once, for years; and suppressions that a person cannot take back.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, person, STEP, type Stage } from '../outreach.fixture.ts'
import { confirmPage, donePage, invalidPage, type PageLanguage, pageLanguage } from './unsubscribe-page.logic.ts'

let stage: Stage
const { database } = await openTenant()

async function sentLink(): Promise<{
  link: string
  lead: number
  sequence: string
  close: () => Promise<void>
  sent: () => number
}> {
  stage = await openStage(database)
  const sink = await openSink()
  await stage.sendThrough(sink.port)
  const sequence = await stage.startSequence({ steps: [STEP, { ...STEP, delay_hours: 24 }] })
  const lead = await stage.addLead(person(1))
  await stage.enroll(sequence, [lead])
  await stage.deliver()
  const raw = sink.messages[0]?.raw.replace(/\r\n[ \t]+/g, '') ?? ''
  const link = /<https:\/\/outreach\.test([^>]+)>/.exec(raw)?.[1] as string
  return { link, lead, sequence, close: sink.close, sent: () => sink.messages.length }
}

test('the page changes nothing, however often scanners open it', async () => {
  const { link, close } = await sentLink()
  for (let n = 0; n < 3; n++) {
    const page = await stage.anyone.get(link)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.text).toContain('method="post"')
    expect(page.text).not.toContain('company1.example')
    expect(page.text).toContain('<html lang="en">')
  }
  expect((await stage.admin.get('/api/outreach/suppressions')).body.total).toBe(0)
  await close()
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'FR', 'de'],
  ['sv,en;q=0.2,nl;q=0.8', null, 'nl'],
  [undefined, 'BR', 'pt'],
  ['*', 'JP', 'ja'],
  ['sv', 'SE', 'en'],
  ['de;q=0', 'CN', 'zh'],
  [undefined, null, 'en'],
])('the page is in the language that the browser asks for, else in that of the country: %s, %s', (asked, country, language) => {
  expect(pageLanguage(asked, country)).toBe(language)
})

test('each page is whole in each of the ten languages', () => {
  const languages: PageLanguage[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh']
  for (const pageOf of [(one: PageLanguage) => confirmPage('t', false, one), donePage, invalidPage]) {
    const pages = languages.map(pageOf)
    expect(new Set(pages).size).toBe(10)
    for (const [at, page] of pages.entries()) expect(page).toContain(`<html lang="${languages[at]}">`)
  }
})

test('one POST without a login suppresses the address, ends every enrollment and cancels what waits, and again changes nothing', async () => {
  const { link, lead, close, sent } = await sentLink()
  const other = await stage.startSequence({ name: 'Second', settings: { allow_other_sequences: true } })
  await stage.enroll(other, [lead])
  for (let n = 0; n < 2; n++) expect((await stage.anyone.post(link, undefined)).status).toBe(200)
  const { body } = await stage.admin.get('/api/outreach/suppressions')
  expect(body.items).toMatchObject([
    { value: 'p1@company1.example', reason: 'unsubscribe', source: 'one-click', can_delete: false },
  ])
  expect(await stage.states()).toEqual({ sent: 1, cancelled: 2 })
  expect((await stage.admin.get(`/api/outreach/sequences/${other}/enrollments`)).body.items[0].status).toBe(
    'unsubscribed',
  )
  await stage.deliver()
  expect(sent()).toBe(1)
  const third = await stage.startSequence({ name: 'Third' })
  expect((await stage.enroll(third, [lead])).body).toMatchObject({
    enrolled: 0,
    blocked: [{ lead_id: lead, reason: 'suppressed' }],
  })
  await close()
})

test('the link works when the lead and the sequence are gone, also for another process', async () => {
  const { link, sequence, close } = await sentLink()
  await stage.admin.post(`/api/outreach/sequences/${sequence}/pause`)
  expect((await stage.admin.delete(`/api/outreach/sequences/${sequence}`)).status).toBe(204)
  await stage.in((tx) => tx.client.query('delete from leads where workspace_id = $1', [stage.workspace]))
  expect((await stage.anyone.post(link)).status).toBe(200)
  const again = await stage.addLead(person(1))
  const next = await stage.startSequence({ name: 'Next' })
  expect((await stage.enroll(next, [again])).body.blocked).toMatchObject([{ reason: 'suppressed' }])
  await close()
})

test('a link says nothing of the workspace, the enrollment or the address, and links of earlier messages work', async () => {
  const { link, close } = await sentLink()
  const bytes = Buffer.from(link.split('token=')[1] as string, 'base64url')
  const [row] = await database.asOwner<{ id: string; hash: Buffer }>(
    'select id, address_hash as hash from enrollments where workspace_id = $1',
    [stage.workspace],
  )
  const raw = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
  for (const part of [raw(stage.workspace), raw(row?.id ?? ''), row?.hash as Buffer]) {
    expect(bytes.includes(part)).toBe(false)
    expect(bytes.includes(part.subarray(0, 8))).toBe(false)
  }
  // As links were written before.
  const key = await stage.in((tx) => stage.parts.keys.of(tx))
  const body = Buffer.concat([raw(stage.workspace), raw(row?.id ?? ''), row?.hash as Buffer])
  const mac = createHmac('sha256', key).update('unsubscribe\0').update(body).digest().subarray(0, 16)
  const earlier = Buffer.concat([body, mac]).toString('base64url')
  expect((await stage.anyone.post(`/api/outreach/unsubscribe?token=${earlier}`)).status).toBe(200)
  expect((await stage.admin.get('/api/outreach/suppressions')).body.total).toBe(1)
  await close()
})

test('a link that was changed in any place is not ours', async () => {
  const { link, close } = await sentLink()
  const token = link.split('token=')[1] as string
  for (const wrong of [
    token.slice(1),
    `${token}A`,
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'x'.repeat(token.length),
    ...[1, 20, 60, 100].map((at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)),
  ]) {
    const answer = await stage.anyone.post(`/api/outreach/unsubscribe?token=${wrong}`)
    expect(answer.status).toBe(404)
  }
  expect((await stage.admin.get('/api/outreach/suppressions')).body.total).toBe(0)
  await close()
})

test('an unsubscribe, a bounce and a complaint cannot be deleted by hand, what a person suppressed can', async () => {
  stage = await openStage(database)
  for (const reason of ['unsubscribe', 'bounce', 'complaint', 'manual', 'erasure']) {
    const { body } = await stage.admin.post('/api/outreach/suppressions', { value: `${reason}@a.example`, reason })
    expect(body.value).toBe(reason === 'erasure' ? null : `${reason}@a.example`)
    const gone = await stage.admin.delete(`/api/outreach/suppressions/${body.id}`)
    expect(gone.status).toBe(['manual', 'erasure'].includes(reason) ? 204 : 409)
  }
})

test('an imported list is read by line, and what is neither address nor domain is named', async () => {
  stage = await openStage(database)
  const text = 'email,name\n"Ann@Example.com",Ann\nexample.org;x\nnot an address\n\nann@example.com\n'
  const { body } = await stage.admin.post('/api/outreach/suppressions/import', { text })
  expect(body).toMatchObject({ added: 2, already: 0, rejected: [{ line: 4, value: 'not an address' }] })
})
