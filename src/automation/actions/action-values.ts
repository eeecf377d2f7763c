// Settings that several actions have: texts that are templates, values by name, and the workbook that one acts on.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { type SettingForm, shownAs } from '../../kernel/setting-form.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'

export const Template = (description: string, form: SettingForm = {}) =>
  Type.String({ maxLength: 5_000, description, ...shownAs(form) })
export const Values = (description: string, form: SettingForm = {}) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 20_000 }), {
    description,
    ...shownAs(form),
  })

export async function mustKnowWorkbook(tx: WorkspaceTx, id: string, loc: (string | number)[]): Promise<string> {
  return mustFindWorkbook(tx, id).catch(() =>
    refuseField([...loc, 'workbook_id'], 'value_error', 'Value error, there is no such workbook', id),
  )
}

export const withoutBlanks = (values: Record<string, Json>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))

/** A member that holds actions. */
export const Inside = (description: string) =>
  Type.Array(Type.Unsafe<JsonObject>({ $ref: 'AutomationAction' }), {
    maxItems: 20,
    description,
    ...shownAs({ editor: 'none' }),
  })
