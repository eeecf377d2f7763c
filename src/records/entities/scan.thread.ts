// The thread in which a scan compares records: its process goes on answering requests meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import {
  type Decided,
  type Found,
  type FoundPair,
  findPairs,
  type PastDecision,
} from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { mostFrequent, type NormalRecord } from '../../engine/matching/prepared.ts'

export interface ThreadStart {
  fields: readonly MatchField[]
  leastWeight: number
  /** Of each field so many of the most frequent values and words are told. */
  keptValues: number
}

/** `forms` is JSON text of a list of records, read as the database has it. */
export type ThreadMessage =
  | { records: NormalRecord[] }
  | { forms: string }
  | { begin: readonly Decided[]; past: readonly PastDecision[] }

/** Pairs come in pieces, so that their reader is never busy for long. */
export type ThreadAnswer = { pairs: FoundPair[] } | { done: Omit<Found, 'pairs'> }

const SENT_AT_ONCE = 2000

const { fields, leastWeight, keptValues } = workerData as ThreadStart
const records: NormalRecord[] = []
const answer = (message: ThreadAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ThreadMessage) => {
  if ('begin' in message) {
    const { pairs, frequencies, ...found } = findPairs({
      fields,
      records,
      leastWeight,
      labels: message.begin,
      past: message.past,
    })
    for (let at = 0; at < pairs.length; at += SENT_AT_ONCE) answer({ pairs: pairs.slice(at, at + SENT_AT_ONCE) })
    answer({ done: { ...found, frequencies: mostFrequent(frequencies, keptValues) } })
    parentPort?.close()
  } else {
    const more = 'forms' in message ? (JSON.parse(message.forms) as NormalRecord[]) : message.records
    for (const record of more) records.push(record)
  }
})
