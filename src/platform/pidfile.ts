// Pid files that survive kill -9, reboots and reused process numbers: a file names a process and when it started.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const GUARD_LIMIT_MS = 10_000

export interface ProcessStamp {
  pid: number
  /** Opaque start mark of the process, null where the system does not tell. */
  started: string | null
  host: string
}

export interface PidfileClaim<T extends object> {
  /** Null when the file is ours now, else the live process that holds it. */
  holder: (T & ProcessStamp) | null
  release(): Promise<void>
}

export const ownStamp = (): ProcessStamp => ({
  pid: process.pid,
  started: startMark(process.pid),
  host: hostname(),
})

/** True while the stamped process lives. A stamp of another host cannot be checked and counts as gone. */
export function isRunning(stamp: ProcessStamp): boolean {
  if (stamp.host !== hostname() || !pidExists(stamp.pid)) return false
  const started = startMark(stamp.pid)
  return stamp.started === null || started === null || stamp.started === started
}

/** True when a process with this number exists, under any owner, and is not a zombie. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return linuxStat(pid)?.state !== 'Z'
}

/** Linux only: name, state and start tick of a process; null elsewhere or when it is gone. */
export function linuxStat(pid: number): { name: string; state: string; startTick: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may itself hold spaces and parentheses.
    const end = text.lastIndexOf(')')
    const rest = text.slice(end + 2).split(' ')
    return { name: text.slice(text.indexOf('(') + 1, end), state: rest[0] ?? '', startTick: rest[19] ?? '' }
  } catch {
    return null
  }
}

function startMark(pid: number): string | null {
  const stat = linuxStat(pid)
  try {
    if (stat) return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${stat.startTick}`
    if (process.platform === 'win32') return null
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

export function readStamp<T extends object>(path: string): (T & ProcessStamp) | null {
  try {
    const stamp = JSON.parse(readFileSync(path, 'utf8'))
    return typeof stamp?.pid === 'number' && typeof stamp.host === 'string' ? stamp : null
  } catch {
    return null
  }
}

/** Takes the file for this process, or returns the process that holds it. A dead holder's file is taken over. */
export async function claimFile<T extends object>(path: string, about: T): Promise<PidfileClaim<T>> {
  const mine = JSON.stringify({ ...ownStamp(), ...about })
  return guarded(path, () => {
    const holder = readStamp<T>(path)
    if (holder && isRunning(holder)) return { holder, release: async () => {} }
    // Renamed into place, so that a kill in the middle leaves no half of a file.
    writeFileSync(`${path}.new`, mine, { mode: 0o600 })
    renameSync(`${path}.new`, path)
    return { holder: null, release: () => guarded(path, () => rmSync(path, { force: true })) }
  })
}

/**
 * Runs a few synchronous lines as the only process at this file. Looking at a holder, removing its file and making our
 * own must be one step: of two that saw the same dead holder, the slower one would remove the faster one's new file.
 */
async function guarded<R>(path: string, work: () => R): Promise<R> {
  const guard = `${path}.guard`
  while (!enter(guard)) await sleep(2)
  try {
    return work()
  } finally {
    rmSync(guard, { recursive: true, force: true })
  }
}

/** Making a directory succeeds for exactly one process. */
function enter(guard: string): boolean {
  try {
    mkdirSync(guard)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Held for about a millisecond, so an old one is that of a process killed right there.
  if (age(guard) < GUARD_LIMIT_MS) return false
  const aside = `${guard}.${process.pid}`
  try {
    renameSync(guard, aside)
    // Another process broke it first, and this one is new: give it back.
    if (age(aside) < GUARD_LIMIT_MS) renameSync(aside, guard)
    else rmdirSync(aside)
  } catch {}
  return false
}

/** Milliseconds since it was made; 0 when it is gone. */
const age = (path: string): number => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())

/** Runs `work` while holding the file, waiting as long as a live process holds it. */
export async function withFileLock<R>(path: string, work: () => Promise<R>): Promise<R> {
  for (;;) {
    const claim = await claimFile(path, {})
    if (claim.holder === null) {
      try {
        return await work()
      } finally {
        await claim.release()
      }
    }
    await sleep(20)
  }
}
