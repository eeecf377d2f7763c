// What a row is after, as the mode of its column says: an answer, all of its fields, or so many voices for one value. What is on record
// counts as it was, the rest by how likely it is.

/** What came, or may come, of asking a step. */
export interface StepAnswer {
  /** How likely its answer is accepted: 1 or 0 where it is on record. */
  accepts: number
  /** How likely an accepted answer has each field. Absent when unknown. */
  gives?: { readonly [field: string]: number } | undefined
  /** What an accepted answer says, the same for equal values. Absent when unknown. */
  says?: string | undefined
}

export interface AskedStep {
  provider: string
  /** The fields it may give; absent is any. */
  outputs?: readonly string[] | undefined
}

export interface Goal {
  /** What has to be known of an accepted answer to tell what it did for the row. */
  reads?: 'gives' | 'says'
  /** The probability that the step is called, given the answers before it. */
  open(step: AskedStep): number
  hear(step: AskedStep, said: StepAnswer): void
  /** How much of the row is found, 0 to 1. */
  found(): number
}

/** The first answer that is accepted ends it. */
export function firstAnswer(): Goal {
  let open = 1
  return {
    open: () => open,
    hear(_, { accepts }) {
      open *= 1 - accepts
    },
    found: () => 1 - open,
  }
}

/** Providers of a missing field are called; a row counts by the share of fields found. */
export function allFields(fields: readonly string[]): Goal {
  const missing = new Map(fields.map((field) => [field, 1]))
  const of = (field: string) => missing.get(field) ?? 0
  return {
    reads: 'gives',
    open: ({ outputs }) => Math.max(0, ...fields.filter((field) => !outputs || outputs.includes(field)).map(of)),
    hear(_, { accepts, gives = {} }) {
      for (const field of fields)
        if (Object.hasOwn(gives, field)) missing.set(field, of(field) * (1 - accepts * (gives[field] ?? 0)))
    },
    found: () => (fields.length === 0 ? 0 : 1 - fields.reduce((sum, field) => sum + of(field), 0) / fields.length),
  }
}

/** Asked is until `need` providers say the same. An unseen answer agrees with the others as often as `agrees`, whenever it comes. */
export function agreementGoal(need: number, agrees: number): Goal {
  const known = new Map<string, Set<string>>()
  /** How likely an unseen answer is accepted, by provider. */
  const unseen = new Map<string, number>()
  let found = 0
  const isKnown = (provider: string) => [...known.values()].some((of) => of.has(provider))

  /** Unseen answers join the majority; the first of them has none to agree with where nothing is known. */
  function foundNow(): number {
    const most = Math.max(0, ...[...known.values()].map(({ size }) => size))
    /** How likely it is that 0, 1, … of them say that. */
    let shares = [1, ...Array.from({ length: need }, () => 0)]
    for (const accepts of unseen.values()) {
      const joins = (more: number) => accepts * (most + more === 0 ? 1 : agrees)
      shares = shares.map((share, more) => {
        const stays = more === need ? share : share * (1 - joins(more))
        return stays + (more > 0 ? (shares[more - 1] ?? 0) * joins(more - 1) : 0)
      })
    }
    return shares.reduce((sum, share, more) => sum + (most + more >= need ? share : 0), 0)
  }

  return {
    reads: 'says',
    open: () => 1 - found,
    hear({ provider }, { accepts, says }) {
      if (says !== undefined && accepts > 0) {
        known.set(says, new Set([...(known.get(says) ?? []), provider]))
        unseen.delete(provider)
      }
      // A provider that gives the value twice counts once.
      else if (!isKnown(provider)) unseen.set(provider, Math.max(accepts, unseen.get(provider) ?? 0))
      // A second answer of a provider may differ from the one that was expected; values found by then stay.
      found = Math.max(found, foundNow())
    },
    found: () => found,
  }
}
