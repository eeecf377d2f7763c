// What a workspace has entered for each integration: whether and when, with a hint for members who may change it, never a value.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import {
  type AccountForm,
  type Credentials,
  type Integration,
  integrationOf,
  type Lookup,
} from '../../providers/kit/kit.ts'
import type { IntegrationResponse, IntegrationTest } from './integrations.schema.ts'

/** Where a value is sealed to; a value that is copied to another field or integration does not open. */
export const valuePlace = (integrationId: string, field: string) => ['integration', integrationId, field]

/** Whether everything that is required has been entered. */
export type ConnectionCheck = (form: AccountForm) => boolean

/** What the workspace has entered. What is stored is not opened for this. */
export async function readEntered(tx: WorkspaceTx): Promise<ConnectionCheck> {
  const { rows } = await tx.client.query<{ integration_id: string; fields: string[] }>({
    name: 'integrations_configured',
    text: `select integration_id, array_agg(field) as fields from integration_values where workspace_id = $1 group by 1`,
    values: [tx.workspace_id],
  })
  const entered = new Map(rows.map((row) => [row.integration_id, new Set(row.fields)]))
  return ({ id, fields }) =>
    entered.has(id) && fields.every(({ name, required }) => !required || entered.get(id)?.has(name))
}

interface Stored {
  integration_id: string
  field: string
  sealed: Buffer
  updated_at: Date
  /** For secrets: the hosts they may be sent to, and the columns that may use them. */
  hosts: string[]
  columns: string[] | null
}

/** The opened values of one integration, or of all. A value that cannot be opened is absent and named in `broken`. */
export async function openValues(
  tx: WorkspaceTx,
  vault: Vault,
  integrationId?: string,
): Promise<{ values: Map<string, Record<string, string>>; stored: Stored[]; broken: Stored[] }> {
  const { rows: stored } = await tx.client.query<Stored>(
    `select integration_id, field, sealed, updated_at, hosts, columns from integration_values
      where workspace_id = $1 and ($2::text is null or integration_id = $2) order by integration_id, field`,
    [tx.workspace_id, integrationId ?? null],
  )
  const places = stored.map(({ integration_id, field, sealed }) => ({
    place: valuePlace(integration_id, field),
    sealed,
  }))
  const texts = await vault.open(tx, places)
  const values = new Map<string, Record<string, string>>()
  const broken = stored.filter((_, at) => texts[at] === null)
  stored.forEach(({ integration_id, field }, at) => {
    const text = texts[at]
    if (typeof text === 'string') values.set(integration_id, { ...values.get(integration_id), [field]: text })
  })
  return { values, stored, broken }
}

/** What calls are made with: what was entered, else the defaults. */
export function accountOf({ fields }: AccountForm, values: Record<string, string> = {}): Credentials {
  const entries = fields.flatMap(({ name, default: usual }): [string, string][] => {
    const value = values[name] ?? usual
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

const BROKEN = 'What is stored was changed or cannot be opened, so it is not used. Enter it again.'

/** The records of the given integrations. `hints` shows the ends of values, for callers who may change them. */
export async function readIntegrations(
  tx: WorkspaceTx,
  vault: Vault,
  integrations: readonly Integration[],
  catalog: readonly Lookup[],
  hints: boolean,
): Promise<IntegrationResponse[]> {
  const [only] = integrations.length === 1 ? integrations : []
  const { values, stored, broken } = await openValues(tx, vault, only?.id)
  const tests = await readTests(tx)
  return integrations.map((integration) => {
    const own = values.get(integration.id) ?? {}
    const users = catalog.filter((lookup) => integrationOf(lookup)?.id === integration.id)
    const isSet = (name: string) => Object.hasOwn(own, name)
    return {
      id: integration.id,
      name: integration.name,
      kind: integration.kind,
      docs_url: integration.docs_url,
      // What no lookup takes, such as the key of a vendor of models, nothing goes without.
      required: users.length === 0 || users.some(({ keyless }) => !keyless),
      lookups: users.map(({ id, label }) => ({ id, label })),
      fields: integration.fields.map(({ name, label, secret, required, help, default: usual }) => {
        const row = stored.find((one) => one.integration_id === integration.id && one.field === name)
        return {
          name,
          label,
          secret,
          required,
          help,
          default: usual ?? null,
          set: isSet(name),
          updated_at: isSet(name) && row ? row.updated_at.toISOString() : null,
          hint: hints ? hintOf(own[name]) : null,
        }
      }),
      configured:
        Object.keys(own).length > 0 && integration.fields.every(({ name, required }) => !required || isSet(name)),
      problem: broken.some(({ integration_id }) => integration_id === integration.id) ? BROKEN : null,
      last_test: tests.get(integration.id) ?? null,
    }
  })
}

/** Four characters of at least sixteen: enough to tell two keys apart, too few to help a thief. */
const HINTED_FROM = 16

function hintOf(value: string | undefined): string | null {
  return value !== undefined && value.length >= HINTED_FROM ? value.slice(-4) : null
}

async function readTests(tx: WorkspaceTx): Promise<Map<string, IntegrationTest>> {
  const { rows } = await tx.client.query<
    Omit<IntegrationTest, 'tested_at'> & { integration_id: string; tested_at: Date }
  >('select integration_id, tested_at, ok, words, latency_ms from integration_tests where workspace_id = $1', [
    tx.workspace_id,
  ])
  return new Map(
    rows.map(({ integration_id, tested_at, ...test }) => [
      integration_id,
      { ...test, tested_at: tested_at.toISOString() },
    ]),
  )
}
