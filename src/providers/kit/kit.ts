// The provider kit: what a lookup declares about itself, and the ways one may answer (locally, by one call, by visiting pages, by steps).
import type {
  FailureClass,
  License,
  Method,
  Origin,
  Outcome,
  PendingOutcome,
  ValuePlace,
} from '../../engine/waterfall/outcome.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { FieldName, FieldType } from './fields.ts'
import type { CallPrice } from './lookup-price.ts'
import type {
  Colleague,
  DnsReply,
  DnsType,
  FetchedPage,
  FetchFailure,
  HttpReply,
  HttpRequest,
  PageOptions,
  SmtpProbe,
  SmtpReply,
} from './outside.ts'

export interface LookupInput {
  name: string
  label: string
  type: FieldType
  required: boolean
  /** One sentence for the form. */
  help: string
  /** Column headers that mean this input, lower case; used to bind a new column without asking. */
  aliases: readonly string[]
}

/** What to show when the field's own label of the vocabulary does not say enough. */
export interface LookupOutput {
  field: FieldName
  label?: string
}

/** The input values of one call: trimmed text without blanks, by input name. Absent means blank. */
export type Inputs = Readonly<Record<string, string>>

/** One secret or setting of a provider account, as the integration form shows it. */
export interface AccountField {
  name: string
  label: string
  secret: boolean
  required: boolean
  /** One sentence for the form: where it is found. */
  help: string
  /** What is sent when nothing was entered. */
  default?: string
  /** The address of a self-hosted service; entered as http(s), used without its last slash. */
  kind?: 'url'
}

/** The decrypted values of one provider account, by {@link AccountField} name. Never logged, masked in every trace. */
export type Credentials = Readonly<Record<string, string>>

/** A vendor that people bring an account of: its form, where its key goes in a request, and a call that tries the key out. */
export interface Integration {
  /** Unique, kebab-case, never changed once shipped: stored keys are sealed for it. */
  id: string
  name: string
  kind: 'email' | 'company' | 'search' | 'web' | 'code' | 'model' | 'delivery'
  /** The vendor's page about the key. */
  docs_url: string
  fields: readonly AccountField[]
  auth: Auth
  /** The vendor's cheapest harmless call, which costs nothing. `read` sees answers that are no refusal of the key. */
  test: { ask: (account: Credentials) => VendorRequest; statuses?: StatusMap; read: (reply: Reply) => TestAnswer }
}

/** What is entered for an account: enough to find it and to say what it lacks. `bound`: it goes only to hosts that the account names. */
export type AccountForm = Pick<Integration, 'id' | 'name' | 'fields'> & { bound?: boolean }

/** What a test call says to a person, for example `12 of 50 searches used`. */
export type TestAnswer = { ok: boolean; words: string }

/** Where the account's value goes in the request; the kit puts it there, `ask` never sees to it. A blank value is not sent. */
export type Auth =
  | { in: 'none' }
  | { in: 'bearer'; field: string }
  | { in: 'header'; field: string; name: string; prefix?: string }
  | { in: 'query'; field: string; name: string }
  | { in: 'basic'; user_field?: string; password_field?: string }
  /** Client credentials (RFC 6749 section 4.4): `mint` asks for a token, which is then sent as bearer until it ends. */
  | { in: 'oauth'; mint: (account: Credentials) => VendorRequest }

/** Meaning of HTTP statuses that differ from the usual; each list wins over the default of that status. */
export interface StatusMap {
  miss?: readonly number[]
  auth?: readonly number[]
  quota?: readonly number[]
  later?: readonly number[]
  bad_input?: readonly number[]
  /** Errors whose body tells what they mean: `read` sees them. */
  read?: readonly number[]
}

export interface VendorRequest {
  method: HttpRequest['method']
  /** Absolute http(s) URL; values go in `query`, where they are encoded. */
  url: string
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Sent as application/json; `json_text` as it was written, for reading could change a number; `form` as a form. */
  json?: Json
  json_text?: string
  form?: Readonly<Record<string, string>>
}

/** What `visit` gets: the tools with the call's own abort signal and trace already bound. */
export interface VisitTools {
  fetchPage: (url: string, options?: PageOptions) => Promise<FetchedPage | FetchFailure>
  /** One call of an open API: a reply that is a success and has what it must have, or the answer that it comes to. */
  ask: (
    ask: VendorRequest,
    expected?: ReplyRules,
  ) => Promise<{ ok: true; reply: Reply } | { ok: false; answer: LookupAnswer }>
  dns: (name: string, type: DnsType) => Promise<DnsReply>
  smtp?: (probe: SmtpProbe) => Promise<SmtpReply>
  signal: AbortSignal
  now: () => number
}

/** How a reply is judged before it is read. */
export interface ReplyRules {
  statuses?: StatusMap
  /**
   * What every documented success has, as paths: `data{}` an object, `data.emails[]` a list, `contact|payload` one of
   * them. A success that lacks one is `unmapped`: the vendor may have changed, and that is no miss.
   */
  has?: readonly string[]
  /** Default json: anything else in a success is `unmapped`. */
  expects?: 'json' | 'text'
}

