// When an answer is good enough, and who checks it: of a whole waterfall, or of one step that has rules of its own.
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import { priceWords } from '../../columns/catalogue.logic.ts'
import type { AcceptChoice, Provider, Verifier } from '../../columns/workbook.shapes.ts'
import { ACCEPT_WORDS } from './how.logic.ts'

const USUAL_CONFIDENCE = 0.8
const AS_COLUMN = 'column'

interface AcceptProps {
  /** Undefined where a step goes by the rule of the column. */
  accept: AcceptChoice | undefined
  label: string
  hint?: string
  /** A step may leave it to the column. */
  ofStep?: boolean
  onChange: (accept: AcceptChoice | undefined) => void
}

export function AcceptFields({ accept, label, hint, ofStep, onChange }: AcceptProps) {
  const min = accept?.kind === 'confidence' ? accept.min : USUAL_CONFIDENCE
  return (
    <>
      <Field label={label} hint={hint}>
        <Select
          value={accept?.kind ?? AS_COLUMN}
          onChange={(event) => {
            const kind = event.target.value
            if (kind === AS_COLUMN) onChange(undefined)
            else if (kind === 'formula') onChange({ kind, expression: '' })
            else onChange(kind === 'confidence' ? { kind, min } : ({ kind } as AcceptChoice))
          }}
        >
          {ofStep && <option value={AS_COLUMN}>as for the column</option>}
          {Object.entries(ACCEPT_WORDS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
          {accept && !(accept.kind in ACCEPT_WORDS) && <option value={accept.kind}>as it was set by the API</option>}
        </Select>
      </Field>
      {accept?.kind === 'formula' && (
        <Field
          label="Formula"
          hint="Over the fields of the answer, such as AND({{employee_count}} > 10, {{confidence}} > 0.5). {{value}} and {{verified}} are there too."
        >
          <Input
            value={accept.expression}
            spellCheck={false}
            onChange={(event) => onChange({ kind: 'formula', expression: event.target.value })}
          />
        </Field>
      )}
      {accept?.kind === 'confidence' && (
        <Field label={`Confidence at least ${Math.round(min * 100)}%`}>
          <input
            type="range"
            aria-label="Least confidence in percent"
            min={5}
            max={100}
            step={5}
            value={Math.round(min * 100)}
            onChange={(event) => onChange({ kind: 'confidence', min: Number(event.target.value) / 100 })}
            className="w-full accent-accent"
          />
        </Field>
      )}
    </>
  )
}

interface VerifierProps {
  verify: Verifier | null | undefined
  label: string
  hint?: string
  verifiers: { provider: Provider; input: string }[]
  ofStep?: boolean
  onChange: (verify: Verifier | null) => void
}

export function VerifierField({ verify, label, hint, verifiers, ofStep, onChange }: VerifierProps) {
  const isKnown = !verify || verifiers.some(({ provider }) => provider.id === verify.provider)
  return (
    <Field label={label} hint={hint}>
      <Select
        value={verify?.provider ?? ''}
        onChange={(event) => {
          const found = verifiers.find(({ provider }) => provider.id === event.target.value)
          onChange(found ? { provider: found.provider.id, input: found.input } : null)
        }}
      >
        <option value="">{ofStep ? 'as for the column' : 'None'}</option>
        {!isKnown && verify && <option value={verify.provider}>{verify.provider}</option>}
        {verifiers.map(({ provider }) => (
          <option key={provider.id} value={provider.id} disabled={!provider.ready && provider.id !== verify?.provider}>
            {provider.label} ({provider.ready ? priceWords(provider).toLowerCase() : 'needs a key'})
          </option>
        ))}
      </Select>
    </Field>
  )
}
