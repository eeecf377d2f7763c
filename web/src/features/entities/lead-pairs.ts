// Pairs of leads, as they are reviewed.
import type { Schemas } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { capitalized, type ReviewPair, shownFields } from '../pairs/pair.logic.ts'
import type { PairSubject } from '../pairs/pair-subject.ts'
import {
  countLikely,
  decidePair,
  entitiesKey,
  mergeLikely,
  readDecided,
  readPending,
  startScan,
  takeBack,
} from './entities.queries.ts'

type LeadPair = Schemas['EntityPair']
type LeadSide = LeadPair['entity']

/** Said only where the two differ in them; of lists a merged lead has all. */
const HIDDEN = new Set(['kind', 'status', 'score', 'score_tier', 'tags', 'technologies'])

const nameOf = ({ name, lead_id }: LeadSide) => name ?? `Lead ${lead_id}`

export function reviewedLeads(pair: LeadPair): ReviewPair {
  const { id, probability, why, entity, candidate, fields, choices, reopened_by } = pair
  return {
    ...{ id, probability, choice: 'value' },
    why: reopened_by ? `${why} Rejected before; now they share ${reopened_by.join(' and ')}.` : why,
    sides: [sideOf(entity), sideOf(candidate)],
    fields: shownFields({
      compared: fields,
      keyOf: ({ field, value_of }) => value_of ?? field,
      labelOf: (field) => capitalized(field.replace(/^custom\./, '')),
      left: entity.values,
      right: candidate.values,
      others: [...new Set([...Object.keys(entity.values), ...Object.keys(candidate.values)])]
        .filter((name) => !HIDDEN.has(name) || choices.includes(name))
        .sort(),
      choices,
    }),
  }
}

const sideOf = (side: LeadSide) => ({
  id: String(side.record_id),
  name: nameOf(side),
  note: side.records > 1 ? counted(side.records, 'record') : null,
})

const decided = (title: string, status: LeadPair['status']): PairSubject['decided'][number] => ({
  title,
  async read(cursor) {
    const page = await readDecided(status, cursor)
    return {
      ...page,
      items: page.items.map(({ id, kind, entity, candidate, decided_by, entity_id, merge_id }) => ({
        id,
        // Merged records share the name of their entity; each has its own values.
        names: [ownNameOf(kind, entity), ownNameOf(kind, candidate)],
        by: decided_by,
        takeBack: () => takeBack(id, entity_id, merge_id),
      })),
    }
  },
})

/** What a record calls itself: a person by the name, since two people of one firm would both be called as the firm. */
function ownNameOf(kind: string, side: LeadSide): string {
  const { company, contact_person, email } = side.values
  const names = kind === 'person' ? [contact_person, email, company] : [company, contact_person, email]
  const own = names.find((value) => typeof value === 'string' && value !== '')
  return typeof own === 'string' ? own : nameOf(side)
}

export const leadPairs = (): PairSubject => ({
  key: [...entitiesKey(), 'queue'],
  aboutLikely:
    'Each merge can be undone on its own, under Merged automatically. People who differ in first name or generation, or ' +
    'share no more than a home or a telephone, stay for you to decide.',
  aboutEmpty: 'Leads that may be the same appear here. New leads are compared as they arrive.',
  async read(cursor, signal) {
    const page = await readPending(cursor, signal)
    return {
      ...page,
      items: page.items.map(reviewedLeads),
      ...{ state: `${counted(page.total, 'pair')} to review`, isLooking: false, canLook: true },
    }
  },
  decided: [
    decided('Merged', 'merged'),
    decided('Merged automatically', 'auto_merged'),
    decided('Not duplicates', 'rejected'),
  ],
  async decide({ id }, decision, chosen) {
    const winners = Object.entries(chosen).map(([field, record]) => [field, Number(record)] as const)
    const { entity_id, merge_id } = await decidePair(id, decision, Object.fromEntries(winners))
    return () => takeBack(id, entity_id, merge_id)
  },
  async look() {
    await startScan()
    toast('Looking for duplicates. New pairs appear here.')
  },
  likely: {
    counted: (leads) => counted(leads, 'lead'),
    most: 500,
    count: countLikely,
    async merge(probability, count) {
      const { merged } = await mergeLikely(probability, count)
      return { merged, takeBack: null }
    },
  },
})
