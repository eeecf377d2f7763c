// Specializations that mean the same in a workspace: similar leads are found under each of the names.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { Synonyms } from './synonyms.schema.ts'

export async function readSynonyms(tx: WorkspaceTx): Promise<Synonyms> {
  const { rows } = await tx.client.query<{ names: string[] }>(
    `select array_agg(name order by place) as names from specialization_synonyms where workspace_id = $1
     group by meaning order by meaning`,
    [tx.workspace_id],
  )
  return { groups: rows }
}

/** The form and those that mean the same. */
export async function readMeaning(tx: WorkspaceTx, form: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ form: string }>(
    `select distinct other.form from specialization_synonyms own
     join specialization_synonyms other on other.workspace_id = own.workspace_id and other.meaning = own.meaning
     where own.workspace_id = $1 and other.workspace_id = $1 and own.form = $2 order by other.form`,
    [tx.workspace_id, form],
  )
  return rows.length === 0 ? [form] : rows.map((row) => row.form)
}
