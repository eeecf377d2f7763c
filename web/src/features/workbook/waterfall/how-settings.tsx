// The settings of a waterfall, folded under a sentence that says what they come to: most columns never need them opened.

import { Disclosure } from '../../../ui/disclosure.tsx'
import { ChoiceGroup } from '../../../ui/forms/choice.tsx'
import { Checkbox, Field, Input, Select } from '../../../ui/forms/field.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import type { Provider, WaterfallMode } from '../../columns/workbook.shapes.ts'
import { couldGuess, fieldsOf, type How, howWords, verifiersFor, wrongAmounts } from './how.logic.ts'
import { AcceptFields, VerifierField } from './rule-fields.tsx'
import type { WaterfallDraft } from './waterfall-draft.ts'

interface Props {
  draft: WaterfallDraft
  providers: Provider[]
  /** False of leads: the fields of a record are chosen beside, and no provider is tried first. */
  isColumn?: boolean
  onChange: (draft: WaterfallDraft) => void
}

const MODES: { value: WaterfallMode; label: string; about: string }[] = [
  {
    value: 'stop',
    label: 'Stop at the first good answer',
    about: 'The next provider is called only when those before it had none.',
  },
  {
    value: 'merge',
    label: 'Combine providers',
    about: 'Providers are called for the fields that are still missing, until all of them are filled.',
  },
  {
    value: 'cross_check',
    label: 'Ask until several agree',
    about: 'Costs more, more reliable: a value counts once several providers agree.',
  },
]

const amount = (name: string, label: string, placeholder: string) => ({ name, kind: 'number', label, placeholder })
const LIMITS = [
  amount('max_usd', 'US dollars', 'no limit'),
  amount('max_seconds', 'Seconds', 'no limit'),
  amount('max_providers', 'Providers', 'no limit'),
]
const EXPLORE = [
  amount('explore_percent', 'Rows in a hundred', 'none'),
  amount('explore_usd', 'US dollars a month', 'none'),
]

export function HowSettings({ draft, providers, isColumn = true, onChange }: Props) {
  const { how, accept, kind, output } = draft
  const set = (part: Partial<How>) => onChange({ ...draft, how: { ...how, ...part } })
  const nameOf = (id: string) => providers.find((one) => one.id === id)?.label ?? id
  const verifiers = verifiersFor(output, providers)
  const isWaterfall = kind === 'waterfall'
  const wrong = wrongAmounts(how)
  return (
    <Disclosure
      name="Waterfall settings"
      title={isWaterfall ? 'Waterfall settings' : 'Settings'}
      about={howWords(how, accept, nameOf)}
    >
      <div className="flex flex-col gap-5">
        {isWaterfall && (
          <ChoiceGroup
            legend="Stop rule"
            options={MODES}
            value={how.mode}
            onPick={(mode) =>
              set({ mode, ...(mode === 'merge' && how.fields.length === 0 ? { fields: [output] } : {}) })
            }
          />
        )}
        {isColumn && how.mode === 'merge' && (
          <Fields draft={draft} providers={providers} onFields={(chosen) => set({ fields: chosen })} />
        )}
        {how.mode === 'cross_check' && (
          <Field label="Providers that must agree">
            <Select value={how.agree} onChange={(event) => set({ agree: Number(event.target.value) })}>
              {[2, 3, 4, 5].map((one) => (
                <option key={one} value={one}>
                  {one} providers
                </option>
              ))}
            </Select>
          </Field>
        )}
        {(how.guess || couldGuess(draft)) && (
          <Checkbox
            label="Guess the address first, for nothing"
            hint="By its pattern, from the name and the domain. Kept only if it is verified; else the providers are called as usual."
            checked={how.guess}
            onChange={(guess) => set({ guess })}
          />
        )}
        {isWaterfall && (verifiers.length > 0 || how.verify) && (
          <VerifierField
            label="Verifier of each answer"
            hint="Checks every found value that is not verified yet. A value it rejects is never kept."
            verify={how.verify}
            verifiers={verifiers}
            onChange={(verify) =>
              onChange({
                ...draft,
                how: { ...how, verify },
                // With a verifier, only answers that pass are wanted.
                ...(verify && !how.verify && accept.kind === 'any' ? { accept: { kind: 'verified' } } : {}),
              })
            }
          />
        )}
        <AcceptFields
          label="Accept an answer when"
          hint="The best answer that was not accepted is kept and marked unverified."
          accept={accept}
          onChange={(next) => next && onChange({ ...draft, accept: next })}
        />
        {isWaterfall && (
          <fieldset>
            <legend className="mb-1.5 font-medium text-ink-2 text-sm">For one row at most</legend>
            <SchemaForm columns={3} fields={LIMITS} values={how} errors={wrong} onChange={set} />
            <p className="mt-1 text-ink-3 text-xs">
              No call is made that could go past it. Blank: no limit in money and time, and as many providers as the
              settings of the workspace say.
            </p>
          </fieldset>
        )}
        {isColumn && isWaterfall && draft.steps.length > 1 && (
          <fieldset>
            <legend className="mb-1.5 font-medium text-ink-2 text-sm">Try other providers first now and then</legend>
            <SchemaForm columns={3} fields={EXPLORE} values={how} errors={wrong} onChange={set} />
            <p className="mt-1 text-ink-3 text-xs">
              On this share of the rows, a provider with few results here is called first. Suggested orders then compare
              more than the current order. Blank: never.
            </p>
          </fieldset>
        )}
        <Field
          label="Values count as old after"
          hint="Then a run over old values calls again, and no older answer of the cache is taken. Blank: never."
          error={wrong.max_age}
        >
          <span className="flex items-center gap-2">
            <Input
              inputMode="decimal"
              className="max-w-24 tabular-nums"
              value={how.max_age}
              onChange={(event) => set({ max_age: event.target.value })}
            />
            <span aria-hidden className="text-ink-3">
              days
            </span>
          </span>
        </Field>
      </div>
    </Disclosure>
  )
}

function Fields({
  draft,
  providers,
  onFields,
}: {
  draft: WaterfallDraft
  providers: Provider[]
  onFields: (fields: string[]) => void
}) {
  const { how, steps, output } = draft
  const known = fieldsOf(output, steps, providers)
  const lost = how.fields.filter((field) => !known.some((one) => one.field === field))
  const all = [...known, ...lost.map((field) => ({ field, label: field, givers: 0 }))]
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink-2 text-sm">The fields of the record</legend>
      <div className="grid max-h-56 grid-cols-1 gap-x-3 gap-y-1.5 overflow-auto min-[400px]:grid-cols-2">
        {all.map(({ field, label, givers }) => (
          <Checkbox
            key={field}
            label={label}
            hint={givers === 0 ? 'no provider above gives it' : `from ${givers} of ${steps.length}`}
            checked={how.fields.includes(field)}
            onChange={(on) => onFields(on ? [...how.fields, field] : how.fields.filter((one) => one !== field))}
          />
        ))}
      </div>
    </fieldset>
  )
}
