// Lists of hosts that something may be sent to: names, with `*.` in front for all below one, and a port if it is not the usual.

/** A host as it is kept; null for what is none. */
export function hostPattern(text: string): string | null {
  const given = text.trim().toLowerCase()
  const [, wild = '', name = ''] = /^(\*\.)?([^/?#@\s*]+)$/.exec(given) ?? []
  if (name === '' || !URL.canParse(`https://${name}`)) return null
  const { host, hostname } = new URL(`https://${name}`)
  // A top-level domain has no single owner.
  if (wild !== '' && !hostname.includes('.')) return null
  return wild + host
}

/** Whether the address is at one of the hosts. A host without a port means the usual ones. */
export function isAllowedHost(patterns: readonly string[], address: string | URL): boolean {
  if (!URL.canParse(String(address))) return false
  const { host } = new URL(address)
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern,
  )
}
