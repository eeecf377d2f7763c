// Things of a tenant that no request makes in the state that tests need, written into the database.
import { newId } from '../src/kernel/ids.ts'
import type { TestService } from './running-install.ts'

/** A call that may have been billed, as a worker that was killed leaves it in the ledger. */
export async function addLine({ database }: TestService, workspaceId: string, workbookId: string): Promise<string> {
  const id = newId()
  await database.asOwner(
    `insert into ledger_lines (workspace_id, id, at, state, reserved_micro, price_micro, rule, provider, lookup, workbook_id, column_id)
      values ($1, $2, now(), 'uncertain', 5000, 5000, 'on_hit', 'hunter', 'hunter-email-finder', $3, 'c2')`,
    [workspaceId, id, workbookId],
  )
  return id
}

/** A provider that failed too often and is not asked for the time being. */
export async function closeAccount({ database }: TestService, workspaceId: string): Promise<string> {
  const account = `vendor-of-${workspaceId}`
  await database.asOwner(
    `insert into provider_health (workspace_id, account, kind, reason, detail, until)
      values ($1, $2, 'circuit_open', 'timeout', 'It failed 12 times in a row', now() + interval '1 hour')`,
    [workspaceId, account],
  )
  return account
}

/** A type change that is not continued. */
export async function addWalk(service: TestService, wsId: string, workbookId: string): Promise<string> {
  const id = newId()
  await service.database.asOwner(
    `insert into jobs (workspace_id, id, kind, title, subject, payload) values ($1, $3, 'workbook.convert', 'Convert the values of a column',
      jsonb_build_object('workbook_id', $2::text), jsonb_build_object('workbook_id', $2::text, 'column_id', 'c1', 'input_type', 'text',
      'change_id', '', 'invalid_values', 'keep'))`,
    [wsId, workbookId, id],
  )
  return id
}

/** Two records that may be the same, each of an entity of its own. */
export async function addPair(
  { database }: TestService,
  workspaceId: string,
): Promise<{ entity_id: string; pair_id: string }> {
  const [left, right] = [newId(), newId()]
  const [pair] = await database.asOwner<{ id: number }>(
    `with e as (insert into entities (workspace_id, id, kind, name) values ($1, $2, 'company', 'A'), ($1, $3, 'company', 'B')),
       l as (select nextval('entity_record_ids') as a, nextval('entity_record_ids') as b),
       leads_made as (insert into leads (workspace_id, id, data) select $1, nextval('lead_ids'), '{"company": "A"}' from generate_series(1, 2) returning id),
       r as (insert into entity_records (workspace_id, id, kind, lead_id, entity_id, form, version)
         select $1, l.a, 'company', (select min(id) from leads_made), $2::uuid, '[]'::jsonb, 1 from l
         union all select $1, l.b, 'company', (select max(id) from leads_made), $3::uuid, '[]'::jsonb, 1 from l)
     insert into entity_pairs (workspace_id, kind, left_id, right_id, weight, probability, evidence, doubt)
       select $1, 'company', l.a, l.b, 0, 0.5, '{"levels": [], "weights": [], "relation": null}'::jsonb, 0 from l returning id`,
    [workspaceId, left, right],
  )
  return { entity_id: left, pair_id: String(pair?.id) }
}

