// Whether a browser page may reach MCP: against pages that make a local server answer under a name of theirs.

export interface Here {
  /** As the request was addressed: name and port. */
  host: string
  /** What the server listens on. */
  bound: string
  publicUrl: string | undefined
  /** Origins that the operator allows. */
  allowed: readonly string[]
}

const LOCAL = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

const hostnameOf = (host: string): string => {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(host)?.[1] ?? host
  return name.toLowerCase()
}

/** Without an origin it is no page. A server on loopback is reached by a name of loopback only, or by its public one. */
export function mayConnect(origin: string | undefined, { host, bound, publicUrl, allowed }: Here): boolean {
  const known = [...allowed, ...(publicUrl === undefined ? [] : [publicUrl])].flatMap((url) =>
    URL.canParse(url) ? [new URL(url)] : [],
  )
  const name = hostnameOf(host)
  const isKnownHost = LOCAL.has(name) || known.some((url) => url.hostname === name)
  if (LOCAL.has(bound) && !isKnownHost) return false
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (known.some((url) => url.origin === from.origin)) return true
  return LOCAL.has(from.hostname) && LOCAL.has(name)
}
