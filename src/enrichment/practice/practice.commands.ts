// The workspace's practice mode: whether providers that need an account are practised instead of asked.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { notFound } from '../../providers/kit.ts'
import { practising, practisingModel } from '../../providers/practice.ts'
import type { Askable, Workshop } from '../runs/facts.ts'
import { readSetting, saveSetting } from '../settings/setting.commands.ts'
import type { StoredPractice } from './practice.schema.ts'

const KEY = 'practice'

export async function readPractice(tx: WorkspaceTx): Promise<StoredPractice> {
  return { on: (await readSetting(tx, KEY)).on === true }
}

/** Counts for runs that are started from now on. */
export async function setPractice(tx: WorkspaceTx, { on }: StoredPractice): Promise<StoredPractice> {
  const before = await readPractice(tx)
  if (before.on !== on) await saveSetting(tx, KEY, before, { on })
  return { on }
}

/** What can be asked while practising. Nothing is sent to others then: what a column delivers stays here. */
export function practised({ catalog, workshop }: Askable): Askable {
  return { catalog: catalog.map(practising), ...(workshop && { workshop: idle(workshop) }) }
}

/** Columns' own lookups have no recorded answers: models make theirs up, others that need an account or act on somebody find nothing. */
function idle(workshop: Workshop): Workshop {
  return {
    async open(tx) {
      const make = await workshop.open(tx)
      return (made, provider, entered) => {
        const lookup = make(made, provider, entered)
        if (lookup?.method === 'ai') return practisingModel(lookup)
        if (!lookup || 'work' in lookup || (lookup.account === undefined && !lookup.alone)) return lookup
        const { account: _, ...rest } = lookup
        const act = async () => notFound('Practice mode is on, so this was not asked')
        return { ...rest, act, keyless: true, repeat_free: true, cache_days: 0, price: { usd: 0, rule: 'free' } }
      }
    },
  }
}
