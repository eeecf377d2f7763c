// What each room above the leads forgets when a person is erased, in the transaction that erases them.
import { eraseFromAutomation } from '../automation/rules/erase.commands.ts'
import { eraseFromSources } from '../enrichment/sources/erase.commands.ts'
import { eraseFromMonitoring } from '../monitoring/signals/erase.commands.ts'
import { eraseFromOutreach } from '../outreach/replies/erase.commands.ts'
import { eraseFromEntities } from '../records/entities/erase.commands.ts'
import type { Eraser } from '../records/leads/erase.commands.ts'

export const ERASERS: readonly Eraser[] = [
  ...[eraseFromEntities, eraseFromSources, eraseFromMonitoring, eraseFromOutreach, eraseFromAutomation],
]
