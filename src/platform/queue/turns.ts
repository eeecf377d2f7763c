// Whose ticket of a lane is next: workspaces take turns, and none takes the places that are kept for others.
import type { WorkspaceId } from '../../kernel/ids.ts'
import { inOrder } from '../db/look-up.ts'
import type { Lane } from './job.ts'

/** How many tickets of a lane one workspace has at work in a process; the other places of the lane are kept for others. */
export const MOST_OF_ONE: Readonly<Record<Lane, number>> = { default: 4, network: 16, long: 2, bulk: 2 }

/** What belongs to no workspace takes turns as one. */
const NO_OWNER = '00000000-0000-0000-0000-000000000000'
const BEFORE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const OWNER = `coalesce(q.workspace_id, '${NO_OWNER}'::uuid)`

export const ownerOf = ({ workspace_id }: { workspace_id: WorkspaceId | null }): string => workspace_id ?? NO_OWNER

/**
 * Everyone who has something to do, the one after `after` first, then from the beginning: the order in which they were served. `next` selects the least
 * `owner` within bounds by one step in an index, so that a caller that stops at the first it can serve has not looked at the others.
 */
export function ownersInTurn(next: (bounds: string) => string, owner: string, after: string): string {
  const walk = (bounds: string, first = '') => `(with recursive owner (id) as (
          select (${next(`${first} ${bounds}`)})
          union all select (${next(`and ${owner} > owner.id ${bounds}`)}) from owner where owner.id is not null)
        select id from owner where id is not null)`
  return `select id from ${walk('', `and ${owner} > ${after}`)} later union all select id from ${walk(`and ${owner} <= ${after}`)} earlier`
}

/** The next owner of the lane that has tickets, due or not: one step in the index `queue_turns`. */
const nextOwner = (bounds: string) =>
  `select ${OWNER} from queue q where q.state = 'ready' and q.lane = lanes.lane ${bounds} order by ${OWNER} limit 1`

/**
 * The ids of tickets to take. `lanes` has a line for each lane with a free place: `lane`, `free`, `after`, who was served last, and `busy`, who
 * has enough. One of each owner, those after the last one first, which is the order in which they were served; the next claim
 * follows at once and takes another round. Where nothing is due, as mostly, no owner is looked for.
 */
export const nextTickets = (locking: string) => `select picked.id from lanes cross join lateral (
      select t.id from (
        ${ownersInTurn(nextOwner, OWNER, 'lanes.after')}) owners
      cross join lateral (select q.id from queue q where q.state = 'ready' and q.lane = lanes.lane
          and (q.key is null or not exists (select 1 from queue o where o.kind = q.kind and o.key = q.key
            and o.state = 'leased' and o.lease_until >= now()))
          and ${inOrder(OWNER, 'owners.id', 'and q.run_at <= now()')}, q.run_at ${locking} limit 1) t
      where owners.id <> all(lanes.busy::uuid[])
        and exists (select from queue q where q.state = 'ready' and q.lane = lanes.lane and q.run_at <= now())
      limit lanes.free) picked`

/** Who was served last in each lane, by this process. */
export function openTurns<AnyLane extends string = Lane>() {
  const last = new Map<AnyLane, string>()
  const after = (lane: AnyLane) => last.get(lane) ?? BEFORE_ALL
  return {
    after,
    served(lane: AnyLane, served: readonly string[]): void {
      const from = after(lane)
      const later = served.filter((owner) => owner > from)
      const end = (later.length < served.length ? served.filter((owner) => owner <= from) : later).sort().at(-1)
      if (end !== undefined) last.set(lane, end)
    },
  }
}
