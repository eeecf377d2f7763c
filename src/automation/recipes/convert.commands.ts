// Makes a workbook definition of the file of another program, without saving anything.
import { readSecrets } from '../../identity/secrets/secrets.reads.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { catalog } from '../../providers/catalog.ts'
import { problemsOfNew } from '../../records/definition/apply.commands.ts'
import { readText } from '../../records/definition/definition-text.logic.ts'
import { readClay } from '../requests/clay.logic.ts'
import { type ConvertedWorkflow, readN8n } from '../requests/n8n.logic.ts'
import { readUsualModel } from './default-model.reads.ts'
import type { FactColumn } from './recipe-facts.logic.ts'
import { keysOf, SECRET_KEY } from './recipe-facts.logic.ts'
import type { ConvertedDefinition } from './recipes.schema.ts'

const UNKNOWN =
  'Value error, this is no file that is understood: a workbook of Millrace (`millrace: 1`), a table definition of Clay (its fields with ' +
  '`typeSettings`), or a workflow of n8n (`nodes` and `connections`). The rows of a Clay table are a CSV, imported as any file.'

export async function convertDefinition(tx: WorkspaceTx, content: unknown): Promise<ConvertedDefinition> {
  const file = readText(content, 'content')
  if (file.millrace !== undefined) return ofMillrace(tx, file)
  const model = await readUsualModel(tx)
  const clay = await readSavable(tx, (refused) => readClay(file, { catalog, model, refused }))
  const found = clay ?? (await readSavable(tx, (refused) => readN8n(file, refused)))
  if (!found) return refuseField(['content'], 'value_error', UNKNOWN)
  if (!clay && !found.columns.some(({ type }) => type === 'http'))
    refuseField(
      ['content'],
      'value_error',
      `Value error, no node of this workflow can be read. ${found.notes.join(' ')}`,
    )
  return shown(tx, clay ? 'clay' : 'n8n', found)
}

/** A definition, unchanged; its problems are listed for the caller to fix in the file. */
async function ofMillrace(tx: WorkspaceTx, file: JsonObject): Promise<ConvertedDefinition> {
  const problems = await problemsOfNew(tx, file)
  if (problems.length > 0) {
    const words = problems.slice(0, 5).map(({ loc, msg }) => `${loc.slice(2).join('.')}: ${msg}`)
    return refuseField(
      ['content'],
      'value_error',
      `Value error, this definition cannot be used here. ${words.join('; ')}`,
    )
  }
  const columns = file.columns as JsonObject[]
  const name = typeof file.name === 'string' && file.name.trim() !== '' ? file.name.trim() : 'From a file'
  const secrets = keysOf(columns as unknown as FactColumn[]).flatMap(({ id }) =>
    id.startsWith(SECRET_KEY) ? [id.slice(SECRET_KEY.length)] : [],
  )
  return {
    ...(await shown(tx, 'millrace', { name, columns, secrets, notes: [] })),
    definition: file as { millrace: number },
  }
}

/** Reads again with the reasons of what cannot be saved, until all of it can: readers put input columns in its place. */
async function readSavable(
  tx: WorkspaceTx,
  read: (refused: Map<string, string>) => ConvertedWorkflow | null,
): Promise<ConvertedWorkflow | null> {
  const refused = new Map<string, string>()
  for (;;) {
    const found = read(refused)
    if (!found || found.columns.length === 0) return found
    const problems = await problemsOfNew(tx, { millrace: 1, name: found.name, columns: found.columns })
    const before = refused.size
    for (const { loc, msg } of problems) {
      const column = found.columns[Number(loc[3])]
      if (column && typeof column.name === 'string' && !refused.has(column.name))
        refused.set(column.name, msg.replace(/^Value error, /, '').replace(/\.$/, ''))
    }
    if (refused.size > before) continue
    if (problems.length === 0) return found
    const words = problems.slice(0, 3).map(({ msg }) => msg)
    return refuseField(['content'], 'value_error', `Value error, this file cannot be used here: ${words.join('; ')}`)
  }
}

async function shown(
  tx: WorkspaceTx,
  format: ConvertedDefinition['format'],
  { name, columns, secrets, notes }: ConvertedWorkflow,
): Promise<ConvertedDefinition> {
  const stored = new Set((await readSecrets(tx)).map((secret) => secret.name))
  return {
    format,
    name,
    definition: { millrace: 1, name, columns } as { millrace: number },
    notes,
    columns: columns.map((column) => ({ name: String(column.name), type: String(column.type) })),
    secrets: secrets.map((secret) => ({ name: secret, ready: stored.has(secret) })),
  }
}
