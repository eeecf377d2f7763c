// The lookup of an `output` column: delivers one row, and is never sure twice.
import { OUTPUT_TARGETS } from '../../../engine/columns/kinds/output-targets/targets.generated.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { CustomLookup } from '../../../providers/kit/kit.ts'
import { customLookup } from '../custom-settings.ts'
import { DELIVERIES } from './deliveries.generated.ts'
import type { DeliveryKind, DeliveryMeans, OutputDelivery, OutputSettings, TargetOf } from './delivery.ts'

/** A target that no file delivers to does not compile. */
const BY_KIND: { [K in DeliveryKind]: OutputDelivery<K> } = DELIVERIES
const deliveryOf = <K extends DeliveryKind>({ kind }: TargetOf<K>): OutputDelivery<K> => BY_KIND[kind as K]

const LONGEST_INPUT = 100_000

export function outputLookup(settings: OutputSettings, provider: string, means: DeliveryMeans): CustomLookup {
  const { target, timeout_seconds } = settings
  const delivery = deliveryOf<DeliveryKind>(target)
  const account = delivery.account(target)
  const request_ms = timeout_seconds * 1000
  return customLookup(settings, {
    id: provider,
    provider: 'url' in target ? new URL(target.url).host : target.kind,
    label: OUTPUT_TARGETS[target.kind].label,
    outputs: [
      { field: 'status', label: 'Status', type: 'text' },
      { field: 'record_id', label: 'Record id', type: 'text' },
    ],
    price: { usd: 0, rule: 'free' },
    license: 'user-provided',
    method: 'api',
    repeat_free: delivery.repeat_free === true,
    alone: true,
    cache_days: 0,
    limits: {},
    timeout_ms: request_ms + (delivery.more_ms ?? 0),
    ...(account && { account }),
    fingerprint: '',
    longest_input: LONGEST_INPUT,
    act: (row, tools) => delivery.deliver(target, row, tools, means, request_ms),
  })
}

/** What would be sent for a row, with words in the place of secrets; or why nothing would be. */
export const sketchOf = ({ target }: OutputSettings, row: JsonObject, at: number): JsonObject | string =>
  deliveryOf<DeliveryKind>(target).sketch(target, row, at)