/** A rule with a run, an endpoint with a delivery, and an incoming webhook, all of them idle. */
export async function addAutomation({ database }: TestService, workspaceId: string, runId: string) {
  const [automation_id, endpoint_id, delivery_id, hook_id, refused_id] = [newId(), newId(), newId(), newId(), newId()]
  await database.asOwner(
    `insert into automation_rules (workspace_id, id, name, trigger, trigger_kind, actions, limits, status) values ($1, $2, 'Idle',
      '{"kind": "workbook.created"}', 'workbook.created', '[]', '{"per_hour": 1, "max_rows": 1, "usd_per_day": 0, "max_depth": 0}', 'paused')`,
    [workspaceId, automation_id],
  )
  await database.asOwner(
    `insert into automation_runs (workspace_id, id, rule_id, event_key, object, facts, status, occurred_at)
      values ($1, $2, $3, 'none', 'none', '{}', 'done', now())`,
    [workspaceId, runId, automation_id],
  )
  await database.asOwner(
    `insert into webhook_endpoints (workspace_id, id, name, url, enabled, disabled_reason) values ($1, $2, 'Idle', 'https://example.com/', false, 'manual')`,
    [workspaceId, endpoint_id],
  )
  await database.asOwner(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, type, body, state, give_up_at) values ($1, $2, $3, 'none', '{}', 'failed', now())`,
    [workspaceId, delivery_id, endpoint_id],
  )
  await database.asOwner(
    `insert into incoming_hooks (workspace_id, id, name, token_hash, token) values ($1, $2, 'Idle', 'none', 'none')`,
    [workspaceId, hook_id],
  )
  await database.asOwner(
    `insert into incoming_refused (workspace_id, hook_id, id, reason, body, received_at) values ($1, $2, $3, 'The signature is wrong', '{}', now())`,
    [workspaceId, hook_id, refused_id],
  )
  return { automation_id, endpoint_id, delivery_id, hook_id, refused_id, hook_token: `hook_${hook_id}` }
}

/** A pinned test of a column, which asks no model any more. */
export async function addTest({ database }: TestService, workspaceId: string, workbookId: string, columnId: string) {
  const id = newId()
  await database.asOwner(
    `insert into column_tests (workspace_id, workbook_id, column_id, id, values, expected) values ($1, $2, $3, $4, '{}', '{}')`,
    [workspaceId, workbookId, columnId, id],
  )
  return id
}

/** A conversation with the assistant, and a plan that waits to be approved. */
export async function addConversation({ database }: TestService, workspaceId: string, userId: number) {
  const [conversation_id, plan_id] = [newId(), newId()]
  await database.asOwner(
    `insert into assistant_conversations (workspace_id, id, user_id, title) values ($1, $2, $3, 'Ours')`,
    [workspaceId, conversation_id, userId],
  )
  await database.asOwner(
    `insert into assistant_plans (workspace_id, id, conversation_id, user_id, title, steps) values ($1, $2, $3, $4, 'Ours', '[]')`,
    [workspaceId, plan_id, conversation_id, userId],
  )
  return { conversation_id, plan_id }
}

/** A job that failed, so that it can be retried and deleted. */
export async function addJob({ database }: TestService, workspaceId: string): Promise<string> {
  const id = newId()
  await database.asOwner(
    `insert into jobs (workspace_id, id, kind, title, payload, status) values ($1, $2, 'leads.collect', 'Collect leads',
      '{"source": "gleif", "query": {}, "tags": [], "max_leads": 1}', 'failed')`,
    [workspaceId, id],
  )
  return id
}

/** A run of a source that is over, so that nothing is asked. */
export async function addSourceRun({ database }: TestService, workspaceId: string, sourceId: string): Promise<string> {
  const id = newId()
  await database.asOwner(
    `insert into jobs (workspace_id, id, kind, title, subject, payload, status)
      values ($1, $2, 'workbook.source', 'Run source', jsonb_build_object('source_id', $3::text), '{}', 'done')`,
    [workspaceId, id, sourceId],
  )
  return id
}

/** A paused watch with a group and a signal, so that no worker polls it. */
export async function addWatch({ database }: TestService, workspaceId: string) {
  const [watch_id, signal_id, group_id] = [newId(), newId(), newId()]
  await database.asOwner(
    `insert into watches (workspace_id, id, kind, target, state, enabled) values ($1, $2, 'website', 'https://example.com/', 'paused', false)`,
    [workspaceId, watch_id],
  )
  await database.asOwner(
    `insert into signals (workspace_id, id, type, watch_id, title, summary, occurred_at, first_seen_at, strength, novelty, dedupe_key)
      values ($1, $2, 'news', $3, 'News', 'News', now(), now(), 30, 1, 'news')`,
    [workspaceId, signal_id, watch_id],
  )
  await database.asOwner(
    `insert into watch_groups (workspace_id, id, name, kind, source) values ($1, $2, 'All', 'website', '{"kind": "leads"}')`,
    [workspaceId, group_id],
  )
  return { watch_id, signal_id, group_id }
}
