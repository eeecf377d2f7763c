// The forms a target takes: a company by its domain, an address, a repository.
import { readWebDomain } from '../../providers/domains/domain.ts'
import { boardIn } from '../../providers/vendors/job-boards.ts'
import type { WatchTarget } from './kind.ts'

const MAX = 2_000

/** A company by domain, website or the address of its job board. */
export function companyTarget(text: string): WatchTarget | string {
  const given = text.trim()
  if (given.length > MAX) return `At most ${MAX} characters`
  const board = /^https?:\/\//i.test(given) ? boardIn(given) : undefined
  if (board) return { target: given, company: `${board.board.id}:${board.slug.toLowerCase()}` }
  const reading = readWebDomain(given)
  if (!reading.ok) return `This is no website or domain: ${reading.reason}`
  const company = reading.domain ?? reading.host
  const isAddress = /^https?:\/\//i.test(given)
  // "acme.com/team" names a page of the company, as its full address does.
  const full = isAddress ? given : `https://${given}`
  if (!URL.canParse(full) || (!isAddress && new URL(full).pathname === '/')) return { target: reading.host, company }
  const url = new URL(full)
  url.hash = ''
  return { target: url.href, company }
}

/** One address. */
export function urlTarget(text: string): WatchTarget | string {
  const given = text.trim()
  if (given.length > MAX) return `At most ${MAX} characters`
  const full = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`
  if (!URL.canParse(full)) return 'This is no address of a page'
  const url = new URL(full)
  if (!/^https?:$/.test(url.protocol)) return 'Only http and https addresses can be watched'
  if (url.username || url.password) return 'The address must not hold a name or password'
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return `"${url.hostname}" is no public host`
  url.hash = ''
  const reading = readWebDomain(url.hostname)
  // An address in numbers is judged by the address guard.
  if (!reading.ok && !/IP address/.test(reading.reason)) return `"${url.hostname}" cannot be watched: ${reading.reason}`
  return { target: url.href, company: reading.ok ? (reading.domain ?? reading.host) : url.hostname }
}

/** `owner`, `owner/repository` or an address on github.com. */
export function githubTarget(text: string): WatchTarget | string {
  const path = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/^orgs\//i, '')
    .replace(/[?#].*$/, '')
    .replace(/\.git$/i, '')
    .replace(/\/+$/, '')
  const [owner = '', repository, ...rest] = path.split('/')
  if (!/^[a-z\d](?:[a-z\d-]{0,38})$/i.test(owner))
    return 'This is no account or repository of GitHub, such as "acme" or "acme/app"'
  if (repository === undefined) return { target: owner, company: `github:${owner.toLowerCase()}` }
  if (!/^[\w.-]{1,100}$/.test(repository) || rest.length > 2)
    return 'This is no repository of GitHub, such as "acme/app"'
  return { target: `${owner}/${repository}`, company: `github:${owner.toLowerCase()}` }
}

/** The home page of a company target. */
export const homeOf = (target: string) => (/^https?:\/\//i.test(target) ? target : `https://${target}/`)
