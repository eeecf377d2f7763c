// Creates or updates a record of a CRM, by its key.
import { Type } from 'typebox'
import { hubspot as hubspotTarget } from '../../engine/columns/kinds/output-targets/hubspot.target.ts'
import { salesforce as salesforceTarget } from '../../engine/columns/kinds/output-targets/salesforce.target.ts'
import { parseTemplate, references, writeReference } from '../../engine/values/template.ts'
import { askOnce } from '../../enrichment/kinds/try/ask-once.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import { refuse } from '../../kernel/errors.ts'
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import { type ActionContext, defineAction, objectId } from './action.ts'

const CrmPush = Type.Object({
  target: Type.Union(
    [hubspotTarget.schema, salesforceTarget.schema],
    shownAs({
      title: 'Record',
      editor: 'crm-record',
      start: { kind: 'hubspot', object: 'contacts', key: 'email', values: { email: '' } },
    }),
  ),
})

export const crmPushAction = defineAction({
  kind: 'crm_push',
  place: 70,
  short: 'CRM',
  label: 'Push to the CRM',
  description: 'Creates or updates a record in HubSpot or Salesforce, by its key.',
  for_token: 'runs:execute',
  settings: CrmPush,
  words: ({ target }) => `push to ${target.kind === 'salesforce' ? 'Salesforce' : 'HubSpot'}`,
  async preview(tx, { target }) {
    const isEntered = (await readEntered(tx))(target.kind === 'hubspot' ? hubspot : salesforce)
    const shown = JSON.stringify(target.values).slice(0, 300)
    const text = `Would create or update ${target.object} by ${target.key} in ${target.kind === 'hubspot' ? 'HubSpot' : 'Salesforce'} with ${shown}`
    return { text, ...(!isEntered && { problem: `${target.kind} is not connected in Settings` }) }
  },
  async ask({ target }, acting, { workspace_id, actor, signal }) {
    const { parts, fill } = acting
    const refs = [
      ...new Set(Object.values(target.values).flatMap((text) => references(parseTemplate(text)).map(({ ref }) => ref))),
    ]
    const inputs: JsonObject = {}
    for (const ref of refs) {
      const value = fill(writeReference(ref))
      if (!isEmpty(value)) inputs[ref] = value
    }
    const lookup = await parts.database.inWorkspace(workspace_id, async (tx) => {
      const make = await parts.columnFactory.open(tx)
      const made = {
        kind: 'output' as const,
        target: target as unknown as Json,
        timeout_seconds: 30,
        refs,
        required: [],
        any: [],
      }
      return make(made, `output:${target.kind}`, await readEntered(tx))
    })
    if (!lookup)
      return refuse(
        'conflict',
        'There is no delivery to this CRM in this version. Choose HubSpot or Salesforce in the action.',
      )
    const asked = await askOnce(
      parts,
      workspace_id,
      { workbook_id: null, run_id: null, user_id: null, token_id: actor.token_id },
      { lookup, inputs, row_id: null, column_id: null, ...leadOf(acting) },
      signal,
    )
    if ('over_budget' in asked) return refuse('conflict', asked.over_budget)
    const { outcome, cost_micro } = asked
    if (outcome.kind === 'found') return { output: outcome.values as Json, cost_micro: cost_micro ?? 0 }
    const message = 'message' in outcome ? String(outcome.message) : `It ended as ${outcome.kind}`
    const isLater = outcome.kind === 'later' || ('retryable' in outcome && outcome.retryable === true)
    return refuse(isLater ? 'unavailable' : 'conflict', message)
  },
})

/** The lead that the event is about, or that its row is of. */
function leadOf(acting: ActionContext): { lead_id?: number } {
  const id = Number(objectId(acting, 'lead') ?? acting.facts.$lead_id ?? Number.NaN)
  return Number.isSafeInteger(id) ? { lead_id: id } : {}
}
