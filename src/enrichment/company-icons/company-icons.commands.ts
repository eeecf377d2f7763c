// Turning company icons on and off, and asking for those that are not known.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { saveSetting } from '../settings/setting.commands.ts'
import { FETCH_ICONS } from './company-icons.jobs.ts'
import { companyDomain, KEY, readIconSettings } from './company-icons.reads.ts'
import { forgetIcons, markAsked, sweepIcons } from './company-icons.writes.ts'

/** Off, what was fetched is deleted. */
export async function updateIconSettings(tx: WorkspaceTx, after: { enabled: boolean }): Promise<{ enabled: boolean }> {
  const before = await readIconSettings(tx)
  await saveSetting(tx, KEY, before, after)
  if (!after.enabled) await forgetIcons(tx)
  return after
}

export async function askForIcons(tx: WorkspaceTx, domains: readonly string[], now: Date): Promise<{ asked: number }> {
  const { enabled } = await readIconSettings(tx)
  if (!enabled)
    refuse(
      'conflict',
      'Company icons are off in this workspace. An admin turns them on under Settings, Access and data.',
    )
  const names = [...new Set(domains.map(companyDomain))].filter((one) => one !== null)
  const asked = await markAsked(tx, names, now)
  if (asked.length > 0) await enqueue(tx, FETCH_ICONS, { domains: asked })
  return { asked: asked.length }
}

/** Deletes the icons of a workspace that are out of date. */
export async function deleteExpiredIcons(tx: WorkspaceTx, now: Date): Promise<void> {
  await sweepIcons(tx, now)
}
