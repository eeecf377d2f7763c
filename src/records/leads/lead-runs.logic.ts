// Where a sample of the leads of a workspace is taken.
import type { LeadBlock } from '../lead-facts/lead-blocks.reads.ts'

/** Leads of one file lie side by side, so a sample is taken in as many places. */
const PLACES = 250

export interface LeadRun {
  block: number
  leads: number
  /** How many leads of the block are before it. */
  place: number
  length: number
}

/** Runs in equal distances by how many leads are before each, of about so many leads in all; a run goes on into the next block. */
export function runsIn(
  blocks: readonly Pick<LeadBlock, 'block' | 'leads'>[],
  total: number,
  wanted: number,
): LeadRun[] {
  const count = Math.min(PLACES, wanted)
  const length = Math.floor(wanted / count)
  let [run, before] = [0, 0]
  return blocks.flatMap(({ block, leads }) => {
    const runs: LeadRun[] = []
    for (; run < count; run++) {
      const place = Math.floor((run * total) / count) - before
      if (place >= leads) break
      runs.push({ block, leads, place, length })
    }
    before += leads
    return runs
  })
}
