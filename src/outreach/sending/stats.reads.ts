// The figures of a sequence, by step and variant, each with how certain it is.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { COUNTS_AS_BOUNCE, IS_ANSWERED, IS_SENT, type StoredSequence } from '../sequences/sequences.reads.ts'
import { conclude, wilson } from './significance.logic.ts'
import type { Rate } from './stats.schema.ts'

interface Counted {
  sent: number
  replied: number
  bounced: number
  unsubscribed: number
  complained: number
}

const NONE: Counted = { sent: 0, replied: 0, bounced: 0, unsubscribed: 0, complained: 0 }

const sum = (rows: readonly Counted[]): Counted =>
  rows.reduce(
    (all, one) => ({
      sent: all.sent + one.sent,
      replied: all.replied + one.replied,
      bounced: all.bounced + one.bounced,
      unsubscribed: all.unsubscribed + one.unsubscribed,
      complained: all.complained + one.complained,
    }),
    NONE,
  )

const rate = (count: number, of: number): Rate => {
  const interval = wilson(count, of)
  const cut = (value: number) => Math.round(value * 10_000) / 10_000
  return {
    count,
    rate: of === 0 ? null : cut(count / of),
    low: interval && cut(interval.low),
    high: interval && cut(interval.high),
  }
}

const figures = ({ sent, replied, bounced, unsubscribed, complained }: Counted) => ({
  sent,
  replied: rate(replied, sent),
  bounced: rate(bounced, sent),
  unsubscribed: rate(unsubscribed, sent),
  complained: rate(complained, sent),
})

export async function readStats(tx: WorkspaceTx, sequence: StoredSequence) {
  const { rows } = await tx.client.query<Counted & { step_id: string; variant_id: string }>(
    `select coalesce(step_id, '') as step_id, coalesce(variant_id, '') as variant_id, count(*)::int as sent,
       count(*) filter (where ${IS_ANSWERED})::int as replied, count(*) filter (where ${COUNTS_AS_BOUNCE})::int as bounced,
       count(*) filter (where unsubscribed_at is not null)::int as unsubscribed, count(*) filter (where complained_at is not null)::int as complained
     from outbound_messages where workspace_id = $1 and sequence_id = $2 and ${IS_SENT}
     group by 1, 2`,
    [tx.workspace_id, sequence.id],
  )
  const states = await tx.client.query<{ uncertain: number; blocked: number }>(
    `select count(*) filter (where state = 'uncertain')::int as uncertain, count(*) filter (where state = 'blocked')::int as blocked
     from outbound_messages where workspace_id = $1 and sequence_id = $2 and state in ('uncertain', 'blocked')`,
    [tx.workspace_id, sequence.id],
  )
  const statuses = await tx.client.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from enrollments where workspace_id = $1 and sequence_id = $2 group by status',
    [tx.workspace_id, sequence.id],
  )
  const by_status = Object.fromEntries(statuses.rows.map(({ status, count }) => [status, count]))
  return {
    enrolled: Object.values(by_status).reduce((all, one) => all + one, 0),
    by_status,
    total: figures(sum(rows)),
    ...(states.rows[0] ?? { uncertain: 0, blocked: 0 }),
    steps: sequence.steps.flatMap((step, at) => {
      if (step.kind !== 'email') return []
      const own = rows.filter(({ step_id }) => step_id === step.id)
      const of = (variantId: string) => sum(own.filter(({ variant_id }) => variant_id === variantId))
      const { text, significant } = conclude(
        step.variants.map(({ id }) => ({ name: `Variant ${id}`, sent: of(id).sent, replied: of(id).replied })),
      )
      return [
        {
          step_id: step.id,
          step_number: at + 1,
          ...figures(sum(own)),
          variants: step.variants.map(({ id, weight }) => ({ variant_id: id, weight, ...figures(of(id)) })),
          conclusion: text,
          is_significant: significant,
        },
      ]
    }),
  }
}
