// What a step of a plan sets, member by member, and where that sends data: read from its arguments, so that a new setting shows by itself.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { lookupById, providerName } from '../../providers/catalog.ts'
import { findModel } from '../../providers/models/model-vendors.ts'
import { SOURCES } from '../../providers/sources/catalog.ts'
import type { StepSetting } from './assistant.schema.ts'

/** The host that each provider of the workspace's own asks, by its id. */
export type OwnHosts = ReadonlyMap<string, string>

/** The most that are shown of one step; what sends data is always among them. */
const MOST_SHOWN = 500

export function settingsOf(args: JsonObject, own: OwnHosts): { sets: StepSetting[]; unshown: number } {
  const all = Object.entries(args).flatMap(([name, value]) => leavesOf([name], name, value, own))
  const leaving = all.filter(({ sends_to }) => sends_to !== null)
  const others = all.filter(({ sends_to }) => sends_to === null)
  const sets = [...leaving, ...others.slice(0, Math.max(0, MOST_SHOWN - leaving.length))]
  return { sets, unshown: all.length - sets.length }
}

function leavesOf(path: string[], member: string, value: Json, own: OwnHosts): StepSetting[] {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return value.length === 0 ? [] : [leaf(path, member, value.map(textOf).join(', '), value, own)]
    return value.flatMap((item, at) => leavesOf([...path.slice(0, -1), nameOf(item, member, at)], member, item, own))
  }
  if (!isRecord(value)) return [leaf(path, member, textOf(value), value, own)]
  return Object.entries(value).flatMap(([name, below]) => leavesOf([...path, name], name, below, own))
}

/** A column goes by its name, anything else in a list by its number. */
function nameOf(item: Json, member: string, at: number): string {
  return isRecord(item) && typeof item.name === 'string' ? `“${item.name}”` : `${member} ${at + 1}`
}

const isRecord = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function leaf(path: string[], member: string, text: string, value: Json, own: OwnHosts): StepSetting {
  return { name: path.join(' › '), value: text, sends_to: destinationOf(member, value, text, own) }
}

const ADDRESS = /\b(?:https?|wss?):\/\/(?:[^\s/@"'<>{}]*@)?([^\s/?#"'<>]+)/gi
const RECIPIENT = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/

/** Whom a setting sends data to; null when it stays here. */
function destinationOf(member: string, value: Json, text: string, own: OwnHosts): string | null {
  const hosts = [...text.matchAll(ADDRESS)].map(([, host = '']) =>
    host.includes('{{') ? FROM_ROWS : host.toLowerCase(),
  )
  if (hosts.length > 0) return [...new Set(hosts)].join(', ')
  if (member === 'any_host') return value === true ? FROM_ROWS : null
  if (/^(url|webhook_url|token_url|address)$/.test(member) && text.includes('{{')) return FROM_ROWS
  if (typeof value !== 'string') return null
  if (member === 'model') return findModel(value)?.vendor.integration.name ?? value
  if (member === 'provider' || member === 'adapter') return providerOf(value, own)
  const [, host] = RECIPIENT.exec(value) ?? []
  return host !== undefined && /recipient|^to$|^cc$|^bcc$/.test(member) ? host : null
}

const FROM_ROWS = 'addresses that the rows name'

/** Sources that read what is here already. */
const LOCAL = new Set(['file', 'workbook'])

/** Pages and mail servers that a lookup of ours visits are named as such; what it computes by itself stays here. */
function providerOf(id: string, own: OwnHosts): string | null {
  const lookup = lookupById(id)
  if (lookup) {
    if ('answer' in lookup) return null
    return lookup.provider === 'millrace' ? FROM_ROWS : providerName(lookup.provider)
  }
  return own.get(id) ?? SOURCES.find((source) => source.id === id && !LOCAL.has(id))?.title ?? null
}
