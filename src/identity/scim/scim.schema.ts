// Wire shapes of SCIM as far as the description needs them; attributes.logic.ts knows the attributes one by one.
import { type TSchema, Type } from 'typebox'

const open = (id: string) => ({ $id: id, additionalProperties: true })
const Schemas = Type.Array(Type.String())

export const ScimErrorBody = Type.Object(
  {
    schemas: Schemas,
    status: Type.String({ description: 'The HTTP status as text.' }),
    scimType: Type.Optional(Type.String({ description: 'A word of RFC 7644, for example `uniqueness`.' })),
    detail: Type.String({ description: 'What went wrong, in words.' }),
  },
  { $id: 'ScimError' },
)

export const ScimUserInput = Type.Object(
  {
    userName: Type.String(),
    active: Type.Optional(Type.Boolean()),
    displayName: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    schemas: Type.Optional(Schemas),
  },
  open('ScimUserInput'),
)

export const ScimGroupInput = Type.Object(
  {
    displayName: Type.String(),
    externalId: Type.Optional(Type.String()),
    members: Type.Optional(
      Type.Array(
        Type.Object({ value: Type.String({ description: 'The id of a user.' }) }, { additionalProperties: true }),
      ),
    ),
    schemas: Type.Optional(Schemas),
  },
  open('ScimGroupInput'),
)

export const ScimPatchInput = Type.Object(
  {
    schemas: Type.Optional(Schemas),
    Operations: Type.Array(
      Type.Object({
        op: Type.String({ description: '`add`, `replace` or `remove`, in any case.' }),
        path: Type.Optional(Type.String({ description: 'For example `emails[type eq "work"].value`.' })),
        value: Type.Optional(Type.Unknown()),
      }),
      { minItems: 1, maxItems: 1000 },
    ),
  },
  { $id: 'ScimPatchInput' },
)

const Meta = Type.Optional(Type.Object({ resourceType: Type.String(), location: Type.String() }, open('ScimMeta')))

/** Only `id` and `schemas` are always there: the others may be left out by `attributes`. */
export const ScimUser = Type.Object(
  {
    schemas: Schemas,
    id: Type.String(),
    userName: Type.Optional(Type.String()),
    active: Type.Optional(Type.Boolean({ description: 'Whether they have access to the workspace.' })),
    displayName: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    meta: Meta,
  },
  open('ScimUser'),
)

export const ScimGroup = Type.Object(
  {
    schemas: Schemas,
    id: Type.String(),
    displayName: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    meta: Meta,
  },
  open('ScimGroup'),
)

/** The configuration, a resource type or a schema. */
export const ScimDocument = Type.Object({ schemas: Schemas, meta: Meta }, open('ScimDocument'))

export function scimListOf(item: TSchema, name: string) {
  return Type.Object(
    {
      schemas: Schemas,
      totalResults: Type.Integer({ minimum: 0 }),
      startIndex: Type.Integer({ minimum: 1 }),
      itemsPerPage: Type.Integer({ minimum: 0 }),
      Resources: Type.Array(item),
    },
    { $id: name },
  )
}

const attributes = Type.Optional(Type.String({ description: 'Only these attributes, separated by commas.' }))
const excludedAttributes = Type.Optional(Type.String({ description: 'All but these attributes, separated by commas.' }))

export const Selection = Type.Object({ attributes, excludedAttributes })

export const ListQuery = Type.Object({
  filter: Type.Optional(Type.String({ description: 'A filter of RFC 7644, for example `userName eq "ada"`.' })),
  startIndex: Type.Optional(Type.Integer({ description: 'The first result, counted from 1.' })),
  count: Type.Optional(Type.Integer({ description: 'How many results at most; 100 by default, never more than 200.' })),
  attributes,
  excludedAttributes,
})
