// Delivers a row to the hook of a spreadsheet or any collector, as JSON or a line of CSV.
import { textOf } from '../../../engine/values/value.ts'
import { csvLine, guardFormula } from '../../../kernel/csv-text.ts'
import { defineHook, secretOf } from './delivery.ts'
import { fillTemplateEntries } from './filled.logic.ts'

export const sheetDelivery = defineHook('sheet', {
  hidden: '•••',
  account: secretOf,
  request(target, row, account) {
    const names = inOrder(target.values, target.order)
    const entries = fillTemplateEntries(names, target.values, row)
    const values = new Map(entries)
    const isCsv = target.format === 'csv'
    // Written out, since an object puts names that are whole numbers first.
    const body = isCsv
      ? `${csvLine(names)}${csvLine(names.map((name) => guardFormula(textOf(values.get(name)))))}`
      : `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
    const key = target.secret === undefined ? undefined : account[target.secret]
    const headers = {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    }
    return { method: 'POST', url: target.url, headers, body }
  },
})

function inOrder(values: Record<string, string>, order: readonly string[] = []): string[] {
  const named = order.filter((name) => Object.hasOwn(values, name))
  return [...new Set([...named, ...Object.keys(values)])]
}
