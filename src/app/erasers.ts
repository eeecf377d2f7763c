// How the whole service forgets an erased person: what each room does, and what happens to every table. The test of erasure fails
// for a table that is not listed.
import { eraseFromAutomation, FORGET_IN_AUTOMATION } from '../automation/rules/erase.commands.ts'
import { FORGET_IN_ENRICHMENT } from '../enrichment/sources/erase.commands.ts'
import { eraseFromMonitoring, FORGET_IN_MONITORING } from '../monitoring/signals/erase.commands.ts'
import { eraseFromOutreach, FORGET_IN_OUTREACH } from '../outreach/replies/erase.commands.ts'
import type { WorkspaceTx } from '../platform/db/database.ts'
import { eraseFromEntities } from '../records/entities/erase.commands.ts'
import type { ForgetRule, Forgettings } from '../records/lead-facts/forget.commands.ts'
import type { ErasureRules } from '../records/leads/erasure/erase.commands.ts'
import { FORGET_IN_RECORDS } from '../records/leads/erasure/forgettings.ts'

const MEMBERS: ForgetRule = { by: 'nothing', because: 'Accounts of members, who are erased by closing the account' }
const KEYS: ForgetRule = { by: 'nothing', because: 'Keys, hashes and sealed secrets' }
const MACHINERY: ForgetRule = { by: 'nothing', because: 'State of the service, without values of leads' }

const FORGET_ELSEWHERE: Forgettings = {
  jobs: {
    by: 'blanking',
    as: 'job',
    set: {
      title: "'Erased on request'",
      message: 'null',
      error: 'null',
      result: 'null',
      checkpoint: 'null',
      payload: "'{}'",
      subject: "'{}'",
    },
    plain: ['kind', 'status', 'counts', 'actor_name', 'lease'],
    only: "t.status in ('done', 'failed', 'cancelled')",
  },
  job_log: { by: 'deleting', as: 'job', id: 't.job_id' },
  job_leads: {
    by: 'blanking',
    as: 'job',
    id: 't.job_id',
    set: { detail: 'null', steps: "'[]'" },
    plain: ['outcome', 'status', 'fields', 'taken_by'],
  },
  queue: { by: 'deleting', as: 'job', only: "t.state = 'dead'" },
  schedules: { by: 'telling', as: 'schedule' },
  events: { by: 'deleting', as: 'event' },
  outbox: { by: 'deleting', as: 'event', id: 't.seq' },
  event_cursors: MACHINERY,
  // The answers are sealed; the keys that clients chose are not.
  idempotency_keys: { by: 'deleting', as: 'idempotency key', id: 't.route' },
  idempotency_keys_of_people: { by: 'nothing', because: 'Answers to members about their own account' },
  audit_log: { by: 'nothing', because: 'Evidence of who did what, kept for AUDIT_RETENTION (docs/SECURITY.md)' },
  workspace_settings: { by: 'telling', as: 'setting', id: 't.key' },
  workspaces: { by: 'nothing', because: 'Names of workspaces' },
  notice_preferences: MEMBERS,
  users: MEMBERS,
  memberships: MEMBERS,
  invitations: MEMBERS,
  session_families: MEMBERS,
  stream_tickets: MEMBERS,
  login_challenges: MEMBERS,
  login_throttle: MEMBERS,
  passkeys: MEMBERS,
  passkey_challenges: MEMBERS,
  recovery_codes: MEMBERS,
  user_totp: MEMBERS,
  user_identities: MEMBERS,
  scim_users: MEMBERS,
  scim_groups: MEMBERS,
  scim_group_members: MEMBERS,
  scim_tokens: KEYS,
  sso_domains: MEMBERS,
  sso_logins: MEMBERS,
  sso_providers: MEMBERS,
  oauth_clients: KEYS,
  oauth_codes: KEYS,
  oauth_refresh_tokens: KEYS,
  workspace_keys: KEYS,
  master_key: KEYS,
  integration_values: KEYS,
  integration_tests: {
    by: 'blanking',
    as: 'integration',
    id: 't.integration_id',
    set: { words: "''" },
    plain: ['integration_id'],
  },
  rate_windows: MACHINERY,
  schema_migrations: MACHINERY,
  distribution_keys: MACHINERY,
  commit_marks: MACHINERY,
}

/** `forgetAnswers` forgets the answers of idempotent requests, which are sealed. */
export function erasingWith(forgetAnswers: (tx: WorkspaceTx, pattern: string) => Promise<void>): ErasureRules {
  return {
    erasers: [
      eraseFromEntities,
      eraseFromMonitoring,
      eraseFromOutreach,
      eraseFromAutomation,
      async (tx, { wide }) => {
        if (wide !== null) await forgetAnswers(tx, wide)
      },
    ],
    tables: {
      ...FORGET_IN_RECORDS,
      ...FORGET_IN_ENRICHMENT,
      ...FORGET_IN_MONITORING,
      ...FORGET_IN_OUTREACH,
      ...FORGET_IN_AUTOMATION,
      ...FORGET_ELSEWHERE,
    },
  }
}
