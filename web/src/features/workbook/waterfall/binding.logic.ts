// Finds the column that an input of a provider means, by its name and the names it also goes by.
import type { Column } from '../../../api/shapes.ts'
import { reference } from '../../columns/template.logic.ts'
import type { Provider, ProviderInput, Step } from '../../columns/workbook.shapes.ts'

const key = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Types of an input that a column of that type fits without saying its name. */
const TYPED: Record<string, string[]> = {
  email: ['email'],
  url: ['url'],
  domain: ['domain', 'url'],
  phone: ['phone'],
}

/** From here on a column goes by the very name of the input. */
const NAMED = 70

/** How well a column fits an input: 0 not at all, higher is better. */
function scoreFor(column: Column, input: ProviderInput, outputs: ReadonlyMap<string, string>): number {
  const name = key(column.name)
  const wanted = [input.label, input.name, ...(input.aliases ?? [])].map(key)
  const place = wanted.indexOf(name)
  if (place === 0 || place === 1) return 100
  // A column that was made to find exactly this beats one that only goes by a similar name.
  if (column.output === input.name) return 95
  if (place > 1) return 90 - Math.min(20, place)
  const holds =
    column.type === 'input' ? String(column.input_type ?? '') : (outputs.get(String(column.output ?? '')) ?? '')
  const typed = TYPED[input.type]?.includes(holds) ?? false
  if (typed) return 40
  // A column that finds one thing is no other, whatever words its name shares: the clean name of a company is not a person's name.
  if (column.output) return 0
  const inside = wanted.some((one) => one.length > 3 && (name.startsWith(`${one} `) || name.endsWith(` ${one}`)))
  return inside ? 30 : 0
}

/** The best column for an input, or null; among equals the leftmost wins. */
export function bestColumn(
  input: ProviderInput,
  columns: readonly Column[],
  outputs: ReadonlyMap<string, string>,
): Column | null {
  let best: Column | null = null
  let score = 0
  for (const column of columns) {
    const mine = scoreFor(column, input, outputs)
    if (mine > score) {
      best = column
      score = mine
    }
  }
  return best
}

/** A step that calls a provider, with every input bound that can be. `self` is the column being edited. */
export function bindStep(
  provider: Provider,
  columns: readonly Column[],
  outputs: ReadonlyMap<string, string>,
  self?: string,
): Step {
  const inputs: Record<string, string> = {}
  for (const input of provider.inputs) {
    // "First name" is like "name", but it is the first name when that is an input too.
    const others = provider.inputs.filter((other) => other !== input)
    const isOthers = (column: Column) =>
      others.some((other) => {
        const theirs = scoreFor(column, other, outputs)
        return theirs >= NAMED && theirs > scoreFor(column, input, outputs)
      })
    const column = bestColumn(
      input,
      columns.filter((one) => one.id !== self && !isOthers(one)),
      outputs,
    )
    if (column) inputs[input.name] = reference(column.name)
  }
  return { provider: provider.id, inputs, enabled: true }
}

/** Labels of the inputs a step still needs before it can ask. */
export function missingInputs(provider: Provider, inputs: Record<string, string>): string[] {
  const blank = (name: string) => (inputs[name] ?? '').trim() === ''
  const label = (name: string) => provider.inputs.find((input) => input.name === name)?.label ?? name
  const required = provider.inputs.filter((input) => input.required && blank(input.name)).map((input) => input.label)
  const groups = (provider.one_of ?? []).filter((group) => group.every(blank))
  return [...required, ...groups.map((group) => group.map(label).join(' or '))]
}
