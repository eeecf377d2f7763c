// What a source of records declares about itself: its settings, the fields it gives, and how a page of it is requested and read.
import type { TObject } from 'typebox'
import type { License, Method } from '../../engine/waterfall/outcome.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { SettingFault } from '../../kernel/setting-form.ts'
import type { Credentials, HttpLookup, Integration, Reply, ReplyRules, VendorRequest } from '../kit/kit.ts'
import type { NextPageFacts } from '../kit/pager.ts'

/** In the order in which they are offered, as people call them. */
export const SOURCE_GROUPS = {
  registers: 'Company registers',
  hiring: 'Companies that are hiring',
  places: 'Places',
  search: 'Web search',
  web: 'Websites and feeds',
  data: 'Files and APIs',
  crm: 'CRM',
  workbooks: 'This workspace',
} as const
export type SourceGroup = keyof typeof SOURCE_GROUPS

export interface SourceRecord {
  /** What the source calls it; blank where it has no id. */
  record_id: string
  /** Other ids by which an earlier run may have known it. */
  also?: readonly string[]
  /** Values by field, flat. */
  values: JsonObject
  source_url?: string
}

export interface RejectedRecord {
  record_id: string
  reason: string
  values?: JsonObject
  /** Another record of the same run has its id. */
  is_repeat?: boolean
}

export interface SourcePage {
  records: SourceRecord[]
  /** Where the next page begins; null at the end. Plain JSON: kept as the checkpoint of the run. */
  next: Json | null
  /** Number of all records, where the source says it. */
  total?: number
  /** Records that could not be read, with why. */
  rejected?: RejectedRecord[]
  /** Why the source does not show all of its records, for a person: what is not there may not be gone. */
  note?: string
  /** The columns that there are, where they are known apart from the records. */
  fields?: readonly string[]
  /** For a source that is one document: the validators of the next run. */
  validators?: Validators
  /** The server said that the document is as it was: its records were not sent. */
  is_unchanged?: boolean
  /** Why records of this page are not known, for the end of a mirror. */
  unread?: string
  /** What an API tells about the pages after it. Absent: the source says its end by `next`. */
  facts?: NextPageFacts
}

/** By which a server knows whether a document changed (RFC 9110 section 13.1). */
export interface Validators {
  etag?: string
  last_modified?: string
}

/** The page could not be read. `wait_ms`: the source asks to come back. */
export interface SourceFailure {
  failure: string
  wait_ms?: number
  /** As the API answered. */
  status?: number
  /** Trying again cannot help. */
  is_final?: boolean
  /** The source may have answered and charged for it. */
  may_be_billed?: boolean
}

export type SourceFieldType = 'text' | 'long_text' | 'number' | 'date' | 'email' | 'url' | 'phone' | 'checkbox' | 'json'

export interface SourceField {
  name: string
  label: string
  type?: SourceFieldType
  /** The lead field it fills in a collection. */
  lead?: string
}

/** The newest value that earlier runs saw of the incremental field; null at the first run. */
export type Since = string | null

interface Declaration {
  /** As callers name it: never changed once shipped. */
  id: string
  title: string
  group: SourceGroup
  /** Among those of its group: the lowest is offered first. */
  place: number
  description: string
  method: Method
  license: License
  docs_url: string
  /** The settings, with what a form says of each (`shownAs` and `showIf` of `kernel/setting-form.ts`). */
  settings: TObject
  /** What its records hold; null: what the answer brings. */
  fields: readonly SourceField[] | null
  /** Most records of one page. */
  page_size: number
  /** What a collected lead is, where no field says it. */
  lead_kind: 'company' | 'person'
  /** The same, where the settings decide. */
  kind_of?: (settings: JsonObject) => 'company' | 'person'
  /** A page without a new record is its end: it repeats its last ones. */
  ends_by_repeating?: boolean
  /** What a schema cannot say of the settings. */
  check?: (settings: JsonObject) => SettingFault[]
}

export interface PageRequest {
  /** Where the page begins, as the page before said; null for the first. */
  at: Json | null
  since: Since
  account: Credentials
}

/** One HTTP call for a page. Both functions are pure. */
export interface HttpSource extends Declaration, ReplyRules {
  ask: (settings: JsonObject, asked: PageRequest) => VendorRequest
  read: (reply: Reply, settings: JsonObject, asked: PageRequest) => SourcePage | SourceFailure
  /** Whose key the calls are made with. */
  integration?: Integration
  /** The lookup as which each page is billed; absent: free. */
  billed_as?: HttpLookup
  /** It answers without a key too. */
  keyless?: boolean
  /** Names of the workspace's secrets that the settings use. */
  secrets?: (settings: JsonObject) => string[]
  /** Hosts of pages after the first, whose host is read off `ask`. */
  later_hosts?: (settings: JsonObject) => readonly string[]
  /** The field by which later runs ask for what is newer only. */
  newest?: (settings: JsonObject) => string | undefined
}

/** A source whose pages the service reads by other means than one call: a file, rows of a workbook, a provider of the workspace. */
export interface OwnSource<Reader extends string = string> extends Declaration {
  /** The addresses that its reader asks by the settings; what another declaration names is not told twice. */
  addresses: (settings: JsonObject) => readonly string[]
  /** The reader of its pages: `file` is the one of `enrichment/sources/file.reader.ts`. */
  reads: Reader
}

export function defineOwnSource<const Reader extends string>(source: OwnSource<Reader>): OwnSource<Reader> {
  return source
}

export type SourceAdapter = HttpSource | OwnSource
