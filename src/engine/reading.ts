// Reads numbers and dates as people write them.

/**
 * A number as people write it: 1,234.56 · 1.234,56 · 1 234,56 · 12% · $5 · (40). A single separator followed by exactly
 * three digits is read as thousands for a comma and as a decimal point for a dot. Null for text that is no number, and
 * for one with more digits than a number keeps.
 */
export function readNumber(text: string): number | null {
  let body = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[$€£¥₹]|[$€£¥₹%]$/g, '')
  const negative = /^\(.*\)$/.test(body)
  if (negative) body = body.slice(1, -1)
  if (/^[-+]?\d+(\.\d+)?e[-+]?\d{1,3}$/i.test(body)) return finite(Number(body))
  if (!/^[-+]?[\d.,]*\d[\d.,]*$/.test(body) || body.replace(/\D/g, '').length > 15) return null
  const plain = withPoint(body)
  const value = plain === null ? null : finite(Number(plain))
  return value === null ? null : negative ? -value : value
}

function withPoint(body: string): string | null {
  const comma = body.lastIndexOf(',')
  const dot = body.lastIndexOf('.')
  if (comma !== -1 && dot !== -1) {
    const [group, decimal] = comma > dot ? ['.', ','] : [',', '.']
    return body.split(decimal).length > 2 ? null : body.replaceAll(group, '').replace(decimal, '.')
  }
  if (comma !== -1) {
    const grouped = /^[-+]?\d{1,3}(,\d{3})+$/.test(body)
    if (!grouped && body.indexOf(',') !== comma) return null
    return grouped ? body.replaceAll(',', '') : body.replace(',', '.')
  }
  if (dot !== -1 && body.indexOf('.') !== dot) {
    return /^[-+]?\d{1,3}(\.\d{3})+$/.test(body) ? body.replaceAll('.', '') : null
  }
  return body
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** YYYY-MM-DD for an unambiguous date: ISO, or day and month told apart by the text itself; null otherwise. */
export function readDate(text: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
    if (text.includes('.') || first > 12) return dateText(year, second, first)
    return second > 12 || first === second ? dateText(year, first, second) : null
  }
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  const parsed = new Date(`${text} UTC`)
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString().slice(0, 10)
}

function dateText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
