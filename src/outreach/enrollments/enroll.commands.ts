// Enrolls leads: checks each lead, plans those that may get mail, and returns the reason for each of the others.

import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { readEntitiesOf } from '../../records/entities/entities-of.reads.ts'
import { hashesOf, mailboxOf, readAddress, suppressionHash } from '../keys/address.logic.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { leadsEnrolled } from '../outreach.events.ts'
import { readSender } from '../sequences/preview.reads.ts'
import { mustReadSequence, type StoredSequence } from '../sequences/sequences.reads.ts'
import { zoneOfCountry } from '../settings/country.logic.ts'
import { readOutreachSettings } from '../settings/outreach-settings.reads.ts'
import { findSuppressed } from '../suppressions/suppressions.reads.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import type { EnrollResult } from './enrollment.schema.ts'
import { type EnrollmentCandidate, judgeCandidate, type Rules } from './judge.logic.ts'
import { planStep } from './plan.writes.ts'

export interface EnrollInput {
  lead_ids: readonly number[]
  consent_source: string
  include_unverified?: boolean
  dry_run?: boolean
}

/** Refuses (404) an unknown sequence, and leads of which none is in the workspace. */
export async function enrollLeads(
  tx: WorkspaceTx,
  keys: OutreachKeys,
  sequenceId: string,
  input: EnrollInput,
  now: Date,
): Promise<EnrollResult> {
  const sequence = await mustReadSequence(tx, sequenceId, input.dry_run !== true)
  if (sequence.status === 'archived')
    refuse('conflict', 'The sequence is archived and takes no more leads. Choose another one.')
  const ids = [...new Set(input.lead_ids)]
  const leads = await readCandidates(tx, ids, sequence.settings.require_approval)
  if (leads.size === 0) refuse('not_found', 'Lead not found')
  // Without a key nothing was ever suppressed; a dry run makes none, so that it can be read-only.
  const key = input.dry_run ? ((await keys.find(tx)) ?? Buffer.alloc(32)) : await keys.of(tx)
  const rules = await readRules(tx, key, sequence, [...leads.values()], input)

  const blocked: EnrollResult['blocked'] = []
  const warnings: EnrollResult['warnings'] = []
  const accepted = ids.flatMap((lead_id) => {
    const lead = leads.get(lead_id)
    const name = lead?.name ?? null
    const judged = judgeCandidate(lead, rules)
    if (!judged.ok) {
      blocked.push({ lead_id, name, reason: judged.reason, detail: judged.detail })
      return []
    }
    for (const message of judged.warnings) warnings.push({ lead_id, name, message })
    const { address, country } = judged
    const address_hash = suppressionHash(key, 'address', address.email).toString('hex')
    return [
      {
        id: newId(),
        lead_id,
        email: address.email,
        domain: address.domain,
        address_hash,
        country,
        warnings: judged.warnings,
        time_zone: zoneOfCountry(country),
        lead: lead?.data,
      },
    ]
  })
  const result = { enrolled: accepted.length, blocked, warnings }
  if (input.dry_run || accepted.length === 0) return { ...result, first_send_at: null }

  await tx.client.query(
    `insert into enrollments (workspace_id, id, sequence_id, lead_id, email, domain, address_hash, consent_source, include_unverified, country, warnings, time_zone, user_id)
     select $1, r.id, $3, r.lead_id, r.email, r.domain, decode(r.address_hash, 'hex'), $4, $6, r.country,
       array(select jsonb_array_elements_text(r.warnings)), r.time_zone, $5
     from jsonb_to_recordset($2::jsonb) as r (id uuid, lead_id bigint, email text, domain text, address_hash text, country text, warnings jsonb, time_zone text)`,
    [
      tx.workspace_id,
      JSON.stringify(accepted.map(({ lead: _, ...row }) => row)),
      sequence.id,
      input.consent_source.trim(),
      tx.actor?.user_id ?? null,
      input.include_unverified === true,
    ],
  )
  const sender = await readSender(tx, sequence)
  const first = await planStep(
    tx,
    sequence,
    0,
    accepted.map(({ id, lead_id, email, address_hash, time_zone, lead }) => ({
      enrollment_id: id,
      lead_id,
      address: email,
      address_hash,
      time_zone,
      mailbox_id: null,
      thread_subject: null,
      ...(lead && { lead }),
    })),
    now,
    sender,
  )
  await emit(tx, leadsEnrolled, { sequence_id: sequence.id, enrolled: accepted.length, blocked: blocked.length })
  await audit(tx, {
    act: 'sequence.enrolled',
    object: { type: 'sequence', id: sequence.id, name: sequence.name },
    after: {
      enrolled: accepted.length,
      blocked: blocked.length,
      consent_source: input.consent_source,
      include_unverified: rules.include_unverified,
    },
  })
  if (sequence.status === 'active') await wakeMailboxes(tx, sequence.settings.mailbox_ids)
  return { ...result, first_send_at: first?.toISOString() ?? null }
}

