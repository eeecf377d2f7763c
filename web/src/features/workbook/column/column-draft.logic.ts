// A column as its panel edits it, read from the stored config and written back without losing what the panel does not show.
import type { Column, Schemas } from '../../../api/shapes.ts'
import { isFree, type OutputChoice, suggestOrder } from '../../columns/catalogue.logic.ts'
import { freeName } from '../../columns/columns.logic.ts'
import { conditionOf, readConditions } from '../../columns/formulas/condition.logic.ts'
import type { AcceptChoice, ColumnDraft, Filter, Provider, Step, StepOrder } from '../../columns/workbook.shapes.ts'
import { bindStep, missingInputs } from '../waterfall/binding.logic.ts'
import { PLAIN, problemOfHow, readHow, writeHow } from '../waterfall/how.logic.ts'
import { ordersOf } from '../waterfall/row-orders.logic.ts'
import type { WaterfallDraft } from '../waterfall/waterfall-draft.ts'

/**
 * A new column for an outcome: every lookup that works now and has its inputs, free ones first; or the one picked. An
 * address that is only guessed does not end the search for one that is known to work.
 */
export function newWaterfall(
  outcome: OutputChoice,
  picked: Provider | undefined,
  columns: Column[],
  suggested: Schemas['SuggestedInputs'] | undefined,
): WaterfallDraft {
  const order = picked ? [picked] : suggestOrder(outcome.providers)
  const steps = order.map((provider) => ({ provider, step: bindStep(provider, suggested) }))
  const usable = steps.filter(
    ({ provider, step }) =>
      provider.ready && !isPaidWithoutKey(provider) && missingInputs(provider, step.inputs).length === 0,
  )
  const chosen = usable.length > 0 ? usable : steps.slice(0, 1)
  return {
    kind: 'waterfall',
    name: freeName(outcome.label, columns),
    output: outcome.field,
    steps: chosen.map((one) => one.step),
    orders: [],
    accept: { kind: chosen.length > 1 && outcome.field === 'work_email' ? 'verified' : 'any' },
    how: PLAIN,
    conditions: { join: 'and', rows: [] },
    deep: null,
  }
}

/** A provider that needs no account but has a price is not preselected: the user has not agreed to pay. */
function isPaidWithoutKey(provider: Provider): boolean {
  return provider.keyless && !isFree(provider)
}

/** The draft of a stored waterfall or enrichment column. */
export function readWaterfall(column: Column): WaterfallDraft {
  const filter = (column.run_if as Filter | null | undefined) ?? null
  const single: Step = {
    provider: String(column.provider ?? ''),
    inputs: (column.inputs as Record<string, string>) ?? {},
  }
  const steps = column.type === 'enrichment' ? [single] : ((column.steps as Step[] | undefined) ?? [])
  // As the server has it where no rule was set.
  const isVerified = column.verify != null || steps.some(({ verify }) => verify)
  const conditions = readConditions(filter)
  return {
    kind: column.type === 'enrichment' ? 'enrichment' : 'waterfall',
    name: column.name,
    output: String(column.output ?? ''),
    steps,
    orders: (column.orders as StepOrder[] | undefined) ?? [],
    accept: (column.accept as AcceptChoice | undefined) ?? { kind: isVerified ? 'verified' : 'any' },
    how: readHow(column),
    conditions,
    deep: conditions ? null : filter,
  }
}

/** A draft that an older page of this tab has kept knows nothing of what was added since. */
export function isWhole(draft: { kind: string; how?: unknown; orders?: unknown }): boolean {
  return (
    (draft.kind !== 'waterfall' && draft.kind !== 'enrichment') ||
    (draft.how !== undefined && draft.orders !== undefined)
  )
}

/** What is sent to the API. Inputs that were left blank are not sent; null clears the stored condition. */
export function writeWaterfall(draft: WaterfallDraft, stored: boolean): ColumnDraft {
  const condition = conditionOf(draft)
  const steps = draft.steps.map((step) => ({
    ...step,
    inputs: Object.fromEntries(
      Object.entries(step.inputs)
        .map(([name, template]) => [name, template.trim()] as const)
        .filter(([, template]) => template !== ''),
    ),
  }))
  const shared = {
    name: draft.name.trim(),
    accept: draft.accept,
    ...writeHow(draft.how, draft.kind, stored),
    ...(condition ? { run_if: condition } : stored ? { run_if: null } : {}),
  }
  const [first] = steps
  if (draft.kind === 'enrichment' && first) {
    return {
      ...shared,
      type: 'enrichment',
      provider: first.provider,
      inputs: first.inputs,
      ...(draft.output ? { output: draft.output } : {}),
    }
  }
  const orders = ordersOf(draft.orders, draft.steps)
  const others = orders.length > 0 ? { orders } : stored ? { orders: null } : {}
  return { ...shared, ...others, type: 'waterfall', output: draft.output, steps }
}

/** Why the draft cannot be saved yet, in words; null when it can. */
export function problemOfDraft(draft: WaterfallDraft, providers: readonly Provider[]): string | null {
  if (draft.name.trim() === '') return 'Give the column a name.'
  const on = draft.steps.filter((step) => step.enabled !== false)
  if (on.length === 0) return 'Turn on at least one provider.'
  for (const step of on) {
    const provider = providers.find((one) => one.id === step.provider)
    const missing = provider ? missingInputs(provider, step.inputs) : []
    if (provider && missing.length > 0) return `${provider.label} needs ${missing.join(', ').toLowerCase()}.`
  }
  return problemOfHow(draft.how, on.length)
}
