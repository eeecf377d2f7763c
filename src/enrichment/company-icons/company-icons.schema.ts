// Wire shapes of company icons.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

export const MOST_DOMAINS = 100
const Domain = Type.String({ minLength: 1, maxLength: 253 })

export const IconSettings = Type.Object(
  { enabled: Type.Boolean({ description: 'Whether icons are fetched from the sites of companies.' }) },
  { $id: 'CompanyIconSettings' },
)
export const IconSettingsUpdate = Type.Object(
  { enabled: Type.Boolean() },
  { $id: 'CompanyIconSettingsUpdate', additionalProperties: false },
)

export const IconQuery = Type.Object({
  domains: Type.String({
    minLength: 1,
    maxLength: MOST_DOMAINS * 64,
    description: `Separated by commas, at most ${MOST_DOMAINS}.`,
  }),
})

export const CompanyIcon = Type.Object(
  {
    domain: Type.String({ description: 'As it was asked for.' }),
    state: Type.Unsafe<'ready' | 'none' | 'asked' | 'unknown'>({
      type: 'string',
      enum: ['ready', 'none', 'asked', 'unknown'],
      description:
        '`none`: the site gives no icon that can be stored, or could not be read and is asked again after a day; `asked`: it is being fetched; `unknown`: it was not asked for.',
    }),
    image: nullable(
      Type.String({ description: 'A data URL of a PNG, JPEG, WebP or ICO picture, at most 512 px a side and 32 KiB.' }),
    ),
  },
  { $id: 'CompanyIcon' },
)
export type CompanyIcon = Static<typeof CompanyIcon>

export const CompanyIcons = Type.Object(
  { enabled: Type.Boolean(), items: Type.Array(CompanyIcon) },
  { $id: 'CompanyIcons' },
)

export const IconRequest = Type.Object(
  { domains: Type.Array(Domain, { minItems: 1, maxItems: MOST_DOMAINS }) },
  { $id: 'CompanyIconRequest', additionalProperties: false },
)
export const IconsAsked = Type.Object(
  {
    asked: Type.Integer({
      description: 'How many sites are read now; the others were, or are no domains of companies.',
    }),
  },
  { $id: 'CompanyIconsAsked' },
)
