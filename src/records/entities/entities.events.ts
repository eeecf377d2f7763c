// What happens to entities, for live views and automations.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'

const EntityId = Type.String()

export const entityMerged = defineEvent(
  'entity.merged',
  Type.Object({ entity_id: EntityId, absorbed_id: EntityId, automatic: Type.Boolean() }),
  'Two entities were merged.',
)
export const entitySplit = defineEvent(
  'entity.split',
  Type.Object({ entity_id: EntityId, restored_id: EntityId }),
  'A merge was undone.',
)
export const pairsFound = defineEvent(
  'entity.pairs_found',
  Type.Object({ pairs: Type.Integer() }),
  'Pairs of possible duplicates were found.',
)
export const pairDecided = defineEvent(
  'entity.pair_decided',
  Type.Object({ pair_id: Type.Integer(), decision: Type.String() }),
  'A pair of the review queue was decided.',
)
