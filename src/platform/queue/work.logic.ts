// Pure rules of visible jobs: their states and what is said about how long they take.
export const JOB_STATUSES = ['pending', 'running', 'done', 'failed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const isOver = (status: JobStatus) => status !== 'pending' && status !== 'running'

/** Seconds until `total` at this rate; null when either is not known. */
export function etaSeconds(done: number | null, total: number | null, rate: number | null): number | null {
  if (done === null || total === null || rate === null || rate <= 0) return null
  return Math.max(0, Math.round((total - done) / rate))
}

/** Counts as an event carries them: whole numbers only. */
export function cutCounts(counts: { [name: string]: number }): { [name: string]: number } {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isFinite(count)))
}