type LeadRow = EnrollmentCandidate & { name: string | null; data?: JsonObject }

async function readCandidates(tx: WorkspaceTx, ids: readonly number[], whole: boolean): Promise<Map<number, LeadRow>> {
  const { rows } = await tx.client.query<Omit<LeadRow, 'merged_with'>>(
    `select id as lead_id, data ->> 'email' as email, data ->> 'status' as status, data ->> 'country' as country,
       data ->> 'email_status' as email_status,
       (select p.provenance -> 'email' from lead_provenance p where p.workspace_id = $1 and p.lead_id = leads.id) as email_origin,
       coalesce(nullif(data ->> 'contact_person', ''), nullif(data ->> 'company', ''), nullif(data ->> 'email', '')) as name ${whole ? ', data' : ''}
     from leads where ${OF_ANY_WORKSPACE} and id = any($2::bigint[])`,
    [tx.workspace_id, ids],
  )
  const entities = await readEntitiesOf(tx, ids)
  return new Map(
    rows.map((row) => [row.lead_id, { ...row, merged_with: entities.get(row.lead_id)?.merged_with ?? [] }]),
  )
}

async function readRules(
  tx: WorkspaceTx,
  key: Buffer,
  sequence: StoredSequence,
  leads: readonly LeadRow[],
  { consent_source, include_unverified = false }: EnrollInput,
): Promise<Rules> {
  const addresses = leads.flatMap(({ email }) => readAddress(email) ?? [])
  const { values, country_rules } = await readOutreachSettings(tx)
  const suppressed = await findSuppressed(
    tx,
    key,
    leads.flatMap(({ lead_id, email }) => {
      const address = readAddress(email)
      return address ? [{ lead_id, address }] : []
    }),
  )
  const mailboxes = [...new Set(addresses.flatMap((one) => hashesOf(key, one).map((hash) => hash.toString('hex'))))]
  const same = leads.flatMap(({ lead_id, merged_with }) => [lead_id, ...merged_with])
  const { rows } = await tx.client.query<{ lead_id: number; email: string }>(
    `select lead_id, email from enrollments where workspace_id = $1 and sequence_id = $2 and (lead_id = any($3::bigint[])
       or address_hash in (select decode(h, 'hex') from jsonb_array_elements_text($4::jsonb) h))`,
    [tx.workspace_id, sequence.id, same, JSON.stringify(mailboxes)],
  )
  const { rows: others } = await tx.client.query<{ lead_id: number; email: string; name: string }>(
    `select e.lead_id, e.email, s.name from enrollments e join sequences s on s.workspace_id = $1 and s.id = e.sequence_id
     where e.workspace_id = $1 and e.sequence_id <> $2 and e.status in ('scheduled', 'active', 'waiting', 'paused', 'blocked')
       and s.status <> 'archived' and (e.lead_id = any($3::bigint[])
         or e.address_hash in (select decode(h, 'hex') from jsonb_array_elements_text($4::jsonb) h))`,
    [tx.workspace_id, sequence.id, same, JSON.stringify(mailboxes)],
  )
  return {
    settings: sequence.settings,
    consent_required: values.consent_required,
    consent_source,
    include_unverified,
    country_rules,
    suppressed,
    taken: {
      leads: new Set(rows.map(({ lead_id }) => lead_id)),
      emails: new Set(rows.map(({ email }) => mailboxOf(email))),
    },
    elsewhere: {
      leads: new Map(others.map(({ lead_id, name }) => [Number(lead_id), name])),
      emails: new Map(others.map(({ email, name }) => [mailboxOf(email), name])),
    },
  }
}
