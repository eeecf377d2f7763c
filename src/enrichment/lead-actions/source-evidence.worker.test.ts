// What is learned of sources from agreement, edits and bounces: each counts once for a lead, and decides the next contest.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { LeadUpdate } from '../../records/lead-facts/lead.schema.ts'
import { readTrackRecords, recordBouncedAddress } from '../../records/lead-facts/source-evidence.commands.ts'
import { saveLead, updateLead } from '../../records/leads/lead.commands.ts'
import { openLead } from '../../records/leads/lead-values.commands.ts'
import { applyClaims } from './apply-values.commands.ts'
import { providerOf } from './fusion.logic.ts'

let database: TestDatabase
let at: WorkspaceId
beforeAll(async () => {
  database = await openTestDatabase()
  at = await addWorkspace(database)
})
afterAll(() => database.close())

const NOW = new Date('2026-06-01T00:00:00Z')
const from = (provider: string, confidence: number): JsonObject => ({
  provider,
  method: 'api',
  license: 'proprietary-api',
  confidence,
  fetched_at: NOW.toISOString(),
})
const addLead = (company: string): Promise<number> =>
  database.inWorkspace(at, async (tx) => (await saveLead(tx, { existing: 'fill_blanks', company }, NOW)).lead.id)
const edit = (id: number, values: LeadUpdate) => database.inWorkspace(at, (tx) => updateLead(tx, id, values, NOW))

const bring = (id: number, field: string, value: string, provider: string, confidence = 0.7) =>
  database.inWorkspace(at, async (tx) => {
    const lead = await openLead(tx, id)
    if (!lead) throw new Error('gone')
    const named = [provider, providerOf(lead.provenance[field]) ?? provider].map((one) => ({ provider: one, field }))
    const by = { now: NOW, records: await readTrackRecords(tx, named) }
    const claim = { field, value, accepted: true, provenance: from(provider, confidence) }
    return applyClaims(tx, lead, [claim], { kind: 'job' }, by)
  })
const recordOf = (provider: string, field: string) =>
  database.inWorkspace(at, async (tx) => (await readTrackRecords(tx, [{ provider, field }]))(provider, field))

test('two sources that agree about a lead are each right once, however often they say it', async () => {
  const id = await addLead('Acme')
  await bring(id, 'city', 'Ulm', 'one', 0.8)
  for (let time = 0; time < 3; time++) await bring(id, 'city', 'ULM', 'two')
  expect([await recordOf('one', 'city'), await recordOf('two', 'city')]).toEqual([
    { known: 1, wrong: 0 },
    { known: 1, wrong: 0 },
  ])
})

test('a source whose values people replace loses to another by what is known of it, and what it said is kept with the reason', async () => {
  for (let n = 0; n < 12; n++) {
    const id = await addLead(`Firm ${n}`)
    await bring(id, 'city', 'Bonn', 'careless', 0.95)
    await edit(id, { city: 'Köln' })
  }
  expect(await recordOf('careless', 'city')).toEqual({ known: 12, wrong: 12 })
  const id = await addLead('Last')
  await bring(id, 'city', 'Bonn', 'careless', 0.95)
  const { fields, aside } = await bring(id, 'city', 'Köln', 'modest')
  expect(fields).toEqual(['city'])
  expect(aside).toMatchObject([{ field: 'city', value: 'Bonn' }])
  expect(aside[0]?.reason).toContain('0 of its 12 known here held')
})

test('an address that bounces speaks once against its source, while the lead has it', async () => {
  const id = await addLead('Mailed')
  await bring(id, 'email', 'ann@acme.example', 'finder', 0.9)
  const bounce = (address: string) => database.inWorkspace(at, (tx) => recordBouncedAddress(tx, id, address))
  await bounce('other@acme.example')
  expect(await recordOf('finder', 'email')).toEqual({ known: 0, wrong: 0 })
  await bounce('Ann@Acme.example')
  await bounce('Ann@Acme.example')
  expect(await recordOf('finder', 'email')).toEqual({ known: 1, wrong: 1 })
})
