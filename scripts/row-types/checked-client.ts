// What a statement answers, compared with the row type that it gives, as tests run it.
import { findShapeFaults, type ShapeFault, type ValueShape } from './value-shape.ts'

interface Client {
  query(...statement: unknown[]): Promise<{ rows: unknown[] }>
}

/** Rows of an answer that are compared: further ones come from the same statement. */
const COMPARED = 25

const FAULTS = Symbol.for('millrace.row-faults')
const shared = globalThis as { [FAULTS]?: Map<string, string> }

/** The client, comparing what it answers; the statement stands at `place`. */
export function checkRows(client: Client, place: string, row: ValueShape): Client {
  return {
    async query(...statement) {
      const answer = await client.query(...statement)
      for (const one of answer?.rows?.slice(0, COMPARED) ?? [])
        if (!Array.isArray(one)) for (const fault of findShapeFaults(row, one)) addFault(place, fault)
      return answer
    },
  }
}

/** What was found since the last call: of each part of a row one value that is wrong, with the place of its statement. */
export function takeRowFaults(): string[] {
  const found = [...faults()].map(([part, value]) => `${part} ${value}`).sort()
  faults().clear()
  return found
}

function addFault(place: string, { path, words }: ShapeFault): void {
  faults().set(`${place}: ${path}`, words)
}

function faults(): Map<string, string> {
  shared[FAULTS] ??= new Map()
  return shared[FAULTS]
}
