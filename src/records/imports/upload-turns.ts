// Lets a few uploads be read at once: each holds a connection as long as it lasts.
import { refuse } from '../../kernel/errors.ts'
import type { Principal } from '../../platform/ctx.ts'

const AT_ONCE = 4
/** The most uploads of one user at once: slow uploads leave room for other users. */
const OF_ONE = 3

export type UploadTurns = <T>(principal: Pick<Principal, 'user_id'>, work: () => Promise<T>) => Promise<T>

/** Refuses (503) while too many are under way. */
export function createUploadTurns(): UploadTurns {
  const underWay: number[] = []
  return async ({ user_id }, work) => {
    const own = underWay.filter((id) => id === user_id).length
    if (underWay.length >= AT_ONCE || own >= OF_ONE)
      refuse('unavailable', 'Several imports are under way. Try again shortly.', { retryAfter: 5 })
    underWay.push(user_id)
    try {
      return await work()
    } finally {
      underWay.splice(underWay.indexOf(user_id), 1)
    }
  }
}
