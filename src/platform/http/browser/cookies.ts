// Cookies, of which the service needs few: read from a request by name, and set for this site alone.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookies by name. The first of two with one name counts, as browsers send the one of the longer path first. */
export function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of (headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(0, at)).trim()
    if (name !== '' && !found.has(name)) found.set(name, part.slice(at + 1).trim())
  }
  return found
}

/** Neither scripts nor other sites see it. The value has only letters, digits, - and _. */
export function setCookie(
  reply: Pick<FastifyReply, 'header'>,
  {
    name,
    value,
    path,
    seconds,
    secure,
  }: { name: string; value: string; path: string; seconds: number; secure: boolean },
): void {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '))
}
