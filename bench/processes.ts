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

/** Seconds of the processor that the process, what it started and what of that has ended used so far. */
export function processorTime(pid: number): number {
  const ticks = familyOf(pid).map((member) => {
    // Behind the name, which may hold blanks: own and waited-for time in hundredths of a second.
    const fields = readOrBlank(`/proc/${member}/stat`).split(') ')[1]?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / 100
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
