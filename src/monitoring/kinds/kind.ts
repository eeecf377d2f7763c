// What a kind of watch declares: its target, how to read it, and how what was seen before and now become signals.
import { type TObject, Type } from 'typebox'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { type SettingFault, type SettingForm, shownAs } from '../../kernel/setting-form.ts'
import type { Reply, VendorRequest } from '../../providers/kit/kit.ts'
import type { SignalType } from '../signals/signal-types.logic.ts'

/** A document as a poll got it. `url` is its address after redirects. */
export interface SeenDocument {
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

export interface ReadFailure {
  ok: false
  /** `gone`: the server says for good that it is not there. */
  reason:
    | 'blocked'
    | 'robots'
    | 'gone'
    | 'not_found'
    | 'too_large'
    | 'throttled'
    | 'busy'
    | 'timeout'
    | 'network'
    | 'unreadable'
    /** The answer holds no words: a browser would draw the page, or the part to watch is not on it. */
    | 'no_text'
  message: string
}

/** What `read` gets: pages and open APIs, fetched politely, with conditions, and shared by address over all watches. */
export interface WatchTools {
  page(url: string, accept?: readonly string[]): Promise<{ ok: true; document: SeenDocument } | ReadFailure>
  /** One call of an open API. A 404 is `not_found`. */
  ask(ask: VendorRequest, expects?: 'json' | 'text'): Promise<{ ok: true; reply: Reply; url: string } | ReadFailure>
  dns(name: string, type: 'MX' | 'TXT' | 'NS' | 'CNAME'): Promise<string[] | null>
  /** Milliseconds since the epoch. */
  now(): number
}

export interface WatchTarget {
  /** As stored and shown. */
  target: string
  /** The registrable domain, or what else names the company: signals of one company are known by it. */
  company: string
}

/** One thing a diff found. `key` names it within its company and type, the same however often it is found. */
export interface FoundSignal {
  type: SignalType
  key: string
  /** It can happen again: found twice by one watch it is two, found by two watches it is one. */
  recurs?: boolean
  title: string
  summary: string
  before?: Json
  after?: Json
  /** Where a person sees it. */
  evidence_url: string
  /** The document of this poll that says it; the quote has to be in there. Of several the first that is. */
  source_url: string
  quote: string | readonly string[]
  /** ISO 8601; blank: when it was found. */
  occurred_at: string
  /** 0..100; the usual strength of the type when absent. */
  strength?: number
  details?: JsonObject
}

/** What is shown of a poll: what it saw, and what differs from the poll before. */
export interface SeenLine {
  label: string
  value: string
  url?: string
}

export interface SnapshotComparison<S> {
  state: S
  signals: FoundSignal[]
  /** Changes that are no signals too, such as a job that was closed. */
  changes: SeenLine[]
  /** Comparing the same snapshot again would change nothing. */
  is_settled: boolean
  /** A new version of a text to keep. */
  text?: { url: string; text: string }
  /** What the watch leaves out by itself, since it changes at nearly every poll. */
  ignored?: SeenLine[]
}

export interface CompareContext {
  now: Date
  company: string
  config: JsonObject
  /** The types that the watch reports. */
  wanted: readonly SignalType[]
}

/** Shapes of options. */
export const flagOption = (form: SettingForm) => Type.Optional(Type.Boolean(shownAs(form)))
export const numberOption = (form: SettingForm) => Type.Optional(Type.Number(shownAs(form)))
export const textOption = (form: SettingForm) => Type.Optional(Type.String({ maxLength: 1_000, ...shownAs(form) }))
export const textsOption = (form: SettingForm) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 1_000 }), {
      maxItems: 100,
      ...shownAs({ ...form, hint: `${form.hint} One a line, or with commas between them.` }),
    }),
  )

/** `S` is what is kept from poll to poll, `P` what one poll saw. Its name is that of its file. */
export interface WatchKind<S = Json, P = Json> {
  /** The lowest is offered first. */
  place: number
  title: string
  description: string
  target: {
    label: string
    help: string
    example: string
    /** A string says what is wrong. */
    read(text: string): WatchTarget | string
    /** It names something at a service of known address: no address of it is checked. */
    at_service?: true
  }
  /** False: leads do not name such a target, so it is not offered for many of them. */
  for_leads?: false
  /** What of a lead may name the target, the best first; its website and domain when absent. */
  of_lead?(lead: JsonObject): (Json | undefined)[]
  /** Hosts that it asks besides those of its target and of the feeds in its settings; `*` stands for a part that the target gives. */
  hosts: readonly string[]
  /** It asks the DNS for the domain of its target. */
  asks_dns?: true
  signal_types: readonly SignalType[]
  /** What a user can set: every entry point checks with it, and the form is made from it. */
  config: TObject
  /** What no schema says. */
  check?(config: JsonObject): SettingFault[]
  /** `unread`: what of it could not be read, and why, where the rest was. */
  read(
    target: string,
    config: JsonObject,
    previous: S | null,
    tools: WatchTools,
  ): Promise<{ ok: true; snapshot: P; unread?: SeenLine[] } | ReadFailure>
  /** Without a state before it, this is the baseline: it has no signals. */
  compare(previous: S | null, snapshot: P, context: CompareContext): SnapshotComparison<S>
  /** What the snapshot shows, for people who try the watch out. */
  show(snapshot: P): SeenLine[]
}

/** How a target is polled. */
export type PollMethods<S = Json, P = Json> = Pick<WatchKind<S, P>, 'read' | 'compare' | 'show'>

export const definePolling = <S, P>(polling: PollMethods<S, P>): PollMethods<S, P> => polling

/** The same for the JSON that states and snapshots are stored as: what a kind stored comes back as what it was. */
export function ofStored<S, P>(kind: WatchKind<S, P>): WatchKind
export function ofStored<S, P>(polling: PollMethods<S, P>): PollMethods
export function ofStored(polling: unknown): unknown {
  return polling
}

export const defineWatchKind = <S, P>(kind: WatchKind<S, P>): WatchKind<S, P> => kind

/** Texts of an option, as they were entered. */
export function entriesOf(config: JsonObject, name: string): string[] {
  const value = config[name]
  return (Array.isArray(value) ? value : []).flatMap((one) =>
    typeof one === 'string' && one.trim() !== '' ? [one.trim()] : [],
  )
}

/** The same in lower case, to compare with. */
export const textsOf = (config: JsonObject, name: string) => entriesOf(config, name).map((one) => one.toLowerCase())

/** Whether a text has one of the words as words, with punctuation beside them: "C" is not in "C++", "node" not in "node.js". */
export function hasWord(text: string, words: readonly string[]): boolean {
  const plain = text.toLowerCase().replace(/\s+/g, ' ')
  return words.some((word) => {
    const wanted = word.toLowerCase().replace(/\s+/g, ' ').trim()
    for (let at = plain.indexOf(wanted); wanted !== '' && at >= 0; at = plain.indexOf(wanted, at + 1)) {
      const [before, after] = [plain.slice(Math.max(0, at - 2), at), plain.slice(at + wanted.length)]
      if (!/[\p{L}\p{N}]$/u.test(before) && !/^(?:[\p{L}\p{N}+#]|\.[\p{L}\p{N}])/u.test(after)) return true
    }
    return false
  })
}
