// Whether the database is away for a while: what failed for that reason may be tried again.

const OUTAGE = /^(08|57P0|53300)/

export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code && (OUTAGE.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code)))
    return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    message ?? '',
  )
}
