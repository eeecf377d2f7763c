// How much memory processes hold: their own and their share of what they have in common (PSS), from /proc.
import { readOrBlank } from './processes.ts'

const MB = 1024 * 1024

/** MB of these processes, not of their children; undefined where there is no /proc. */
export function memoryOf(pids: number[]): number | undefined {
  if (process.platform !== 'linux') return undefined
  return [...new Set(pids)].reduce((sum, pid) => sum + pssOf(pid), 0) / MB
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readOrBlank(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024
}