/** What `read` gets: the reply with its JSON already parsed (null when the body is empty or `expects` is text). */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  json: Json
}

/**
 * What a lookup says; the kit checks it and turns it into an Outcome with the declaration's method and license.
 * `charged_usd` is what the vendor itself says the call cost; it wins over the declared price.
 */
export type LookupAnswer =
  | {
      kind: 'found'
      values: JsonObject
      /** 0..1 */
      confidence: number
      confidence_by_field?: Partial<Record<FieldName, number>>
      places_by_field?: Partial<Record<FieldName, ValuePlace>>
      verified?: boolean
      origin?: Partial<Origin>
      evidence?: JsonObject
      charged_usd?: number
    }
  | { kind: 'not_found'; reason?: string; charged_usd?: number }
  | { kind: 'later'; retry_in_ms: number }
  | PendingOutcome
  | { kind: 'failed'; class: FailureClass; message: string; retryable: boolean; charged_usd?: number }

interface Declaration<Output = LookupOutput> {
  /** Unique in the catalog, kebab-case, never changed once shipped: columns and ledgers refer to it. */
  id: string
  provider: string
  label: string
  description: string
  docs_url: string
  inputs: readonly LookupInput[]
  /** At least one input of each group must have a value. */
  one_of?: readonly (readonly string[])[]
  outputs: readonly Output[]
  price: CallPrice
  license: License
  method: Method
  /** True when it works on a fresh install without any account. With an integration too, a key only lifts limits. */
  keyless: boolean
  /** Why it cannot be called any more; columns that name it keep their values. */
  ended?: string
  /** True when asking the same again costs nothing more and changes nothing, so a call that may have been made can be made again. */
  repeat_free: boolean
  /** How long an answer may be reused; 0 = computed afresh each time. */
  cache_days: number
  limits: { per_second?: number; concurrency?: number }
  timeout_ms: number
  /** Inputs that have an answer, for the contract test and the catalog's example. */
  sample: { inputs: Inputs; values: JsonObject }
}

export interface LocalLookup extends Declaration {
  /** `colleagues` is empty where the lookup does not name a company, or nobody is known there. */
  answer: (inputs: Inputs, colleagues?: readonly Colleague[]) => LookupAnswer
  /** The domain of the company that the question is about, where the answer depends on who is known there. */
  colleagues_at?: (inputs: Inputs) => string | undefined
}

/** What `ask` may need to know besides inputs and account. */
export interface AskContext {
  /** Where the vendor is to bring its answer, once. Only for lookups with `callback`, and absent where we cannot be reached. */
  callback_url?: string
}

export interface HttpLookup extends Declaration, ReplyRules {
  ask: (inputs: Inputs, account: Credentials, asking: AskContext) => VendorRequest
  read: (reply: Reply, inputs: Inputs, account: Credentials) => LookupAnswer
  /** Whose key the call is made with. */
  integration?: Integration
  /** How to fetch an answer that `read` said is `pending` with `poll`. Same key, same places and pace as `ask`. */
  poll?: ReplyRules & {
    ask: (handle: JsonObject, account: Credentials) => VendorRequest
    /** `pending` again while there is nothing to be had; its handle takes the place of the one before. */
    read: (reply: Reply, handle: JsonObject) => LookupAnswer
    /** Milliseconds since the question after which nothing is expected any more. */
    max_wait_ms: number
  }
  /** How to read what the vendor brings to `callback_url`, when `read` said `pending` with `callback`. */
  callback?: { read: (reply: Reply, handle: JsonObject) => LookupAnswer }
  /** How many questions go in one call, where the vendor accepts several. */
  many?: AskMany
}

/** Many questions in one call. Each is judged and billed by its part of the reply, as if it had been asked alone. */
export interface AskMany {
  most: number
  ask: (all: readonly Inputs[], account: Credentials) => VendorRequest
  /** What the reply has for each question, in their order: a status and a body as the answer to that one alone would have. */
  split: (reply: Reply) => readonly { status: number; json: Json }[]
}

export interface VisitLookup extends Declaration {
  /** Hosts of requests that follow from an answer; those of the first requests are read off `visit`. `*` stands for what the row gives. */
  later_hosts?: readonly string[]
  visit: (inputs: Inputs, tools: VisitTools) => Promise<LookupAnswer>
}

/** An output of a column's own naming, outside the vocabulary of fields. */
export interface CustomOutput {
  field: string
  label: string
  type: FieldType
  /** The only values there are. */
  options?: readonly string[]
}

/** The column that asks, for which row, and which of the values come from unverified cells. */
export interface AskingCell {
  workbook_id: string
  column_id: string
  row_id?: string
  unverified?: readonly string[]
}

