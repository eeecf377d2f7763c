// Builds colour rules: which rows, which colour, and whether the whole row or the cells of one column.
import { ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/field.tsx'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import { FilterBuilder } from '../../columns/filters/filter-builder.tsx'
import type { Filter } from '../../columns/workbook.shapes.ts'
import { COLOURS, hexOf } from './colours.logic.ts'
import type { ColourRule } from './view-state.logic.ts'

interface Props {
  fields: readonly FilterField[]
  rules: ColourRule[]
  onChange: (rules: ColourRule[]) => void
}

interface Draft {
  key: number
  filter: Filter | null
  colour: string
  column_id?: string
}

let keys = 0

export function ColourRules({ fields, rules, onChange }: Props) {
  const [drafts, setDrafts] = useState<Draft[]>(() => rules.map((rule) => ({ ...rule, key: ++keys })))

  function put(next: Draft[]) {
    setDrafts(next)
    onChange(next.flatMap(({ key: _, filter, ...rest }) => (filter ? [{ ...rest, filter }] : [])))
  }
  const change = (at: number, part: Partial<Draft>) =>
    put(drafts.map((one, index) => (index === at ? { ...one, ...part } : one)))

  return (
    <div className="flex flex-col gap-3">
      {drafts.length === 0 && (
        <p className="text-ink-3 text-sm">Color rows or cells that match a condition, such as those with an error.</p>
      )}
      {drafts.map((rule, at) => (
        <section key={rule.key} aria-label={`Rule ${at + 1}`} className="flex flex-col gap-2 rounded-md border p-2">
          <div className="flex flex-wrap items-center gap-1.5">
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line */}
            <div role="group" aria-label="Color" className="flex gap-1">
              {COLOURS.map((one) => (
                <button
                  key={one.name}
                  type="button"
                  aria-label={one.label}
                  title={one.label}
                  aria-pressed={hexOf(rule.colour) === one.hex}
                  onClick={() => change(at, { colour: one.name })}
                  className="size-5 rounded-sm border-2 border-transparent aria-pressed:border-ink pointer-coarse:size-8"
                >
                  <span className="block size-full rounded-[2px]" style={{ background: one.hex }} />
                </button>
              ))}
            </div>
            <Select
              aria-label="What is colored"
              className="min-w-32 flex-1 basis-32"
              value={rule.column_id ?? ''}
              onChange={(event) => {
                const { column_id: _, ...rest } = rule
                const id = event.target.value
                put(drafts.map((one, index) => (index === at ? { ...rest, ...(id ? { column_id: id } : {}) } : one)))
              }}
            >
              <option value="">The whole row</option>
              {fields
                .filter((one) => !one.id.startsWith('$'))
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {`Only ${one.name}`}
                  </option>
                ))}
            </Select>
            <IconButton
              size="sm"
              icon={ArrowUp}
              label="This rule first"
              disabled={at === 0}
              onClick={() => put([rule, ...drafts.filter((one) => one !== rule)])}
            />
            <IconButton
              size="sm"
              icon={X}
              label="Remove this rule"
              onClick={() => put(drafts.filter((one) => one !== rule))}
            />
          </div>
          <FilterBuilder
            fields={fields}
            filter={rule.filter}
            onChange={(filter) => change(at, { filter })}
            nothing="Colors nothing until it has a condition."
          />
        </section>
      ))}
      <Button
        size="sm"
        look="quiet"
        icon={Plus}
        className="self-start"
        disabled={drafts.length >= 50}
        onClick={() => {
          const free = COLOURS.find((one) => !drafts.some((rule) => rule.colour === one.name)) ?? COLOURS[0]
          put([...drafts, { key: ++keys, filter: null, colour: free?.name ?? 'red' }])
        }}
      >
        Add a rule
      </Button>
    </div>
  )
}
