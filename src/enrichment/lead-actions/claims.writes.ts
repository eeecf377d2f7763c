// Values that were found for a lead and that it does not show: the newest of each source, with where it is from and why.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

export interface AsideClaim {
  field: string
  value: Json
  provenance: JsonObject
  reason: string
}

export async function storeUnusedClaims(
  tx: WorkspaceTx,
  leadId: number,
  claims: readonly AsideClaim[],
  source: JsonObject,
): Promise<void> {
  if (claims.length === 0) return
  const lines = claims.map((claim) => ({ ...claim, provider: providerOf(claim.provenance) }))
  await tx.client.query(
    `insert into lead_claims (workspace_id, lead_id, field, provider, value, provenance, reason, source)
     select distinct on (x.field, x.provider) $1, $2, x.field, x.provider, x.value, x.provenance, x.reason, $4
     from jsonb_to_recordset($3::jsonb) as x (field text, provider text, value jsonb, provenance jsonb, reason text)
     on conflict (workspace_id, lead_id, field, provider) do update
       set value = excluded.value, provenance = excluded.provenance, reason = excluded.reason, source = excluded.source, at = now()`,
    [tx.workspace_id, leadId, JSON.stringify(lines), JSON.stringify(source)],
  )
}

function providerOf({ provider, source }: JsonObject): string {
  return typeof provider === 'string' ? provider : typeof source === 'string' ? source : 'unknown'
}
