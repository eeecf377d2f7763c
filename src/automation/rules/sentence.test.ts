import { expect, it } from 'vitest'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type RuleOutline, sentenceOf } from './sentence.logic.ts'

const rule = (trigger: { kind: string } & JsonObject, condition: Filter | null = null): RuleOutline =>
  ({
    trigger,
    condition,
    actions: [{ id: 1, kind: 'notify', to: 'admins', title: 'Hello' }],
    limits: { per_hour: 100, max_rows: 10, usd_per_day: 10, max_depth: 3 },
  }) as unknown as RuleOutline

const NAMES = { column: (id: string) => (id === 'c1' ? 'Score 2.0' : id), subject: () => null }
const field = (name: string, value: unknown = 60): Filter => ({ field: name, op: 'gt', value }) as Filter

it.each([
  ['a member of a variable', 'lead.created', 'lead.contact_person', "and the lead's contact person is more than 60"],
  ['a member of a member', 'webhook.received', 'body.form.age', "and the body's form age is more than 60"],
  ['a status before', 'lead.status', 'change.from', 'and the status before is more than 60'],
  ['a column, whatever its name', 'row.added', 'c1', 'and Score 2.0 is more than 60'],
])('names %s in words', (_what, kind, name, words) => {
  expect(sentenceOf(rule({ kind }, field(name)), NAMES)).toContain(words)
})

it.each([
  [{ cron: '0 9 * * 1', time_zone: 'Europe/Berlin' }, 'Every Monday at 09:00 (Europe/Berlin)'],
  [{ cron: '30 17 * * *' }, 'Every day at 17:30 (UTC)'],
  [{ cron: '5 0 * * 1-5' }, 'Every weekday at 00:05 (UTC)'],
  [{ cron: '0 9 * * 7' }, 'Every Sunday at 09:00 (UTC)'],
  [{ cron: '*/5 * * * *' }, 'By the schedule "*/5 * * * *" (UTC)'],
  [{ every_seconds: 3_600 }, 'Every hour'],
  [{ every_seconds: 172_800 }, 'Every 2 days'],
  [{ every_seconds: 90 }, 'Every 90 seconds'],
])('begins a schedule %o with its times', (settings, words) => {
  expect(sentenceOf(rule({ kind: 'schedule', ...settings }))).toMatch(
    new RegExp(`^${words.replace(/[()*?/]/g, '\\$&')}, notify all admins`),
  )
})
