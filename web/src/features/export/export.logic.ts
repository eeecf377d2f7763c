// The rules of an export's form: the request to the server, and whether it is written at once or in the background. Pure.
import type { Schemas } from '../../api/shapes.ts'
import type { ShownRows } from '../columns/workbook.shapes.ts'

export type Include = NonNullable<Schemas['ExportBodyInput']['include']>[number]

export type ExportLicense = NonNullable<Schemas['ExportBodyInput']['without_licenses']>[number]

export interface Choices {
  format: Schemas['ExportBodyInput']['format']
  /** Only the columns that are shown. */
  shownOnly: boolean
  include: Include[]
  /** Computed values under these licenses are left blank. */
  without: ExportLicense[]
  /** Also values that nothing verified, such as guesses. */
  unverified: boolean
  /** Text that a spreadsheet would run gets an apostrophe in front. */
  safe: boolean
  bom: boolean
  attribution: boolean
}

export const usual: Choices = {
  format: 'csv',
  shownOnly: true,
  include: [],
  without: [],
  unverified: false,
  safe: true,
  bom: false,
  attribution: false,
}

/** From here on the file is written in the background: a browser holds what it downloads in memory. */
export const MANY_ROWS = 50_000

export function exportBody(choices: Choices, columns: { id: string; hidden?: boolean }[], rowIds: string[] | null) {
  const { format, shownOnly, include, without, unverified, safe, bom, attribution } = choices
  const shown = columns.filter((column) => !column.hidden).map(({ id }) => id)
  return {
    format,
    ...(shownOnly && shown.length < columns.length && { columns: shown }),
    ...(include.length > 0 && { include }),
    ...(without.length > 0 && { without_licenses: without }),
    without_unverified: !unverified,
    ...(rowIds && { row_ids: rowIds }),
    raw: format === 'csv' && !safe,
    bom: format === 'csv' && bom,
    attribution: format !== 'xlsx' && attribution,
  }
}

/** The export of what is on the screen: its rows in its order, and its columns, or every column. */
export function exportOfShown(
  body: ReturnType<typeof exportBody>,
  shown: Pick<ShownRows, 'which' | 'sort' | 'columns'>,
  every: string[] | null,
) {
  const { columns: _, ...rest } = body
  return {
    ...rest,
    ...shown.which,
    ...(shown.sort && { sort: shown.sort }),
    columns: every ?? shown.columns,
  }
}

export type ExportRequest = ReturnType<typeof exportQuery>

/** The same as the members of an address, for an export that is streamed. */
export function exportQuery(body: ReturnType<typeof exportBody>) {
  const { columns, include, without_licenses, without_unverified, raw, bom, attribution } = body
  return {
    ...(columns && { columns: columns.join(',') }),
    ...(include && { include: include.join(',') }),
    ...(without_licenses && { without_licenses: without_licenses.join(',') }),
    ...(without_unverified && { without_unverified }),
    ...(raw && { raw }),
    ...(bom && { bom }),
    ...(attribution && { attribution }),
  }
}
