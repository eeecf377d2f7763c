// Saying which specializations mean the same in a workspace.
import { type FieldError, refuse } from '../../../kernel/errors.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { hold } from '../../../platform/db/hold.ts'
import { readSynonyms } from './synonyms.reads.ts'
import type { Synonyms } from './synonyms.schema.ts'

/** In place of those before. Refuses (422) a name that says nothing or is in two groups. */
export async function writeSynonyms(tx: WorkspaceTx, { groups }: Synonyms): Promise<Synonyms> {
  // Two that write at once would leave the groups of both.
  await hold(tx, `synonyms ${tx.workspace_id}`)
  await tx.client.query('delete from specialization_synonyms where workspace_id = $1', [tx.workspace_id])
  const names = groups.flatMap((group, meaning) => group.names.map((name, place) => ({ meaning, place, name })))
  await tx.client.query(
    `insert into specialization_synonyms (workspace_id, meaning, place, name)
     select $1, meaning, place, name from jsonb_to_recordset($2::jsonb) as n (meaning int, place int, name text)`,
    [tx.workspace_id, JSON.stringify(names)],
  )
  await refuseUnclear(tx)
  await audit(tx, {
    act: 'leads.synonyms_changed',
    object: { type: 'workspace', id: tx.workspace_id },
    after: { groups: groups.length, names: names.length },
  })
  return readSynonyms(tx)
}

async function refuseUnclear(tx: WorkspaceTx): Promise<void> {
  const { rows } = await tx.client.query<{ meaning: number; place: number; name: string; form: string | null }>(
    `select * from (select meaning, place, name, form, min(meaning) over (partition by form) as first
       from specialization_synonyms where workspace_id = $1) n
     where form is null or meaning <> first order by meaning, place limit 100`,
    [tx.workspace_id],
  )
  const fields = rows.map(({ meaning, place, name, form }): FieldError => {
    const msg = form === null ? `“${name}” has no letter or digit` : `“${name}” is in another group already`
    return { loc: ['body', 'groups', meaning, 'names', place], type: 'value_error', msg, input: name }
  })
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}