/** What `act` gets: calls and pages with the abort signal, the account and the trace of this one question bound. */
export interface ActTools extends VisitTools {
  /** `secrets` are masked in the trace wherever they stand, like the account. */
  http: (request: HttpRequest, secrets?: Credentials) => Promise<HttpReply | FetchFailure>
  account: Credentials
  /** The attempt, where it is on record: names what must not happen twice. */
  attempt_id?: string
  asked_by?: AskingCell
  /** The lead that the question is about, where no cell asks. */
  lead_id?: number
  /** Adds what a call has cost, in US dollars: counts regardless of what happens to the answer. */
  spend: (usd: number) => void
  /** Adds to what the trace tells of the answer, such as the tokens used. */
  note: (facts: JsonObject) => void
}

/** A lookup that is not in the built-in catalog: settings of a column, or of a workspace, make it. It may take several calls. */
export interface CustomLookup extends Declaration<CustomOutput> {
  act: (values: JsonObject, tools: ActTools) => Promise<LookupAnswer>
  /** What has to be entered before it can be called: the account of a vendor, or secrets that the column names. */
  account?: AccountForm
  /** Settings that change the answer: with the values they are the key of the cache. */
  fingerprint: string
  /** What these inputs cost, where that depends on them; `price` is for the longest there can be. */
  price_for?: (values: JsonObject) => CallPrice
  /** In the catalog of a workspace: asked, counted and paused like built-in lookups; never paused with `any_host`. */
  listed?: 'one_host' | 'any_host'
  /** It acts for one row: never answered from the cache, nor together with another row that says the same. */
  alone?: boolean
  /** UTF-16 units of one input. */
  longest_input: number
}

/** A call that a lookup made of steps wants to be made for it. */
export interface StepCall {
  lookup: AnyLookup
  inputs: JsonObject
}

export interface StepTaken {
  outcome: Outcome
  /** Null is unknown. */
  cost_micro: number | null
  /** What the call took. */
  ms: number
}

/** What `work` gets. A step is recorded before it is taken, and never repeated once it has an answer, also after a crash. */
export interface StepTools {
  /** `refused` says why it was not taken: a budget is in the way. */
  step: (call: StepCall) => Promise<StepTaken | { refused: string }>
}

export interface SteppedAnswer {
  answer: LookupAnswer
  /** The evidence, for every outcome. */
  evidence: JsonObject
  /** Why it stopped, where money was in the way. */
  over_budget?: string
}

/**
 * A lookup that is made of steps, each a call of its own: reserved, booked and kept by itself. The same steps with the
 * same outcomes lead to the same next step, so that work goes on where it was cut off.
 */
export interface SteppedLookup extends Omit<CustomLookup, 'act'> {
  work: (values: JsonObject, tools: StepTools) => Promise<SteppedAnswer>
}

export type Lookup = LocalLookup | HttpLookup | VisitLookup
export type AnyLookup = Lookup | CustomLookup
/** Whatever a step of a plan can name. */
export type PlannedLookup = AnyLookup | SteppedLookup

/** The integration whose key a lookup takes, if any. */
export function integrationOf(lookup: Lookup): Integration | undefined {
  return 'ask' in lookup ? lookup.integration : undefined
}

/** What has to be entered for a lookup, if anything. */
export function accountFormOf(lookup: PlannedLookup): AccountForm | undefined {
  return 'act' in lookup || 'work' in lookup ? lookup.account : integrationOf(lookup)
}

/** An answer with values, at `confidence` 0..1; blank values are dropped by the kit. */
export function found(
  values: JsonObject,
  confidence: number,
  more: {
    by_field?: Partial<Record<FieldName, number>>
    places?: Partial<Record<FieldName, ValuePlace>>
    verified?: boolean
    origin?: Partial<Origin>
    evidence?: JsonObject
  } = {},
): LookupAnswer {
  const { by_field, places, ...rest } = more
  return {
    kind: 'found',
    values,
    confidence,
    ...rest,
    ...(by_field && { confidence_by_field: by_field }),
    ...(places && { places_by_field: places }),
  }
}

/** The answer with what the vendor itself says it cost, in US dollars; undefined leaves the declared price. */
export function charged<A extends LookupAnswer>(answer: A, usd: number | undefined): A {
  return usd === undefined ? answer : { ...answer, charged_usd: usd }
}
/** A clean miss; `reason` tells a person why, in a few words. */
export function notFound(reason?: string): LookupAnswer {
  return reason === undefined ? { kind: 'not_found' } : { kind: 'not_found', reason }
}

/** The answer is to be fetched in `after_ms`, by what the vendor calls the question. */
export function pollLater(handle: JsonObject, after_ms: number): LookupAnswer {
  return { kind: 'pending', poll: { after_ms, handle } }
}
/** The vendor brings the answer within `deadline_ms`. */
export function calledBack(handle: JsonObject, deadline_ms: number): LookupAnswer {
  return { kind: 'pending', callback: { deadline_ms, handle } }
}

export function failed(failure: FailureClass, message: string, retryable = false): LookupAnswer {
  return { kind: 'failed', class: failure, message, retryable }
}
