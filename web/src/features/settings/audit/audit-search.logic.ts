// The filter of the audit log as it stands in the address.

/** As the address and the API call it; days are in the time zone of the reader. */
export interface AuditSearch {
  actor?: string
  act?: string
  object_type?: string
  object_id?: string
  request_id?: string
  /** `YYYY-MM-DD`, both days included. */
  from?: string
  to?: string
}

const names = ['actor', 'act', 'object_type', 'object_id', 'request_id', 'from', 'to'] as const

/** What of an address is a filter; everything else is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read: AuditSearch = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value)
    const isDay = name === 'from' || name === 'to'
    if (text && (!isDay || /^\d{4}-\d\d-\d\d$/.test(text))) read[name] = text
  }
  return read
}
