// The outside world as lookups may touch it: HTTP, web pages, DNS and mail servers. platform/net implements it.

/** A call ready to be sent: what `tools.http` gets. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** Where it may be redirected to; absent is anywhere. See `isAllowedHost`. */
  hosts?: readonly string[]
  /** `manual`: a redirect is handed back as it is. Absent: up to three are followed. */
  redirects?: 'manual'
  /** Absent: as long as the call has. */
  timeout_ms?: number
}

export interface HttpReply {
  ok: true
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Decoded text, cut at the reader's own limit. */
  body: string
}

/** Why nothing came back. `sent` is false only when it is certain that the other side never saw the request. */
export interface FetchFailure {
  ok: false
  reason:
    | 'timeout'
    | 'aborted'
    | 'network'
    | 'no_host'
    | 'too_many_redirects'
    | 'blocked'
    | 'too_large'
    | 'robots'
    | 'not_text'
  message: string
  sent: boolean
}

export interface PageOptions {
  /** Accept only these media types; others fail with `not_text`. Default: HTML and plain text. */
  accept?: readonly string[]
  /** Oldest acceptable cached copy, in seconds. */
  max_age_s?: number
}

export interface FetchedPage {
  ok: true
  /** Address after redirects. */
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  /** Decoded text, cut at the reader's own limit. */
  body: string
  from_cache: boolean
  /** Milliseconds since the epoch, where it is known. */
  fetched_at?: number
}

/** The outside world as a lookup may touch it; platform/net implements it. Neither function throws. */
export interface Tools {
  http: (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply | FetchFailure>
  fetchPage: (url: string, options: PageOptions, signal: AbortSignal) => Promise<FetchedPage | FetchFailure>
  /** The records of a name, as text; see {@link DnsReply}. */
  dns: (name: string, type: DnsType, signal: AbortSignal) => Promise<DnsReply>
  /** Asks a mail server about recipients. Absent where mail servers must not be contacted, as in a process that serves requests. */
  smtp?: (probe: SmtpProbe, signal: AbortSignal) => Promise<SmtpReply>
  /** People whose address the workspace knows at a company. Absent outside a workspace. */
  colleagues?: (domain: string) => Promise<Colleague[]>
  /** Milliseconds since the epoch. */
  now: () => number
}

/** A person at a company, as the workspace knows them. */
export interface Colleague {
  email: string
  full_name: string | null
}

export type DnsType = 'A' | 'MX' | 'TXT' | 'NS' | 'CNAME'

/**
 * `records` are empty when the name is there and has none of the kind; `gone` says that the name itself is not there.
 * MX records are hosts, the preferred first; an empty host (RFC 7505) says that the domain takes no mail.
 */
export type DnsReply = { ok: true; records: string[]; gone: boolean } | { ok: false; message: string }

export interface SmtpProbe {
  /** The mail server. */
  host: string
  recipients: readonly string[]
}

/** What the server said to each recipient, in order; `silent` when it could not be talked to at all. */
export type SmtpReply =
  | { ok: true; replies: { code: number; text: string }[] }
  | { ok: false; reason: 'silent' | 'refused' | 'aborted'; message: string }
