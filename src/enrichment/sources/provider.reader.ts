// The answer of a workspace's own provider as the records of a source: one call with its pages, under the budgets and in the ledger.

import { answerAt, missingWords } from '../../engine/values/path.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import { missingInputs, normaliseInputs } from '../../providers/kit/requirements.ts'
import { flatRecord } from '../../providers/sources/flat-record.ts'
import { givenInputs } from '../../providers/sources/own-provider.source.ts'
import type { SourceFailure, SourcePage } from '../../providers/sources/source.ts'
import { mustReadOwnProvider, type OwnProvider } from '../../records/own-providers/own-providers.reads.ts'
import { ownTrial } from '../kinds/http/own-lookup.ts'
import { askOnce, type CallParts } from '../kinds/try/ask-once.ts'
import type { OpenReader } from './source-reader.ts'

export const providerReader: OpenReader = (source, workspaceId, { settings, payer }) => {
  const tools = source.toolsFor(workspaceId)
  const parts = { ...source, now: () => new Date(tools.now()) }
  return {
    is_paid: true,
    close: () => {},
    async read(_at, signal): Promise<SourcePage | SourceFailure> {
      const own = await find(parts, workspaceId, String(settings.provider))
      if (!own) return { failure: `This workspace has no provider "${settings.provider}" any more`, is_final: true }
      const { lookup, asked, read } = ownTrial(own, createTokens())
      const inputs = givenInputs(settings) ?? own.definition.sample ?? {}
      const missing = missingInputs(lookup, normaliseInputs(lookup, inputs))
      if (missing.length > 0) return { failure: `${own.name} needs a value for ${missing.join(', ')}`, is_final: true }
      const call = { lookup: asked, inputs, row_id: null, column_id: null }
      const once = await askOnce(parts, workspaceId, payer, call, signal)
      if ('over_budget' in once) return { failure: once.over_budget, is_final: true }
      const { outcome } = once
      switch (outcome.kind) {
        case 'found': {
          const page = pageOf(settings, own, outcome.values.response ?? null, (answer) => {
            const one = read(answer)
            return one.kind === 'found' ? one.values : null
          })
          const end = once.notes?.pages as { is_certain: boolean; says: string } | undefined
          return 'failure' in page || end?.is_certain !== false ? page : { ...page, note: end.says }
        }
        case 'not_found':
          return { records: [], next: null }
        case 'later':
          return { failure: `${own.name} asked to come back later`, wait_ms: outcome.retry_in_ms }
        case 'failed':
          return { failure: outcome.message, is_final: !outcome.retryable }
        default:
          return { failure: `${own.name} answers later, which a source does not wait for`, is_final: true }
      }
    },
  }
}

async function find({ database }: CallParts, workspaceId: WorkspaceId, id: string): Promise<OwnProvider | null> {
  try {
    return await database.inWorkspace(workspaceId, (tx) => mustReadOwnProvider(tx, id))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

function pageOf(
  settings: JsonObject,
  { name, definition }: OwnProvider,
  answer: Json,
  fieldsOf: (answer: Json) => JsonObject | null,
): SourcePage | SourceFailure {
  const path = String(settings.items_path ?? definition.items ?? '')
  const found = path === '' ? answer : answerAt(answer, path)
  if (!Array.isArray(found)) {
    if (path !== '')
      return {
        failure: `${name}: ${missingWords(answer, path) ?? `the answer has no list at "${path}"`}`,
        is_final: true,
      }
    const values = fieldsOf(answer)
    return { records: values ? [{ record_id: '', values: flatRecord(values) }] : [], next: null }
  }
  const idPath = String(settings.id_path ?? '')
  const idOf = (item: Json) => {
    const id = idPath === '' ? null : answerAt(item, idPath)
    return typeof id === 'string' || typeof id === 'number' ? String(id) : ''
  }
  return { records: found.map((item) => ({ record_id: idOf(item), values: flatRecord(item) })), next: null }
}
