// The one request that delivers a row, for each kind of target.

import type { SettingsOf } from '../../../engine/columns/custom-columns.ts'
import type { OutputColumn, OutputTarget } from '../../../engine/columns/kinds/output.kind.ts'
import { fillTemplate, isBlank } from '../../../engine/columns/template-parts.ts'
import { parseTemplate } from '../../../engine/values/template.ts'
import { textOf } from '../../../engine/values/value.ts'
import { csvLine, guardFormula } from '../../../kernel/csv-text.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import { hubspot, hubspotUpsert } from '../../../providers/crm/hubspot.ts'
import { buildRequest } from '../../../providers/kit/http-ask.ts'
import type { Credentials } from '../../../providers/kit/kit.ts'
import type { HttpRequest } from '../../../providers/kit/outside.ts'

export type OutputSettings = SettingsOf<OutputColumn>

/** Targets that one request is sent to. */
export type HookTarget = Exclude<OutputTarget, { kind: 'salesforce' | 'webhook' | 'workbook' | 'sequence' }>

/** The request, or why there is none. */
export function deliveryOf(target: HookTarget, row: JsonObject, account: Credentials): HttpRequest | string {
  switch (target.kind) {
    case 'sheet': {
      const names = inOrder(target.values, target.order)
      const entries = entriesOf(names, target.values, row)
      const values = new Map(entries)
      const isCsv = target.format === 'csv'
      // Written out, since an object puts names that are whole numbers first.
      const body = isCsv
        ? `${csvLine(names)}${csvLine(names.map((name) => guardFormula(textOf(values.get(name)))))}`
        : `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
      const key = target.secret === undefined ? undefined : account[target.secret]
      const headers = {
        'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      }
      return { method: 'POST', url: target.url, headers, body }
    }
    case 'slack': {
      const address = account[target.secret] ?? ''
      if (!/^https:\/\/hooks\.slack\.com\/\S+$/.test(address))
        return 'The secret is not the address of a Slack webhook.'
      // What a row says is shown as it stands: no mention, link or channel is made of it.
      const text = fillTemplate(target.text, row, (value) => escaped(textOf(value)))
      const body = JSON.stringify({ text })
      return { method: 'POST', url: address, headers: { 'content-type': 'application/json' }, body }
    }
    case 'hubspot': {
      const values = filled(target.values, row)
      if (values[target.key] === undefined)
        return `There is no value for ${target.key}, by which HubSpot knows it again.`
      return buildRequest(hubspotUpsert(target.object, target.key, values), hubspot, account)
    }
  }
}

export const ROW_DELIVERED = 'row.delivered'

/** What the queue of a webhook's endpoint would send, with words in the place of what it signs with. */
export function webhookRequest(
  { url, values }: Extract<OutputTarget, { kind: 'webhook' }>,
  row: JsonObject,
  at: number,
): HttpRequest {
  const body = JSON.stringify({ type: ROW_DELIVERED, timestamp: new Date(at).toISOString(), data: filled(values, row) })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_•••',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': 'v1,•••',
  }
  return { method: 'POST', url, headers, body }
}

/** One reference alone keeps its type; without a value it is left out. */
export function filled(templates: Record<string, string>, row: JsonObject): JsonObject {
  return Object.fromEntries(entriesOf(Object.keys(templates), templates, row))
}

function entriesOf(names: readonly string[], templates: Record<string, string>, row: JsonObject): [string, Json][] {
  return names.flatMap((name): [string, Json][] => {
    const template = templates[name] ?? ''
    if (isBlank(template, row)) return []
    const [only, more] = parseTemplate(template).parts
    if (more === undefined && typeof only === 'object') return [[name, row[only.ref] ?? null]]
    return [[name, fillTemplate(template, row, textOf)]]
  })
}

function inOrder(values: Record<string, string>, order: readonly string[] = []): string[] {
  const named = order.filter((name) => Object.hasOwn(values, name))
  return [...new Set([...named, ...Object.keys(values)])]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
