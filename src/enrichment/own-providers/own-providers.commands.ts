// What people do with the workspace's own providers: define one, change it without breaking what names it, delete it when nothing does.
import type { OwnProviderDefinition } from '../../engine/columns/own-provider.schema.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { canonicalJson } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { emit } from '../../platform/events/event.ts'
import { requestProblems } from '../../records/own-providers/addresses.logic.ts'
import { definitionProblems, idFor, meaningOf } from '../../records/own-providers/own-provider.logic.ts'
import {
  declaredIn,
  mustReadOwnProvider,
  readColumnUses,
  readOwnProviders,
} from '../../records/own-providers/own-providers.reads.ts'
import { brokenBy } from '../../records/store/columns/columns.logic.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { openAgain } from '../accounts/health.ts'
import { ownProviderChanged } from '../enrichment.events.ts'
import { LEAD_ACTIONS } from '../lead-actions/lead-action.logic.ts'
import { readWaterfalls } from '../lead-actions/lead-actions.commands.ts'
import { columnOf } from '../lead-actions/lead-plan.logic.ts'
import type { OwnProviderUpdate } from './own-provider.schema.ts'
import { readUses } from './own-providers.reads.ts'

export const MOST_OWN_PROVIDERS = 200

/** Faults are told at their place under `at` of the body. Returns the id; `wanted` is taken for it where it is free. */
export async function createOwnProvider(
  tx: WorkspaceTx,
  { name, definition }: { name: string; definition: OwnProviderDefinition },
  { at = ['definition'], wanted }: { at?: string[]; wanted?: string } = {},
): Promise<string> {
  mustBeSound(tx, definition, at)
  await holdAll(tx)
  const own = await readOwnProviders(tx)
  if (own.length >= MOST_OWN_PROVIDERS)
    refuse('conflict', `A workspace has at most ${MOST_OWN_PROVIDERS} providers of its own`)
  const shown = mustBeFree(own, name, null)
  const isTaken = (id: string) => own.some((one) => one.id === id)
  const id = wanted && !isTaken(wanted) ? wanted : idFor(shown, isTaken)
  await tx.client.query(
    `insert into own_providers (workspace_id, id, name, definition, created_by, updated_by) values ($1, $2, $3, $4, $5, $5)`,
    [tx.workspace_id, id, shown, JSON.stringify(definition), tx.actor?.user_id ?? null],
  )
  await audit(tx, {
    act: 'own_provider.created',
    object: { type: 'own_provider', id, name: shown },
    after: { ...definition },
  })
  await emit(tx, ownProviderChanged, { provider_id: id })
  return id
}

/**
 * Counts for calls from now on, of runs under way too. What only changes price, limits or words keeps its version.
 *
 * @throws Refusal `conflict` when steps that name it would not fit any more, or another user changed it meanwhile
 */
export async function updateOwnProvider(
  tx: WorkspaceTx,
  id: string,
  { name, definition, version }: OwnProviderUpdate,
  at: string[] = ['definition'],
): Promise<void> {
  await holdAll(tx)
  const before = await mustReadOwnProvider(tx, id, true)
  if (version !== undefined && version !== before.version)
    refuse('conflict', `Another user changed "${before.name}" meanwhile; it is at version ${before.version} now`)
  const shown = name === undefined ? before.name : mustBeFree(await readOwnProviders(tx), name, id)
  const after = definition ?? before.definition
  if (definition) {
    mustBeSound(tx, definition, at)
    await mustNotBreak(tx, { ...before, name: shown }, definition)
  }
  const isNew = canonicalJson(meaningOf(after)) !== canonicalJson(meaningOf(before.definition))
  await tx.client.query(
    `update own_providers set name = $3, definition = $4, version = version + $5::int, updated_by = $6, updated_at = now()
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id, shown, JSON.stringify(after), isNew ? 1 : 0, tx.actor?.user_id ?? null],
  )
  if (isNew) await openAgain(tx, id)
  await audit(tx, {
    act: 'own_provider.changed',
    object: { type: 'own_provider', id, name: shown },
    before: { name: before.name, version: before.version, ...before.definition },
    after: { name: shown, version: before.version + (isNew ? 1 : 0), ...after },
  })
  await emit(tx, ownProviderChanged, { provider_id: id })
}

/** @throws Refusal `conflict` with where it is used */
export async function deleteOwnProvider(tx: WorkspaceTx, id: string): Promise<void> {
  await holdAll(tx)
  const { name } = await mustReadOwnProvider(tx, id, true)
  const uses = (await readUses(tx, id)).get(id) ?? []
  if (uses.length > 0)
    refuse('conflict', `"${name}" is used by ${listed(uses.map((use) => use.name))}. Remove it there first.`)
  await tx.client.query('delete from own_providers where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  await openAgain(tx, id)
  await audit(tx, { act: 'own_provider.deleted', object: { type: 'own_provider', id, name } })
  await emit(tx, ownProviderChanged, { provider_id: id })
}

/** One change at a time: names, ids and uses are read before they are written. */
async function holdAll(tx: WorkspaceTx): Promise<void> {
  await hold(tx, `own_providers ${tx.workspace_id}`)
}

function mustBeSound(tx: WorkspaceTx, definition: OwnProviderDefinition, at: readonly string[]): void {
  const all = [...definitionProblems(definition), ...requestProblems(tx.addresses, definition)]
  const problems = all.map(({ loc, ...problem }) => ({
    ...problem,
    loc: ['body', ...at, ...loc],
  }))
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems })
}

function mustBeFree(own: readonly { id: string; name: string }[], given: string, id: string | null): string {
  const name = given.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (name === '') refuseField(['name'], 'string_too_short', 'String should have at least 1 character', given)
  const other = own.find((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
  if (other) refuse('conflict', `There is a provider called "${other.name}" in this workspace already`)
  return name
}

/** Inputs and fields that steps name stay; what a step lacks cannot become required. */
async function mustNotBreak(
  tx: WorkspaceTx,
  before: { id: string; name: string; definition: OwnProviderDefinition },
  definition: OwnProviderDefinition,
): Promise<void> {
  const own = (await readOwnProviders(tx)).filter(({ id }) => id !== before.id)
  const was = declaredIn([...own, before])
  const becomes = declaredIn([...own, { ...before, definition }])
  const broken: string[] = []
  const uses = await readColumnUses(tx, before.id)
  for (const workbookId of new Set(uses.map(({ workbook_id }) => workbook_id))) {
    const columns = await readColumns(tx, workbookId)
    for (const { loc, msg } of brokenBy(columns, was, becomes)) {
      const column = columns[Number(loc[0])]?.name
      broken.push(`${column} in ${uses.find(({ workbook_id }) => workbook_id === workbookId)?.workbook}: ${msg}`)
    }
  }
  for (const action of LEAD_ACTIONS) {
    const columns = (await readWaterfalls(tx, action)).map((waterfall) => columnOf(action, waterfall))
    for (const { loc, msg } of brokenBy(columns, was, becomes)) broken.push(`${columns[Number(loc[0])]?.name}: ${msg}`)
  }
  if (broken.length > 0) refuse('conflict', `Steps that use it would not fit any more. ${listed(broken)}`)
}

const MOST_NAMED = 5

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
