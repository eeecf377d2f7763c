// How much memory processes hold: their own and their share of what they have in common (PSS), from /proc.
import { readdirSync, readFileSync } from 'node:fs'

const MB = 1024 * 1024

/** MB of these processes, not of their children; undefined where there is no /proc. */
export function memoryOf(pids: number[]): number | undefined {
  if (process.platform !== 'linux') return undefined
  return [...new Set(pids)].reduce((sum, pid) => sum + pssOf(pid), 0) / MB
}

/** The process and everything it started, as of now. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
