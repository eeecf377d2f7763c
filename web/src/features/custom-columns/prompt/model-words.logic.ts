// Models in words: what one is called and what it costs, vendor by vendor.
import type { Schemas } from '../../../api/shapes.ts'
import { money } from '../../../ui/format.ts'

/** `openai/gpt-x` as "gpt-x". */
export const modelName = (id: string) => id.slice(id.indexOf('/') + 1)

/** "$0.15 in, $0.60 out", "free", "unknown price": for a million tokens. */
export function modelPrice({ input_usd, output_usd }: Pick<Schemas['ModelItem'], 'input_usd' | 'output_usd'>): string {
  if (input_usd === null || output_usd === null) return 'unknown price'
  if (input_usd === 0 && output_usd === 0) return 'free'
  return `${money(input_usd)} in, ${money(output_usd)} out`
}

/** By vendor, in the order of the list. */
export function byVendor(models: readonly Schemas['ModelItem'][]): [string, Schemas['ModelItem'][]][] {
  const groups = new Map<string, Schemas['ModelItem'][]>()
  for (const model of models) {
    const name = model.vendor_name || model.vendor
    groups.set(name, [...(groups.get(name) ?? []), model])
  }
  return [...groups]
}
