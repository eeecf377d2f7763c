// How long a server asks clients to wait before the next request: Retry-After and Cache-Control max-age (RFC 9110, RFC 9111).

/** Milliseconds; 0 when it does not say. */
export function restOf(status: number, headers: Readonly<Record<string, string>>, nowMs: number): number {
  const retry = headers['retry-after']
  if ((status === 429 || status >= 500) && retry !== undefined) {
    if (/^\d+$/.test(retry.trim())) return Number(retry) * 1000
    const at = Date.parse(retry)
    return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs)
  }
  const control = headers['cache-control'] ?? ''
  if (status >= 400 || /no-(?:cache|store)/i.test(control)) return 0
  return Number(/(?:^|[,\s])max-age=(\d{1,9})/i.exec(control)?.[1] ?? 0) * 1000
}
