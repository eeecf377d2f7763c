// Watching as an action: a company, page or feed that an event named is looked at from now on.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isEmpty } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { WATCH_KIND_TITLES, type WatchKindName } from '../../monitoring/kinds/catalog.ts'
import { WatchCreate } from '../../monitoring/watches/watch.schema.ts'
import { createWatch as addWatch, readTarget } from '../../monitoring/watches/watches.commands.ts'
import { INTERVAL_LABELS, type IntervalName } from '../../platform/queue/schedules.ts'
import { type ActionContext, defineAction, objectId } from './action.ts'

const { kind, interval } = WatchCreate.properties

const CreateWatch = Type.Object({
  watch_kind: Type.Unsafe<WatchKindName>({ ...kind, ...shownAs({ title: 'Watch', labels: WATCH_KIND_TITLES }) }),
  target: Type.String({
    minLength: 1,
    maxLength: 2_000,
    examples: ['{{lead.domain}}'],
    description: 'What is watched, such as a domain. A watch of it that is there already stays as it is.',
  }),
  interval: Type.Unsafe<IntervalName>({ ...interval, ...shownAs({ labels: INTERVAL_LABELS }) }),
})

const leadOf = (acting: ActionContext) => Number(objectId(acting, 'lead') ?? acting.facts.$lead_id ?? 0) || null

export const createWatchAction = defineAction({
  kind: 'create_watch',
  place: 90,
  label: 'Create a watch',
  description: 'Watches a company, page, feed or repository from now on.',
  settings: CreateWatch,
  plain: ['watch_kind', 'interval'],
  preview: async (_, { watch_kind, target, interval: every }) =>
    isEmpty(target)
      ? { text: 'Would watch nothing', problem: 'The target has no value' }
      : { text: `Would watch ${String(target)} (${watch_kind}, ${every})` },
  async act(tx, { watch_kind, target, interval: every }, acting) {
    if (isEmpty(target)) return refuse('conflict', 'There is nothing to watch: the target has no value')
    const { rows } = await tx.client.query<{ id: string }>(
      'select id from watches where workspace_id = $1 and kind = $2 and md5(target) = md5($3) and target = $3 order by id limit 1',
      [tx.workspace_id, watch_kind, readTarget(watch_kind, String(target), acting.parts.policy)],
    )
    if (rows[0]) return { output: { watch_id: rows[0].id, created: false } }
    const lead_id = leadOf(acting)
    const wanted = {
      kind: watch_kind,
      target: String(target),
      interval: every,
      create_webhook_rule: false,
      ...(lead_id && { lead_id }),
    }
    const { id } = await addWatch(tx, wanted, acting.parts)
    return { output: { watch_id: id, created: true } }
  },
})
