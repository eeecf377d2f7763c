// The routes of entities: list and record, the review queue and its decisions, scan, split and settings.

import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { holdLeads } from '../leads/hold-leads.commands.ts'
import { ScanStarted } from '../matching/pair.schema.ts'
import { acceptLeadPairs, decideLeadPair, reopenLeadPair } from './decide.commands.ts'
import { chooseWinners, startScan, writeSettings } from './entities.commands.ts'
import { mustReadEntity, readEntities, readEntity } from './entities.reads.ts'
import {
  AcceptAboveBody,
  AcceptedAbove,
  DecideBody,
  EntitiesQuery,
  EntityDetail,
  EntityList,
  EntityPair,
  EntityPairList,
  EntityPath,
  EntitySettingsShape,
  PairDecided,
  PairPath,
  QueueQuery,
  SplitBody,
  SplitDone,
  WinnersBody,
} from './entities.schema.ts'
import { splitEntity } from './merge.commands.ts'
import { readPair, readQueue } from './queue.reads.ts'
import { holdEntities } from './records.writes.ts'
import { readSettings } from './settings.reads.ts'

export function entityRoutes({ database }: { database: Database }): Route[] {
  const inScope = scopedTo(database)
  const all = { tag: 'Entities', access: 'user', needs: 'entities.view' } as const
  const edit = { ...all, needs: 'entities.edit' } as const
  const seesEntity = (ctx: { scope: Scope }, { params }: { params: { entity_id: string } }) =>
    inScope(ctx, (tx) => mustReadEntity(tx, params.entity_id))
  const seesPair = (ctx: { scope: Scope }, { params }: { params: { pair_id: number } }) =>
    inScope(ctx, (tx) => readPair(tx, params.pair_id))
  return [
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/entities',
      id: 'list_entities',
      summary: 'Companies and people, each once',
      description: 'Newest first, or by name where `q` asks for the beginning of one.',
      query: EntitiesQuery,
      response: { 200: EntityList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readEntities(tx, query)),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/entities/settings',
      id: 'get_entity_settings',
      summary: 'Thresholds of matching',
      description: 'From which probability records are merged automatically, and from which a user decides.',
      response: { 200: EntitySettingsShape },
      handler: (ctx) => inScope(ctx, readSettings),
    }),
    defineRoute({
      ...edit,
      method: 'PUT',
      path: '/api/entities/settings',
      id: 'set_entity_settings',
      summary: 'Set the thresholds of matching',
      description:
        'Automatic merges are off until they are enabled here. A change starts a new scan in the background.',
      needs: 'settings.edit',
      body: EntitySettingsShape,
      response: { 200: EntitySettingsShape },
      handler: (ctx, { body }) => inScope(ctx, (tx) => writeSettings(tx, body)),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/entities/review-queue',
      id: 'list_entity_pairs',
      summary: 'Pairs that may be the same',
      description:
        'Pending ones in the order in which a decision is worth most: the most even odds first, then by the number of records ' +
        'it settles. Decided ones newest first.',
      query: QueueQuery,
      response: { 200: EntityPairList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readQueue(tx, query)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/entities/review-queue/decide',
      id: 'decide_entity_pair',
      summary: 'Merge a pair, or keep it apart',
      description:
        'Merging moves the records of the candidate into the entity and can be undone by a split. A rejected pair is proposed ' +
        'again only when the two later share a strong value such as an e-mail address. A pair that is already decided is ' +
        'refused (409).',
      body: DecideBody,
      idempotent: true,
      errors: [404, 409],
      response: { 200: PairDecided },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          const decided = await decideLeadPair(tx, body.pair_id, body.decision)
          if (body.winners && decided.status === 'merged') await chooseWinners(tx, decided.entity_id, body.winners)
          return decided
        }),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/entities/review-queue/accept',
      id: 'accept_entity_pairs',
      summary: 'Merge pending pairs above a probability',
      description: 'At most 500 in one call, the surest first; `left` says how many remain. `dry_run` only counts.',
      body: AcceptAboveBody,
      idempotent: true,
      errors: [409],
      response: { 200: AcceptedAbove },
      handler: (ctx, { body }) => inScope(ctx, (tx) => acceptLeadPairs(tx, body)),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/entities/review-queue/:pair_id',
      id: 'get_entity_pair',
      summary: 'One pair with both records',
      description: 'Field by field, with the reasons for and against, so that a user can decide.',
      params: PairPath,
      response: { 200: EntityPair },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readPair(tx, params.pair_id)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/entities/review-queue/:pair_id/reopen',
      id: 'reopen_entity_pair',
      summary: 'Take a rejection back',
      description: 'The pair is in the queue again.',
      params: PairPath,
      exists: seesPair,
      errors: [409],
      response: { 200: EntityPair },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await reopenLeadPair(tx, params.pair_id)
          return readPair(tx, params.pair_id)
        }),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/entities/scan',
      id: 'scan_entities',
      summary: 'Scan all leads for duplicates',
      description:
        'Runs in the background; while one is under way, this answers with its id. Leads that are written later are compared at ' +
        'once, without another scan.',
      idempotent: true,
      limit: LIMITS.lead_transfer,
      response: { 202: ScanStarted },
      handler: (ctx) => inScope(ctx, startScan),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/entities/:entity_id',
      id: 'get_entity',
      summary: 'One entity: its values, where each is from, its records',
      description:
        'One company or person over all of its records; for each field the winning value, the reason, and the other values.',
      params: EntityPath,
      response: { 200: EntityDetail },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readEntity(tx, params.entity_id)),
    }),
    defineRoute({
      ...edit,
      method: 'PUT',
      path: '/api/entities/:entity_id/winners',
      id: 'set_entity_winners',
      summary: 'Choose whose value a field shows',
      description:
        'By field, the record whose value is shown, or null to let the rules decide again. The records stay as they are.',
      params: EntityPath,
      exists: seesEntity,
      body: WinnersBody,
      response: { 200: EntityDetail },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => chooseWinners(tx, params.entity_id, body.winners)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/entities/:entity_id/split',
      id: 'split_entity',
      summary: 'Undo a merge exactly',
      description: 'The newest, or the named one. Its pairs are pending again, and are never merged automatically.',
      params: EntityPath,
      exists: seesEntity,
      body: SplitBody,
      errors: [409],
      response: { 200: SplitDone },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await holdLeads(tx)
          await holdEntities(tx)
          await mustReadEntity(tx, params.entity_id)
          const { entity_id: restored_id, ...split } = await splitEntity(tx, params.entity_id, body.merge_id)
          return { entity_id: params.entity_id, restored_id, ...split }
        }),
    }),
  ]
}
