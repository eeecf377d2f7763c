// Processes and what they started, from /proc: to look at all of them, or to kill them as a machine does that loses its power.
import { readdirSync, readFileSync } from 'node:fs'

/** The process and everything it started, as of now. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readOrBlank(`/proc/${name}/status`))?.[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

/** SIGKILL to the process and everything it started. */
export function killFamily(pid: number): void {
  for (const member of familyOf(pid)) {
    try {
      process.kill(member, 'SIGKILL')
    } catch {
      // It ended in the meantime.
    }
  }
}

/** The text of a file that may be gone by now. */
export function readOrBlank(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
