// The order of steps as ids: how the server names them, and a column's steps put into another order.

interface Step {
  id?: string
  provider: string
  enabled?: boolean
}

/** Ids of the steps: their own, else the provider's, numbered when it is taken; as the server does it. */
export function stepIds(steps: readonly Step[]): string[] {
  const taken = new Set(steps.flatMap(({ id }) => id ?? []))
  return steps.map((step) => {
    if (step.id !== undefined) return step.id
    let id = step.provider
    for (let number = 2; taken.has(id); number++) id = `${step.provider}-${number}`
    taken.add(id)
    return id
  })
}

/** The steps in this order, each by its name from now on, so that what is known of it stays its own; what is not named comes behind. */
export function inOrder<S extends Step>(steps: readonly S[], order: readonly string[]): S[] {
  const ids = stepIds(steps)
  const place = (index: number) => {
    const at = order.indexOf(ids[index] ?? '')
    return at < 0 ? order.length + index : at
  }
  return steps
    .map((step, index) => ({ step: { ...step, id: ids[index] ?? step.provider }, at: place(index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ step }) => step)
}

/** True when the steps that are asked stand in this order already. */
export function isInOrder(steps: readonly Step[], order: readonly string[]): boolean {
  const ids = stepIds(steps)
  const asked = ids.filter((id, index) => steps[index]?.enabled !== false && order.includes(id))
  const wanted = order.filter((id) => asked.includes(id))
  return asked.every((id, index) => id === wanted[index])
}
