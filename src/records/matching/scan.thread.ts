// The thread in which a scan compares records: its process goes on answering requests meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import {
  type FoundPair,
  makeReady,
  type PairLabel,
  type PastDecision,
  type Search,
  searchPairs,
} from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { type Frequencies, mostFrequent, type NormalRecord } from '../../engine/matching/prepared.ts'

export interface ThreadStart {
  fields: readonly MatchField[]
  leastWeight: number
}

/** How many of the most frequent values and words of each field are reported: the others are rare. */
const KEPT_VALUES = 1000

/** `forms` is JSON text of a list of records, read as the database has it. */
export type ThreadMessage =
  | { records: NormalRecord[] }
  | { forms: string }
  | { begin: readonly PairLabel[]; past: readonly PastDecision[] }
  | { pairs: { from: number; to: number } }

/** Pairs come piece by piece as they are asked for: a million of them would fill the memory of their reader. */
export type ThreadAnswer = { pairs: FoundPair[] } | { done: Omit<Search, 'pairs'> & { frequencies: Frequencies } }

const { fields, leastWeight } = workerData as ThreadStart
const records: NormalRecord[] = []
const answer = (message: ThreadAnswer) => parentPort?.postMessage(message)
let search: Search | undefined

function begin(labels: readonly PairLabel[], past: readonly PastDecision[]): void {
  const ready = makeReady(fields, records)
  const frequencies = mostFrequent(ready.frequencies, KEPT_VALUES)
  // What is compared is in the table: a million records and their counts are let go.
  records.length = 0
  search = searchPairs({ table: ready.table, order: ready.order }, { leastWeight, labels, past })
  const { model, candidates, count } = search
  answer({ done: { model, candidates, count, frequencies } })
}

parentPort?.on('message', (message: ThreadMessage) => {
  if ('begin' in message) {
    begin(message.begin, message.past)
  } else if ('pairs' in message) {
    answer({ pairs: search?.pairs(message.pairs.from, message.pairs.to) ?? [] })
  } else {
    const more = 'forms' in message ? (JSON.parse(message.forms) as NormalRecord[]) : message.records
    for (const record of more) records.push(record)
  }
})
