// The value of a spreadsheet cell rather than its display: the number before rounding, the date whatever its display format.
import { readNumber } from '../../../../src/engine/values/reading.ts'

export interface PastedCell {
  text: string
  /** The same in a form that reads the same everywhere, where the spreadsheet tells it. */
  exact?: string
}

/** How the program that copied writes numbers. */
export interface Separators {
  decimal: string
  thousand: string
}

const DAY_MS = 86_400_000
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30)
/** Kinds of formats in what Sheets puts on the clipboard. */
const SHEETS = { percent: 3, date: 5, time: 6, instant: 7 }

/** Excel says in its style sheet how it writes numbers; undefined where it does not. */
export function separatorsOf(html: string): Separators | undefined {
  const of = (name: string) => new RegExp(`mso-displayed-${name}-separator:\\s*"\\\\?([^"\\\\])"`).exec(html)?.[1]
  const [decimal, thousand] = [of('decimal'), of('thousand')]
  return decimal && thousand && decimal !== thousand ? { decimal, thousand } : undefined
}

/** `attributes` answers those of the cell, decoded. */
export function exactOf(
  text: string,
  attributes: (name: string) => string | undefined,
  separators: Separators | undefined,
): string | undefined {
  const sheets = attributes('data-sheets-value')
  if (sheets !== undefined) return ofSheets(text, sheets, attributes('data-sheets-numberformat'))
  const office = attributes('sdval')
  if (office !== undefined) return ofNumber(text, Number(office), officeFormat(attributes('sdnum')))
  const excel = attributes('x:num')
  if (excel) return ofNumber(text, Number(excel), 'number')
  return separators && separators.decimal !== '.' ? plain(text, separators) : undefined
}

type Format = 'number' | 'percent' | 'date' | 'other'

function ofSheets(text: string, json: string, format: string | undefined): string | undefined {
  const value = membersOf(json)
  if (value['1'] !== 3 || typeof value['3'] !== 'number') return undefined
  const kind = membersOf(format ?? '{}')['1']
  const isDate = kind === SHEETS.date || kind === SHEETS.instant
  const known = isDate ? 'date' : kind === SHEETS.time ? 'other' : kind === SHEETS.percent ? 'percent' : 'number'
  return ofNumber(text, value['3'], known)
}

function membersOf(json: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(json)
    return read !== null && typeof read === 'object' ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** `1033;0;DD/MM/YYYY`: the language, another one, and the code of the format. */
function officeFormat(sdnum: string | undefined): Format {
  const code = (sdnum?.split(';').slice(2).join(';') ?? '').replace(/"[^"]*"|\[[^\]]*\]/g, '')
  if (/[YD]/i.test(code) && !/general|standard/i.test(code)) return 'date'
  if (/H|SS/i.test(code)) return 'other'
  return code.includes('%') ? 'percent' : 'number'
}

function ofNumber(text: string, value: number, format: Format): string | undefined {
  if (!Number.isFinite(value) || format === 'other') return undefined
  if (format === 'date') return new Date(EPOCH + Math.floor(value) * DAY_MS).toISOString().slice(0, 10)
  // A percentage is kept as what stands before its sign, as it is when it is typed.
  if (format === 'percent' || text.endsWith('%')) return String(Number((value * 100).toPrecision(15)))
  // Shown as something else, such as a time of an unknown format: what is shown is what was meant.
  return readNumber(text) === null ? undefined : String(value)
}

/** A number without its thousands and with a point, its currency left where it is; undefined for anything else. */
function plain(text: string, { decimal, thousand }: Separators): string | undefined {
  const [d, t] = [decimal, thousand].map((one) => `[${/\s/.test(one) ? '\\s\\u00a0\\u202f' : `\\${one}`}]`)
  const number = new RegExp(`^([^\\d]*)(\\d{1,3}(?:${t}\\d{3})+|\\d+)(?:${d}(\\d+))?([^\\d]*)$`)
  const [, before = '', whole = '', fraction, after = ''] = number.exec(text) ?? []
  if (whole === '') return undefined
  return `${before}${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}${after}`
}
