// Records of a provider that the workspace defined itself: its request asked once, with all of its pages.
import { Type } from 'typebox'
import { NO_PATH, parsePath } from '../../engine/values/path.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { defineOwnSource } from './source.ts'

export const ownProvider = defineOwnSource({
  id: 'own-provider',
  title: 'Own provider',
  group: 'data',
  place: 20,
  description: 'The records that a provider of this workspace answers with, under its price, limits and secret.',
  method: 'api',
  license: 'unknown',
  docs_url: 'https://github.com',
  lead_kind: 'company',
  page_size: 1000,
  fields: null,
  reads: 'provider',
  // Those of the provider, which is listed by itself.
  addresses: () => [],
  settings: Type.Object(
    {
      provider: Type.String({
        pattern: '^own-[a-z0-9-]+$',
        maxLength: 100,
        ...shownAs({ title: 'Provider', editor: 'own-provider' }),
        description: 'A provider that this workspace defined.',
      }),
      inputs: Type.Optional(
        Type.String({
          maxLength: 4000,
          ...shownAs({ title: 'Inputs', editor: 'multiline' }),
          description: 'One a line: name: value. Empty: the sample of the provider.',
        }),
      ),
      items_path: Type.Optional(
        Type.String({
          maxLength: 500,
          title: 'Path of the records',
          description: 'Such as data.items. Empty: what the provider names, else its fields are the only record.',
        }),
      ),
      id_path: Type.Optional(
        Type.String({
          maxLength: 500,
          title: 'Path of the id',
          description: 'In a record, such as id. Empty: its whole content tells.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  check: (settings) => [
    ...(givenInputs(settings) === undefined
      ? [{ setting: 'inputs', msg: 'Write one input a line, as name: value' }]
      : []),
    ...(['items_path', 'id_path'] as const)
      .filter((setting) => parsePath(String(settings[setting] ?? '')) === null)
      .map((setting) => ({ setting, msg: `This path cannot be read: ${NO_PATH}` })),
  ],
})

/** By name; undefined when a line is none, null when nothing is given. */
export function givenInputs({ inputs }: JsonObject): Record<string, string> | null | undefined {
  if (typeof inputs !== 'string' || inputs.trim() === '') return null
  const given: Record<string, string> = {}
  for (const line of inputs.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const [, name, value = ''] = /^\s*([a-z][a-z0-9_]*)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined) return undefined
    given[name] = value
  }
  return given
}
