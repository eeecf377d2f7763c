// An own provider asked once: with values that are typed or those of a row, and what it answered.

import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { rawText } from '../../grid/marks/display.logic.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Part } from '../custom-columns/form-parts.tsx'
import { TriedOutcome } from '../custom-columns/try/try-part.tsx'
import type { OwnProviderTrial } from './own-providers.queries.ts'

/** A row of a workbook to test with. */
export interface TestRow {
  words: string
  inputs: Record<string, string>
}

interface Props {
  inputs: { name: string; label: string }[]
  values: Record<string, string>
  onValues: (values: Record<string, string>) => void
  rows?: readonly TestRow[]
  blocked: string | null
  ask: (inputs: Record<string, string>) => Promise<OwnProviderTrial>
  /** Under what was answered. */
  children?: (tested: OwnProviderTrial) => ReactNode
}

export function ProviderTest({ inputs, values, onValues, rows = [], blocked, ask, children }: Props) {
  const {
    busy,
    submit,
    answer: tested,
    words,
  } = useSubmit<{ answer: OwnProviderTrial; inputs: Record<string, string> }>()
  const asked = Object.fromEntries(
    inputs.flatMap(({ name }) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
  )
  const chosen = rows.findIndex((row) => inputs.every(({ name }) => (row.inputs[name] ?? '') === (values[name] ?? '')))
  return (
    <Part title="Test it" about="Makes one real call; normal charges apply. Nothing is stored.">
      {rows.length > 0 && (
        <Field label="With the values of a row">
          <Select
            value={chosen}
            onChange={(event) => {
              const row = rows[Number(event.target.value)]
              if (row) onValues(row.inputs)
            }}
          >
            {chosen < 0 && <option value={-1}>Values typed below</option>}
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity here and never move
              <option key={at} value={at}>
                {row.words}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {inputs.map(({ name, label }) => (
          <Field key={name} label={label}>
            <Input
              dir="auto"
              maxLength={2000}
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={(event) => onValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={FlaskConical}
          busy={busy}
          disabled={blocked !== null || Object.keys(asked).length === 0}
          onClick={() => void submit(async () => ({ answer: await ask(asked), inputs: asked }))}
        >
          Ask once
        </Button>
        {blocked && <span className="text-ink-3 text-sm">{blocked}</span>}
      </div>
      <FormError>{words}</FormError>
      {tested && !busy && (
        <>
          <section aria-label="What it answered" className="rounded-md border px-3 py-2">
            <TriedOutcome row={rowOf(tested.answer, tested.inputs)}>
              <Values values={tested.answer.values} verified={tested.answer.verified} />
            </TriedOutcome>
          </section>
          {children?.(tested.answer)}
        </>
      )}
    </Part>
  )
}

/** A test in the shape in which a row that was tried is shown. */
const rowOf = (tested: OwnProviderTrial, inputs: Record<string, string>) =>
  ({
    ...tested,
    row_id: 'test',
    position: 1,
    inputs,
    value: null,
    fields: null,
    attempts: [],
    status: tested.status === 'found' ? 'complete' : tested.status,
  }) as Schemas['TriedRow']

function Values({ values, verified }: Pick<OwnProviderTrial, 'values' | 'verified'>) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <dl className="mt-1 grid grid-cols-[minmax(4rem,30%)_1fr] gap-x-3 text-sm">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-3">{name}</dt>
          <dd dir="auto" className="[overflow-wrap:anywhere]">
            {rawText(value) || <span className="text-ink-3">nothing</span>}
          </dd>
        </div>
      ))}
      {verified && (
        <div className="contents">
          <dt className="text-ink-3">Checked</dt>
          <dd className="text-ok">The answer says so</dd>
        </div>
      )}
    </dl>
  )
}
