// Counts the event streams that are open in this process, by person and by workspace, and refuses more than the limits.
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../ctx.ts'
import { OPEN_STREAMS } from './limits.ts'

/** Takes a place for a stream, or throws 429. Returns the giving back, which may be called more than once. */
export type StreamPlaces = (scope: Pick<Scope, 'workspace_id' | 'principal'>) => () => void

const RETRY_SECONDS = 10

/** `overrides` holds an operator's quotas by the limit's name. */
export function streamPlaces(overrides: ReadonlyMap<string, { quota: number }> = new Map()): StreamPlaces {
  const counts = new Map<string, number>()
  const quota = ({ name, quota: usual }: { name: string; quota: number }) => overrides.get(name)?.quota ?? usual
  const limits = { person: quota(OPEN_STREAMS.person), workspace: quota(OPEN_STREAMS.workspace) }
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return ({ workspace_id, principal }) => {
    const keys = { person: `person ${principal.user_id}`, workspace: `workspace ${workspace_id}` }
    if ((counts.get(keys.person) ?? 0) >= limits.person) tooMany('You have')
    if ((counts.get(keys.workspace) ?? 0) >= limits.workspace) tooMany('This workspace has')
    let isHeld = true
    for (const key of Object.values(keys)) add(key, 1)
    return () => {
      if (isHeld) for (const key of Object.values(keys)) add(key, -1)
      isHeld = false
    }
  }
}

function tooMany(who: string): never {
  refuse('rate_limited', `${who} too many event streams open. Close some, or ask for what you show now and then.`, {
    retryAfter: RETRY_SECONDS,
  })
}
