// Reading and changing how hard a workspace's enrichment works.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { givenIn, readSetting, saveSetting } from '../settings/setting.commands.ts'
import { type Performance, type PerformanceUpdate, RANGES } from './performance.schema.ts'

const KEY = 'enrichment_perf'
const names = Object.keys(RANGES) as (keyof Performance)[]

/** The effective settings: what was saved, within range, else the usual value. */
export async function readPerformance(tx: WorkspaceTx): Promise<Performance> {
  return clamp((await readSetting(tx, KEY)) as PerformanceUpdate)
}

/** Saves the given settings, each moved into its range, and returns what is now in force. */
export async function updatePerformance(tx: WorkspaceTx, update: PerformanceUpdate): Promise<Performance> {
  const before = await readPerformance(tx)
  const value = clamp({ ...before, ...givenIn(update) })
  await saveSetting(tx, KEY, before, value)
  return value
}

export function clamp(wanted: PerformanceUpdate): Performance {
  const entries = names.map((name) => {
    const [lowest, highest, usual] = RANGES[name]
    return [name, Math.min(highest, Math.max(lowest, wanted[name] ?? usual))]
  })
  return Object.fromEntries(entries)
}
