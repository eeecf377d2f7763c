// No lead that is suppressed, erased, of another workspace, blocked by a rule or without a required consent is mailed, by any route.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { hashOf } from '../../records/lead-facts/lead-keys.logic.ts'
import { openSink, openStage, person } from '../outreach.fixture.ts'

const { database } = await openTenant()

const TRAITS = [
  'fine',
  'address',
  'domain',
  'parent_domain',
  'erased',
  'erasure',
  'dead',
  'invalid',
  'country',
  'late_suppression',
  'late_erasure',
  'late_country',
  'late_dead',
  'no_email',
] as const
type Trait = (typeof TRAITS)[number]
const MAILED: ReadonlySet<Trait> = new Set(['fine'])

test('whatever is done in whatever order, only those who may be mailed are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...TRAITS), { minLength: 4, maxLength: 14 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('enroll', 'filter', 'approval'),
      async (traits, needsConsent, givesConsent, route) => {
        const stage = await openStage(database)
        const other = await openStage(database)
        const sink = await openSink()
        await stage.sendThrough(sink.port)
        const { admin, workspace } = stage
        await admin.put('/api/outreach/country-rules', { items: [{ country: 'CH', action: 'block' }] })
        await admin.put('/api/outreach/settings', { consent_required: needsConsent })
        const suppress = (value: string, reason = 'manual') =>
          admin.post('/api/outreach/suppressions', { value, reason })
        const leads = await Promise.all(
          traits.map(async (trait, n) => {
            const email =
              trait === 'no_email' ? undefined : `p${n}@${trait === 'parent_domain' ? 'mail.' : ''}c${n}.example`
            const id = await stage.addLead({
              ...person(n, { email }),
              ...(trait === 'dead' && { status: 'dead' }),
              ...(trait === 'invalid' && { email_status: 'invalid' }),
              ...(trait === 'country' && { country: 'Switzerland' }),
            })
            if (trait === 'address') await suppress(`P${n}@C${n}.example`)
            if (trait === 'domain' || trait === 'parent_domain') await suppress(`c${n}.example`)
            if (trait === 'erasure') await suppress(email as string, 'erasure')
            if (trait === 'erased')
              await stage.in((tx) =>
                tx.client.query('insert into lead_suppressions (workspace_id, key_hash) values ($1, $2)', [
                  workspace,
                  hashOf(workspace, `person:email:${email}`),
                ]),
              )
            return { id, trait, email, n }
          }),
        )
        const theirs = await other.addLead(person(99))
        const sequence = await stage.startSequence({ settings: { require_approval: route === 'approval' } })
        const consent_source = givesConsent ? 'Fair' : ''
        if (route === 'filter')
          await admin.post(`/api/outreach/sequences/${sequence}/enroll-from`, {
            filter: { field: 'company', op: 'contains', value: 'company' },
            consent_source,
          })
        else await stage.enroll(sequence, [...leads.map(({ id }) => id), theirs], { consent_source })
        for (const { id, trait, email, n } of leads) {
          const data = (change: string) =>
            stage.in((tx) =>
              tx.client.query(`update leads set data = data || $3 where workspace_id = $1 and id = $2`, [
                workspace,
                id,
                change,
              ]),
            )
          if (trait === 'late_suppression') await suppress(n % 2 ? (email as string) : `c${n}.example`)
          if (trait === 'late_erasure')
            await stage.in((tx) =>
              tx.client.query('delete from leads where workspace_id = $1 and id = $2', [workspace, id]),
            )
          if (trait === 'late_country') await data('{"country": "CH"}')
          if (trait === 'late_dead') await data('{"status": "dead"}')
        }
        if (route === 'approval') {
          await stage.deliver()
          expect(sink.messages).toEqual([])
          for (const { id } of (await admin.get('/api/outreach/drafts')).body.items)
            await admin.post(`/api/outreach/drafts/${id}/send`)
        }
        await stage.deliver()
        const expected =
          needsConsent && !givesConsent ? [] : leads.filter(({ trait }) => MAILED.has(trait)).map(({ email }) => email)
        expect(sink.messages.map(({ to }) => to[0]).sort()).toEqual(expected.sort())
        await Promise.all([sink.close(), stage.close(), other.close()])
      },
    ),
    { numRuns: 25 },
  )
})
