// What a scan makes of the jobs that are open now: signals under the keys that a watch would give them.
import type { Json } from '../../kernel/json.ts'
import { compareHiring } from '../kinds/hiring/hiring.kind.ts'
import type { HiringSnapshot } from '../kinds/hiring/hiring.state.ts'
import type { FoundSignal } from '../kinds/kind.ts'

const RECENT_DAYS = 45
const MOST_JOBS = 10

/** The newest postings of the last weeks; those without a day count as new. */
export function openJobSignals(snapshot: HiringSnapshot, company: string, now: Date): FoundSignal[] {
  if (!snapshot.source) return []
  const oldest = new Date(now.getTime() - RECENT_DAYS * 86_400_000).toISOString().slice(0, 10)
  const jobs = snapshot.jobs
    .filter(({ posted_on }) => posted_on === '' || posted_on >= oldest)
    .sort((a, b) => b.posted_on.localeCompare(a.posted_on) || a.id.localeCompare(b.id))
    .slice(0, MOST_JOBS)
  // As if the company had been watched and had had no job: what is open was opened, and nothing is a first of its kind.
  const before = compareHiring(null, { ...snapshot, jobs: [] }, { now, company, config: {}, wanted: [] }).state
  const since = `${oldest}T00:00:00.000Z`
  const { signals } = compareHiring(
    { ...before, since },
    { ...snapshot, jobs, is_complete: false },
    {
      now,
      company,
      config: {} as { [name: string]: Json },
      wanted: [],
    },
  )
  return signals.filter(({ type, key }) => type === 'hiring' || key.startsWith('leader:'))
}
