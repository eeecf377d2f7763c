// The wire shapes of definitions: the file as it is sent, and what applying it would change.
import { type Static, Type } from 'typebox'

export const DefinitionSent = Type.Object(
  {
    definition: Type.Unknown({
      description: 'The file as text (YAML or JSON), or its content as an object. At most 512 KiB, without aliases.',
    }),
    hash: Type.Optional(
      Type.String({ maxLength: 100, description: 'To apply: the hash of the plan that was reviewed.' }),
    ),
  },
  { $id: 'DefinitionSent' },
)

export const DefinitionPlan = Type.Object(
  {
    mode: Type.Unsafe<'plan' | 'apply'>({ type: 'string', enum: ['plan', 'apply'] }),
    changes: Type.Array(
      Type.Object({
        kind: Type.Unsafe<'add' | 'change' | 'rename' | 'remove' | 'reorder'>({
          type: 'string',
          enum: ['add', 'change', 'rename', 'remove', 'reorder'],
        }),
        of: Type.Unsafe<'workbook' | 'column' | 'view' | 'identity'>({
          type: 'string',
          enum: ['workbook', 'column', 'view', 'identity'],
        }),
        name: Type.String(),
        words: Type.String({ description: 'In words.' }),
        warnings: Type.Array(Type.String()),
        fields: Type.Array(Type.Object({ name: Type.String(), from: Type.Unknown(), to: Type.Unknown() }), {
          description: 'What differs, as the file says it: from null to what is added, from what is removed to null.',
        }),
      }),
      { description: 'Empty: the workbook is as the definition says.' },
    ),
    problems: Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
        msg: Type.String(),
        type: Type.String(),
      }),
      {
        description: 'Problems, such as a provider that is not in the catalog; applying is refused (422).',
      },
    ),
    hash: Type.String({ description: 'Send it back to apply exactly this plan.' }),
    change_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Undoes all of it, once applied; null: nothing differed.',
    }),
  },
  { $id: 'DefinitionPlan' },
)

export type DefinitionPlan = Static<typeof DefinitionPlan>
