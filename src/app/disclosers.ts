// What each room above the leads holds about a person, for the export of everything held.
import { heldByEnrichment } from '../enrichment/lead-actions/disclose.reads.ts'
import { heldByMonitoring } from '../monitoring/signals/disclose.reads.ts'
import { heldByOutreach } from '../outreach/replies/disclose.reads.ts'
import type { Discloser } from '../records/leads/erasure/held.reads.ts'

export const DISCLOSERS: readonly Discloser[] = [heldByEnrichment, heldByMonitoring, heldByOutreach]
