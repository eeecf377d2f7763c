// The thread in which a scan compares records: its process goes on answering requests meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { type Decided, findPairs } from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { frequenciesOf, type NormalRecord } from '../../engine/matching/prepared.ts'

export interface ThreadStart {
  fields: readonly MatchField[]
  leastWeight: number
  labels: readonly Decided[]
}

export type ThreadMessage = { records: NormalRecord[] } | { blocks: Int32Array[] } | 'begin'

const { fields, leastWeight, labels } = workerData as ThreadStart
const records: NormalRecord[] = []
const blocks: Int32Array[] = []
let hasBlocks = false

parentPort?.on('message', (message: ThreadMessage) => {
  if (message === 'begin') {
    const found = findPairs({
      ...{ fields, records, leastWeight, labels },
      ...(hasBlocks && { blocks: blocks.map((block) => [...block]) }),
    })
    parentPort?.postMessage({ ...found, frequencies: frequenciesOf(fields, records) })
    parentPort?.close()
  } else if ('records' in message) for (const record of message.records) records.push(record)
  else {
    hasBlocks = true
    for (const block of message.blocks) blocks.push(block)
  }
})
