// The address of the next page in a Link header (RFC 8288).

export function nextInLinkHeader(value: string | undefined): string | null {
  for (const [, url, rest = ''] of (value ?? '').matchAll(/<([^>]*)>([^,<]*)/g))
    if (/;\s*rel\s*=\s*"?([^";]*\s)?next(\s[^";]*)?"?/i.test(rest)) return url ?? null
  return null
}
