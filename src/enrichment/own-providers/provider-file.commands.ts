// A provider as a file: exported without anything secret, imported under the secrets of the workspace it comes to.
import { refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadOwnProvider, readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import type { OwnProviderFile, OwnProviderImport } from './own-provider.schema.ts'
import { createOwnProvider, updateOwnProvider } from './own-providers.commands.ts'
import { secretsOf } from './own-providers.reads.ts'

/** With some vendors the user name of basic authentication is the key, so it does not leave either. */
export async function exportOwnProvider(tx: WorkspaceTx, id: string): Promise<OwnProviderFile> {
  const own = await mustReadOwnProvider(tx, id)
  const { auth, ...rest } = own.definition
  const shared = auth?.kind === 'basic' ? { ...auth, username: '' } : auth
  return {
    millrace_provider: 1,
    id,
    name: own.name,
    definition: { ...rest, ...(shared && { auth: shared }) },
    secrets: secretsOf(own, []).map(({ name, hosts }) => ({ name, hosts })),
  }
}

/** Nothing that is stored here is sent anywhere by an import: a secret goes only to hosts that an admin allowed for it. */
export async function importOwnProvider(
  tx: WorkspaceTx,
  { file, name = file.name, existing, secret, username }: OwnProviderImport,
): Promise<string> {
  const { auth, ...rest } = file.definition
  if (secret !== undefined && !auth) refuseField(['secret'], 'value_error', 'This provider takes no secret', secret)
  if (username !== undefined && auth?.kind !== 'basic')
    refuseField(['username'], 'value_error', 'This provider takes no user name', username)
  const bound = auth && {
    ...auth,
    ...(secret !== undefined && { secret }),
    ...(username !== undefined && auth.kind === 'basic' && { username }),
  }
  const definition = { ...rest, ...(bound && { auth: bound }) }
  const at = ['file', 'definition']
  const own = await readOwnProviders(tx)
  const there = own.find(({ id }) => id === file.id)
  if (there && existing === 'replace') {
    await updateOwnProvider(tx, there.id, { name, definition }, at)
    return there.id
  }
  const names = new Set(own.map((one) => one.name.toLowerCase()))
  let free = name
  for (let number = 2; names.has(free.toLowerCase()); number++) free = `${name.slice(0, 90)} ${number}`
  return createOwnProvider(tx, { name: free, definition }, { at, wanted: file.id })
}
