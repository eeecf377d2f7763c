// The file of an own provider as a person chose it. Pure.
import type { ProviderFile } from './own-providers.queries.ts'

/** The server takes no longer ones. */
const LONGEST = 512 * 1024

/** The provider in the file, or what is wrong with it in words; the server checks all of it again. */
export function readProviderFile(text: string): ProviderFile | string {
  if (text.length > LONGEST) return 'This file is too long for a provider. Nothing was read.'
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'This is no JSON. Choose the file that “Export” of a provider wrote.'
  }
  const file = Object(read) as Partial<ProviderFile>
  if (file.millrace_provider === undefined)
    return 'This is no file of a provider. Choose the one that “Export” of a provider wrote.'
  if (file.millrace_provider !== 1) return 'This file is of a later version of Millrace than this one.'
  const { id, name, definition } = file
  const isWhole =
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof definition?.url === 'string' &&
    Array.isArray(definition.inputs) &&
    Array.isArray(definition.fields)
  return isWhole ? (file as ProviderFile) : 'This file of a provider is not whole. Export it again.'
}
