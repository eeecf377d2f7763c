// What is written down around the hand-over of messages: that bodies may leave, and that the server has them. Connections share transactions.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { shareTransactions } from './batch.ts'
import type { ClaimedMessage } from './claimed.ts'
import { type AcceptedMessage, beginSending, markSent } from './outcome.writes.ts'

export interface SendingRecord {
  /** Whether the body may leave: it is on record as being sent. False where it was cancelled, suppressed or paused meanwhile. */
  begin(message: ClaimedMessage): Promise<boolean>
  /**
   * The server has it. Written with the next message that begins, or by itself. When this cannot be written down, the lease ends and the
   * message is uncertain; it never goes back.
   */
  accepted(message: ClaimedMessage, response: string): void
  /** Something could not be written: no further message is begun. */
  isBroken(): boolean
  /** Resolves when all is written. Rejects when something could not be. */
  settled(): Promise<void>
}

/** What one message asks or tells of its transaction. */
type RecordRequest = Pick<ClaimedMessage, 'id' | 'claim_id' | 'enrollment_id'> &
  ({ hashes: readonly string[] } | Pick<AcceptedMessage, 'response' | 'is_last'>)

export function openSendingRecord(
  inWorkspace: <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>,
  leaseSeconds: number,
): SendingRecord {
  const write = shareTransactions<RecordRequest, boolean>(
    inWorkspace,
    async (tx, requests) => {
      let begun = new Set<string>()
      await markSent(
        tx,
        requests.flatMap((one) => ('response' in one ? one : [])),
      )
      beginSending(
        tx,
        requests.flatMap((one) => ('hashes' in one ? one : [])),
        leaseSeconds,
        (ids) => {
          begun = ids
        },
      )
      return ({ id }) => begun.has(id)
    },
    (request) => 'response' in request,
  )
  const underWay = new Set<Promise<unknown>>()
  let unwritten: { error: unknown } | undefined
  return {
    begin: ({ id, claim_id, enrollment_id, hashes }) => write({ id, claim_id, enrollment_id, hashes }),
    accepted({ id, claim_id, enrollment_id, is_last }, response) {
      const written = write({ id, claim_id, enrollment_id, response, is_last })
        .catch((error) => {
          unwritten ??= { error }
        })
        .finally(() => underWay.delete(written))
      underWay.add(written)
    },
    isBroken: () => unwritten !== undefined,
    async settled() {
      await Promise.all(underWay)
      if (unwritten) throw unwritten.error
    },
  }
}
