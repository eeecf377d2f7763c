// The draft of a column that delivers its row elsewhere: read, written, and what it still lacks.
import type { Column } from '../../../api/shapes.ts'
import type { OutputDraft, Pair } from '../../columns/custom.shapes.ts'
import { reference } from '../../columns/template.logic.ts'
import type { DraftOf } from '../../columns/workbook.shapes.ts'
import { problemOfFields, readFields, writeFields } from '../described.logic.ts'
import {
  BLANK,
  problemOfPairs,
  readCommon,
  readPairs,
  settle,
  textAt,
  writeCommon,
  writePairs,
} from '../draft-parts.logic.ts'

export function newOutput(name: string): OutputDraft {
  return {
    ...BLANK,
    kind: 'output',
    name,
    target: 'webhook',
    url: '',
    secret: '',
    values: [],
    text: '',
    object: 'contacts',
    key: '',
    format: 'json',
    ...readFields('output'),
    sobject: '',
    match: 'external_id',
    workbook_id: '',
    existing: 'overwrite',
    sequence_id: '',
    consent_source: '',
  }
}

export const TARGETS: Record<OutputDraft['target'], { label: string; about: string }> = {
  webhook: { label: 'Webhook', about: 'A signed POST of JSON to an address of yours (Standard Webhooks).' },
  hubspot: { label: 'HubSpot', about: 'Creates or updates a contact, company or deal.' },
  salesforce: { label: 'Salesforce', about: 'Creates or updates any object by its API name.' },
  workbook: { label: 'Another workbook', about: 'Creates or updates a row there, by its identity.' },
  sequence: {
    label: 'Outreach sequence',
    about: 'Saves the lead of the row and enrolls it, unless something is against it.',
  },
  slack: { label: 'Slack', about: 'A message to a channel, by an incoming webhook.' },
  sheet: { label: 'Sheet or collector', about: 'One row of JSON or CSV to the hook of a spreadsheet.' },
}

export function readOutput(column: Column): OutputDraft {
  const target = (column.target ?? {}) as Record<string, unknown>
  const kind = textAt(target, 'kind')
  return {
    ...newOutput(column.name),
    ...readCommon(column),
    target: (kind in TARGETS ? kind : 'webhook') as OutputDraft['target'],
    url: textAt(target, 'url'),
    secret: textAt(target, 'secret'),
    values: inOrder(readPairs(target.values), target.order),
    text: textAt(target, 'text'),
    object: (kind === 'hubspot' && textAt(target, 'object')
      ? textAt(target, 'object')
      : 'contacts') as OutputDraft['object'],
    sobject: kind === 'salesforce' ? textAt(target, 'object') : '',
    match: target.match === 'value' ? 'value' : 'external_id',
    workbook_id: textAt(target, 'workbook_id'),
    sequence_id: textAt(target, 'sequence_id'),
    consent_source: textAt(target, 'consent_source'),
    existing: (textAt(target, 'existing') || 'overwrite') as OutputDraft['existing'],
    key: textAt(target, 'key'),
    format: target.format === 'csv' ? 'csv' : 'json',
    ...readFields('output', column),
  }
}

/** Objects come back in an order of their own; a sheet says which one was meant. */
function inOrder(pairs: Pair[], order: unknown): Pair[] {
  const names: unknown[] = Array.isArray(order) ? order : []
  const at = ({ name }: Pair) => (names.includes(name) ? names.indexOf(name) : names.length)
  return pairs.toSorted((one, other) => at(one) - at(other))
}

function writeTarget(draft: OutputDraft): DraftOf<'output'>['target'] {
  const { target: kind, url, secret, values, text, object, key, format } = draft
  const sent = writePairs(values) ?? {}
  switch (kind) {
    case 'webhook':
      return { kind, url: url.trim(), secret, values: sent }
    case 'slack':
      return { kind, secret, text }
    case 'hubspot':
      return { kind, object, key: key.trim(), values: sent }
    case 'salesforce':
      return { kind, object: draft.sobject.trim(), key: key.trim(), match: draft.match, values: sent }
    case 'workbook':
      return { kind, workbook_id: draft.workbook_id, existing: draft.existing, values: sent }
    case 'sequence':
      return { kind, sequence_id: draft.sequence_id, consent_source: draft.consent_source.trim(), values: sent }
    case 'sheet':
      return { kind, url: url.trim(), format, values: sent, ...(secret ? { secret } : {}) }
  }
}

export function writeOutput(draft: OutputDraft, isStored: boolean): DraftOf<'output'> {
  const body = {
    ...writeCommon(draft),
    type: 'output' as const,
    target: writeTarget(draft),
    ...writeFields('output', draft),
  }
  return settle(body, isStored)
}

/**
 * Every column under a name that travels well, `Company name` as `company_name`; to another workbook, those that are called alike there. What
 * other outputs say is left out.
 */
export function pairsOfColumns(columns: readonly Pick<Column, 'name' | 'type'>[], there?: readonly string[]): Pair[] {
  const sent = columns.filter(({ type }) => type !== 'output')
  if (there) {
    return sent.flatMap(({ name }) => {
      const alike = there.find((one) => one.toLowerCase() === name.toLowerCase())
      return alike === undefined ? [] : [{ name: alike, value: reference(name) }]
    })
  }
  const taken = new Set<string>()
  return sent.map(({ name }) => {
    const plain =
      name
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .replace(/^_|_$/g, '') || 'value'
    let key = plain
    for (let number = 2; taken.has(key); number += 1) key = `${plain}_${number}`
    taken.add(key)
    return { name: key, value: reference(name) }
  })
}

/** Why it cannot be saved or tried yet; null when it can. */
export function problemOfOutput(draft: OutputDraft): string | null {
  const { target, url, secret, values, text, key } = draft
  if (draft.name.trim() === '') return 'Give the column a name.'
  if ((target === 'webhook' || target === 'sheet') && !/^https?:\/\/\S+$/.test(url.trim()))
    return 'Write the address to deliver to, with https://.'
  if (target === 'webhook' && secret === '') return 'Choose the secret that deliveries are signed with.'
  if (target === 'slack' && secret === '') return 'Choose the secret that holds the address of the Slack webhook.'
  if (target === 'slack') return text.trim() === '' ? 'Write the message.' : null
  const pairs = problemOfPairs(values, 'value')
  if (pairs) return pairs
  if (!writePairs(values)) return 'Choose at least one value to send.'
  if (target === 'workbook' && draft.workbook_id === '') return 'Choose the workbook to write to.'
  if (target === 'sequence' && draft.sequence_id === '') return 'Choose the sequence.'
  if (target === 'sequence' && !values.some(({ name }) => name.trim() === 'email'))
    return 'Choose what fills the field email of the lead.'
  if (target === 'salesforce' && !/^[A-Za-z]\w*$/.test(draft.sobject.trim()))
    return 'Write the API name of what is created or updated, such as Contact.'
  if (
    (target === 'hubspot' || target === 'salesforce') &&
    !values.some(({ name }) => name.trim() === key.trim() && key.trim() !== '')
  )
    return 'Choose the value that records are matched by.'
  return problemOfFields('output', draft)
}
