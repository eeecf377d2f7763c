// Records of a Salesforce account: those of an object that a condition selects, or those of a list view.
import { Type } from 'typebox'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { showIf, shownAs } from '../../kernel/setting-form.ts'
import { dataAt, salesforce as integration } from '../crm/salesforce.ts'
import { list, number, record, text, texts } from '../kit/reply-values.ts'
import { flatRecord } from './flat-record.ts'
import type { HttpSource, SourcePage } from './source.ts'

const PAGE = 2_000
const USUAL: { [object: string]: string } = {
  Account:
    'Id, Name, Website, Phone, Industry, BillingStreet, BillingPostalCode, BillingCity, BillingState, BillingCountry, NumberOfEmployees, LastModifiedDate',
  Contact:
    'Id, Name, Email, Phone, Title, Account.Name, MailingStreet, MailingPostalCode, MailingCity, MailingState, MailingCountry, LastModifiedDate',
  Lead: 'Id, Name, Email, Phone, Title, Company, Website, Street, PostalCode, City, State, Country, Status, LastModifiedDate',
}
const FIELD = '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*){0,4}$'

export const salesforce: HttpSource = {
  id: 'salesforce',
  title: 'Salesforce',
  group: 'crm',
  place: 20,
  description: 'Accounts, contacts, leads or other records, by a condition or a list view.',
  method: 'api',
  license: 'user-provided',
  docs_url: 'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm',
  lead_kind: 'person',
  kind_of: ({ object }) => (object === 'Account' ? 'company' : 'person'),
  page_size: PAGE,
  fields: null,
  settings: Type.Object(
    {
      object: Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_]{0,79}$',
        default: 'Account',
        title: 'Object',
        description: 'Such as Account, Contact, Lead or Project__c.',
      }),
      by: Type.Unsafe<string>({
        type: 'string',
        enum: ['query', 'list_view'],
        default: 'query',
        ...shownAs({ title: 'Records', labels: { query: 'By fields and condition', list_view: 'Of a list view' } }),
      }),
      fields: Type.Optional(
        Type.Array(Type.String({ pattern: FIELD }), {
          maxItems: 100,
          title: 'Fields',
          ...showIf('by', 'query'),
          description: 'API names, one a line. Empty: the usual ones of accounts, contacts and leads.',
        }),
      ),
      where: Type.Optional(
        Type.String({
          maxLength: 4000,
          ...shownAs({ title: 'Condition', editor: 'multiline' }),
          ...showIf('by', 'query'),
          description: "In SOQL, such as Industry = 'Banking' AND BillingCountry = 'Norway'.",
        }),
      ),
      list_view: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9]{15,18}$',
          title: 'List view',
          description: 'Its id.',
          ...showIf('by', 'list_view'),
        }),
      ),
    },
    { additionalProperties: false },
  ),
  integration,
  check({ object, by, fields, where, list_view }) {
    const wrong: { setting: string; msg: string }[] = []
    if (by === 'list_view' && !list_view) wrong.push({ setting: 'list_view', msg: 'Give the id of the list view' })
    if (by === 'query' && !fields && !USUAL[String(object)])
      wrong.push({ setting: 'fields', msg: 'Name the fields of this object' })
    if (/;|\b(?:order\s+by|limit|offset)\b/i.test(String(where ?? '')))
      wrong.push({ setting: 'where', msg: 'Only a condition belongs here, without ORDER BY, LIMIT or OFFSET' })
    return wrong
  },
  ask({ object, by, fields, where, list_view }, { at, account }) {
    const base = dataAt(account)
    if (by === 'list_view')
      return {
        method: 'GET',
        url: `${base}/sobjects/${String(object)}/listviews/${String(list_view)}/results`,
        query: { limit: PAGE, offset: typeof at === 'number' ? at : 0 },
      }
    // A path below the account's own address, whatever the answer says.
    if (typeof at === 'string') return { method: 'GET', url: `${account.base_url}/${at.replace(/^\/+/, '')}` }
    const own = texts(fields)
    const names = own.length > 0 ? [...new Set(['Id', ...own])].join(', ') : USUAL[String(object)]
    const q = `SELECT ${names} FROM ${String(object)}${where ? ` WHERE ${String(where)}` : ''} ORDER BY Id`
    return { method: 'GET', url: `${base}/query`, query: { q } }
  },
  read({ json }, { by, object }, { at, account }): SourcePage | { failure: string; is_final: true } {
    const { records, nextRecordsUrl, totalSize, done, size } = record(json)
    if (!Array.isArray(records)) return { failure: 'Salesforce answered without records', is_final: true }
    const url = (id: string) => `${account.base_url}/lightning/r/${String(object)}/${id}/view`
    if (by === 'list_view') {
      const read = list(records).map(columnsOf)
      const behind = (typeof at === 'number' ? at : 0) + records.length
      return {
        records: read.map((values) => ({ record_id: text(values.Id) ?? '', values })),
        next: done === false && records.length > 0 ? behind : null,
        ...(number(size) !== undefined && done !== false && { total: behind }),
      }
    }
    const total = number(totalSize)
    return {
      records: list(records).map((one) => {
        const { attributes: _, ...values } = one
        const id = text(one.Id) ?? ''
        return { record_id: id, values: withoutAttributes(values as JsonObject), source_url: url(id) }
      }),
      next: text(nextRecordsUrl) ?? null,
      ...(total !== undefined && { total }),
    }
  },
}

const withoutAttributes = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(flatRecord(values)).filter(([name]) => !/(?:^|\.)attributes\./.test(name)))

function columnsOf(one: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    list(one.columns).flatMap(({ fieldNameOrPath, value }) => {
      const name = text(fieldNameOrPath)
      return name ? [[name, (value ?? null) as Json]] : []
    }),
  )
}
