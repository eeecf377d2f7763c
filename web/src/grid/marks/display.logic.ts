// How a value reads in a cell: value first, one line, in the form its kind asks for.
import type { GridColumn, ValueKind } from '../model/grid.types.ts'

export interface Display {
  /** One line, at most {@link MAX_CHARS} characters. */
  text: string
  align: 'left' | 'right'
  /** How the renderer draws it. */
  as: 'text' | 'link' | 'tags' | 'check' | 'json'
  tags?: string[]
  checked?: boolean
}

const MAX_CHARS = 300
const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
const DATES = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const EMPTY: Display = { text: '', align: 'left', as: 'text' }

export function display(value: unknown, kind: ValueKind, isPlain = false): Display {
  if (value === null || value === undefined || value === '') {
    return kind === 'checkbox' ? { ...EMPTY, as: 'check', checked: false } : EMPTY
  }
  if (kind === 'checkbox' && typeof value === 'boolean')
    return { text: String(value), align: 'left', as: 'check', checked: value }
  if (typeof value === 'number')
    return { text: isPlain ? String(value) : numberText(value, kind), align: 'right', as: 'text' }
  if (typeof value === 'boolean') return { text: value ? 'Yes' : 'No', align: 'left', as: 'text' }
  if (Array.isArray(value)) return listDisplay(value)
  if (typeof value === 'object')
    return { text: oneLine(recordText(value as Record<string, unknown>)), align: 'left', as: 'json' }
  const text = String(value)
  if (kind === 'date') return { text: dateText(text), align: 'left', as: 'text' }
  if (kind === 'datetime') return { text: timeText(text), align: 'left', as: 'text' }
  if (kind === 'multi_select' || kind === 'select')
    return { text: oneLine(text), align: 'left', as: 'tags', tags: [oneLine(text)] }
  const numeric = kind === 'number' || kind === 'currency' || kind === 'percent'
  return {
    text: oneLine(text),
    align: numeric ? 'right' : 'left',
    as: /^https?:/.test(linkOf(value, kind) ?? '') ? 'link' : 'text',
  }
}

/** Where a click with Ctrl on the value leads: a web address, a mailbox or a phone; null for everything else. */
export function linkOf(value: unknown, kind: ValueKind): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (/^https?:\/\/[^\s]+$/i.test(text)) return text
  if (kind === 'url' && /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#][^\s]*)?$/i.test(text)) return `https://${text}`
  if (kind === 'email' && /^[^\s@]+@[^\s@]+$/.test(text)) return `mailto:${text}`
  if (kind === 'phone' && /^\+[\d\s().-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  return null
}

const HOST = /^(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})\/?$/i
const OF_SITES = /\b(?:domain|web ?site|homepage|url)\b/i

/** The domain of a company whose site a value is: a page below it, or text in a column of something else, is none. */
export function siteOf(value: unknown, { kind, name }: Pick<GridColumn, 'kind' | 'name'>): string | null {
  const isSite = kind === 'url' || ((kind === 'text' || kind === 'long_text') && OF_SITES.test(name))
  if (!isSite || typeof value !== 'string' || value.length > 253) return null
  return HOST.exec(value.trim())?.[1]?.toLowerCase() ?? null
}

/** The text that copying or editing a cell gives: the whole value, unformatted, as a spreadsheet would read it. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}

function listDisplay(list: unknown[]): Display {
  if (list.length === 0) return EMPTY
  const plain = list.every((item) => item !== null && typeof item !== 'object')
  if (plain) {
    const tags = list.slice(0, 20).map((item) => oneLine(String(item)))
    return { text: oneLine(list.slice(0, 20).join(', ')), align: 'left', as: 'tags', tags }
  }
  const first = list[0]
  const label =
    typeof first === 'object' && first !== null ? recordText(first as Record<string, unknown>) : String(first)
  return { text: oneLine(list.length === 1 ? label : `${list.length} items: ${label}`), align: 'left', as: 'json' }
}

/** The members a person would name first, then the rest as `key: value`. */
function recordText(record: Record<string, unknown>): string {
  for (const key of ['name', 'title', 'label', 'value', 'text', 'url', 'email']) {
    const member = record[key]
    if (typeof member === 'string' && member !== '') return member
  }
  const parts = Object.entries(record).slice(0, 8)
  const [only, more] = parts
  if (only && !more && typeof only[1] !== 'object') return String(only[1])
  return parts
    .map(([key, member]) => `${key}: ${typeof member === 'object' && member ? '…' : String(member)}`)
    .join(', ')
}

function numberText(value: number, kind: ValueKind): string {
  const text = NUMBERS.format(value)
  return kind === 'percent' ? `${text}%` : text
}

function dateText(text: string): string {
  const parsed = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text.length === 10 ? `${text}T00:00:00Z` : text) : null
  return parsed && !Number.isNaN(parsed.getTime()) ? DATES.format(parsed) : oneLine(text)
}

const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z)?/

/** A point in time: the day, and hours and minutes with seconds where there are any. */
function timeText(text: string): string {
  const found = TIME.exec(text)
  if (!found) return dateText(text)
  const [, day = '', minutes = '', seconds = '', utc] = found
  return `${dateText(day)}, ${minutes}${seconds === ':00' ? '' : seconds}${utc ? ' UTC' : ''}`
}

function oneLine(text: string): string {
  const cut = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text
  return cut.replace(/\s*[\r\n\t]+\s*/g, ' ')
}
