// Reading and changing how hard a workspace's enrichment works.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { givenIn, readSetting, saveSetting } from '../settings/setting.commands.ts'
import { type Performance, type PerformanceUpdate, RANGES } from './performance.schema.ts'

const KEY = 'enrichment_perf'
type Name = keyof typeof RANGES
const names = Object.keys(RANGES) as Name[]

/** The effective settings: what was saved, within range, else the usual value. */
export async function readPerformance(tx: WorkspaceTx): Promise<Performance> {
  return inForce((await readSetting(tx, KEY)) as PerformanceUpdate)
}

/** Saves the given settings, each moved into its range, and returns what is now in force. Absent ones stay unchosen. */
export async function updatePerformance(tx: WorkspaceTx, update: PerformanceUpdate): Promise<Performance> {
  const before = await readPerformance(tx)
  const given = givenIn(update)
  const isChosen = before.timeout_chosen || given.provider_timeout !== undefined
  const value: Performance = { ...clamp({ ...before, ...given }), ...(isChosen && { timeout_chosen: true }) }
  await saveSetting(tx, KEY, before, value)
  return value
}

/** Saved values from before it was kept what was chosen: another one than the usual was. */
function inForce(saved: PerformanceUpdate & { timeout_chosen?: boolean }): Performance {
  const value = clamp(saved)
  const isChosen = saved.timeout_chosen ?? value.provider_timeout !== RANGES.provider_timeout[2]
  return { ...value, ...(isChosen && { timeout_chosen: true }) }
}

export function clamp(wanted: PerformanceUpdate): Performance {
  const entries = names.map((name) => {
    const [lowest, highest, usual] = RANGES[name]
    return [name, Math.min(highest, Math.max(lowest, wanted[name] ?? usual))]
  })
  return Object.fromEntries(entries)
}
