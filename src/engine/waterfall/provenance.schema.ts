// Where a value came from, under which license, and until when it is good.
import { type Static, Type } from 'typebox'
import type { Json } from '../../kernel/json.ts'
import type { License, Method } from './outcome.ts'

export const METHODS: readonly Method[] = ['api', 'crawl', 'registry', 'inferred', 'ai', 'manual', 'import']

export const LICENSES: readonly License[] = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'ODbL-1.0',
  'OGL-3.0',
  'public-record',
  'scraped',
  'proprietary-api',
  'user-provided',
  'inferred',
  'unknown',
]

const Maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const Time = (description: string) => Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const Source = Type.Object({
  provider: Type.String(),
  step_id: Type.String(),
  value: Type.Optional(Type.Unsafe<Json>({ description: 'Absent where the value of the cell has it.' })),
  confidence: Type.Number(),
  verified: Type.Boolean(),
  source_url: Type.Optional(Type.String()),
  quote: Type.Optional(Type.String()),
})

export const Provenance = Type.Object(
  {
    source: Type.String({ description: 'The host of the page, else the provider; `manual` or `import` for a person.' }),
    provider: Maybe('The lookup that answered; null when a person brought the value.'),
    method: Type.Unsafe<Method>({ type: 'string', enum: [...METHODS] }),
    source_url: Maybe('The page or record the value is on.'),
    quote: Type.Optional(Type.String({ description: 'The words on that page.' })),
    note: Type.Optional(
      Type.String({ description: 'What to know before it is used, such as that the page may be of another firm.' }),
    ),
    license: Type.Unsafe<License>({ type: 'string', enum: [...LICENSES] }),
    attribution: Maybe('The attribution that the license requires.'),
    confidence: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
    fetched_at: Time('When the source gave it; of a cached answer, the time it was first given.'),
    expires_at: Time('When it should be fetched again; null when it does not age.'),
    run_id: Maybe('The run that wrote it.'),
    why: Type.Optional(Type.String({ description: 'Of a waterfall: why the value is this one.' })),
    others: Type.Optional(
      Type.Array(Source, { description: 'What other sources said, where that is something else.' }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String(), Source, { description: 'Of a merge or a whole answer: where each field came from.' }),
    ),
  },
  { $id: 'Provenance' },
)

export type Provenance = Static<typeof Provenance>
