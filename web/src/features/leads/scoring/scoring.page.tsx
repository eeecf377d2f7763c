// Scoring rules: fit and intent with their points, weights and tiers, and at once who would move.

import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { usePage } from '../../../session/page.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { FilterBuilder } from '../../columns/filters/filter-builder.tsx'
import type { Filter } from '../../columns/workbook.shapes.ts'
import { previewScoring, putScoring, scoringKey, scoringQuery } from '../lead-actions.api.ts'
import { customFieldsKey, fieldsQuery, getCustomFields } from '../leads.api.ts'
import { freshId, rulesOf, scoringFields } from './scoring.logic.ts'
import { ScoringPreviewPart } from './scoring-preview.tsx'

export function ScoringPage() {
  usePage({ title: 'Scoring' })
  const scoring = useQuery(scoringQuery())
  if (scoring.isPending) return <ListSkeleton rows={6} />
  if (scoring.isError)
    return (
      <ErrorState title="The rules could not be loaded" error={scoring.error} retry={() => void scoring.refetch()} />
    )
  return <Editor key={scoring.data.version} saved={scoring.data} />
}

function Editor({ saved }: { saved: Schemas['Scoring'] }) {
  const editable = roleReaches(useWorkspace().role, 'editor')
  const {
    values: rules,
    set,
    dirty: isChanged,
    busy,
    submit,
    allWords: words,
  } = useForm<Schemas['ScoringRulesInput']>(rulesOf(saved))
  const { settled } = useDebounced(rules)
  const preview = useQuery({
    queryKey: [...scoringKey(), 'preview', settled],
    queryFn: ({ signal }) => previewScoring(settled, signal),
    placeholderData: (old) => old,
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
  async function save() {
    const done = await submit(async () => {
      queries.setQueryData(scoringKey(), await putScoring(rules))
    })
    if (done) toast('Rules saved. Leads are being scored with them.', { tone: 'good' })
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-8">
          <header className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1">
              <h1 className="font-semibold text-lg">Scoring</h1>
              <p className="text-ink-2">Fit and intent are each the sum of their points, from 0 to 100.</p>
            </div>
            {editable && (
              <Button look="primary" busy={busy} disabled={!isChanged && !saved.is_default} onClick={() => void save()}>
                Save and score leads
              </Button>
            )}
          </header>
          <FormError>{words}</FormError>
          <fieldset disabled={!editable} className="flex min-w-0 flex-col gap-8">
            <FitRules rules={rules} onChange={set} />
            <IntentRules rules={rules} onChange={set} />
            <Totals rules={rules} onChange={set} />
          </fieldset>
        </div>
        <ScoringPreviewPart preview={preview.data} isError={preview.isError} isStale={preview.isFetching} />
      </div>
    </div>
  )
}

interface Part {
  rules: Schemas['ScoringRulesInput']
  onChange: (rules: Schemas['ScoringRulesInput']) => void
}

const number = (text: string) => Math.max(-100, Math.min(100, Math.round(Number(text)) || 0))

interface PointsProps {
  value: number
  className?: string
  onChange: (points: number) => void
}

function Points({ value, className, onChange }: PointsProps) {
  return (
    <Field label="Points" className={className}>
      <Input
        type="number"
        min={-100}
        max={100}
        value={value}
        onChange={(event) => onChange(number(event.target.value))}
      />
    </Field>
  )
}

function FitRules({ rules, onChange }: Part) {
  const fields = useQuery(fieldsQuery)
  const custom = useQuery({ queryKey: customFieldsKey(), queryFn: getCustomFields })
  const set = (id: string, change: Partial<Schemas['ScoringRulesInput']['fit'][number]>) =>
    onChange({ ...rules, fit: rules.fit.map((rule) => (rule.id === id ? { ...rule, ...change } : rule)) })
  const add = () =>
    onChange({
      ...rules,
      fit: [
        ...rules.fit,
        { id: freshId(rules), name: 'New rule', filter: { field: 'country', op: 'not_empty' }, points: 10 },
      ],
    })
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">Fit</h2>
      <ul className="flex flex-col gap-3">
        {rules.fit.map((rule, at) => (
          <li key={rule.id} className="flex flex-col gap-2 rounded-md border p-3">
            <div className="flex items-end gap-2">
              <Field label="Rule" className="flex-1">
                <Input
                  value={rule.name}
                  maxLength={120}
                  onChange={(event) => set(rule.id, { name: event.target.value })}
                />
              </Field>
              <Points className="w-20" value={rule.points} onChange={(points) => set(rule.id, { points })} />
              <IconButton
                icon={Trash2}
                label={`Delete the rule ${rule.name}`}
                onClick={() => onChange({ ...rules, fit: rules.fit.filter((_, index) => index !== at) })}
              />
            </div>
            {fields.data && (
              <FilterBuilder
                fields={scoringFields(fields.data, custom.data ?? [])}
                filter={rule.filter as Filter}
                delay={0}
                nothing="Every lead gets the points. Add a condition to narrow it down."
                onChange={(filter) => set(rule.id, { filter: (filter ?? { and: [] }) as typeof rule.filter })}
              />
            )}
          </li>
        ))}
      </ul>
      <Button size="sm" icon={Plus} className="self-start" onClick={add}>
        Add fit rule
      </Button>
    </section>
  )
}

function IntentRules({ rules, onChange }: Part) {
  const set = (at: number, change: Partial<Schemas['ScoringRulesInput']['intent'][number]>) =>
    onChange({ ...rules, intent: rules.intent.map((rule, index) => (index === at ? { ...rule, ...change } : rule)) })
  const add = () => {
    const id = freshId(rules)
    onChange({
      ...rules,
      intent: [...rules.intent, { id, name: 'New rule', kind: id, points: 10, half_life_days: 30 }],
    })
  }
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">Intent</h2>
      <ul className="flex flex-col gap-3">
        {rules.intent.map((rule, at) => (
          <li
            key={rule.id}
            className="grid grid-cols-2 items-end gap-2 rounded-md border p-3 sm:grid-cols-[2fr_1fr_5rem_6rem_auto]"
          >
            <Field label="Rule">
              <Input value={rule.name} maxLength={120} onChange={(event) => set(at, { name: event.target.value })} />
            </Field>
            <Field label="Kind">
              <Input value={rule.kind} maxLength={60} onChange={(event) => set(at, { kind: event.target.value })} />
            </Field>
            <Points value={rule.points} onChange={(points) => set(at, { points })} />
            <Field label="Half after">
              <Input
                type="number"
                min={1}
                title="Days after which half of the points are left"
                value={rule.half_life_days}
                onChange={(event) => set(at, { half_life_days: Math.max(1, Number(event.target.value) || 1) })}
              />
            </Field>
            <IconButton
              icon={Trash2}
              label={`Delete the rule ${rule.name}`}
              onClick={() => onChange({ ...rules, intent: rules.intent.filter((_, index) => index !== at) })}
            />
          </li>
        ))}
      </ul>
      <Button size="sm" icon={Plus} className="self-start" onClick={add}>
        Add intent rule
      </Button>
    </section>
  )
}

function Totals({ rules, onChange }: Part) {
  const fit = Math.round((rules.weights.fit / (rules.weights.fit + rules.weights.intent || 1)) * 100)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">Total and tiers</h2>
      <Field label={`Weight: ${fit}% fit, ${100 - fit}% intent`}>
        <input
          type="range"
          aria-label="Weight of fit in percent"
          min={0}
          max={100}
          value={fit}
          onChange={(event) => {
            const share = Number(event.target.value) / 100
            onChange({ ...rules, weights: { fit: share, intent: Math.round((1 - share) * 100) / 100 } })
          }}
        />
      </Field>
      <div className="grid grid-cols-3 gap-2">
        {(['hot', 'warm', 'cold'] as const).map((tier) => (
          <Field key={tier} label={`${tier.charAt(0).toUpperCase()}${tier.slice(1)} from`}>
            <Input
              type="number"
              min={0}
              max={100}
              value={rules.tiers[tier]}
              onChange={(event) =>
                onChange({ ...rules, tiers: { ...rules.tiers, [tier]: Math.max(0, number(event.target.value)) } })
              }
            />
          </Field>
        ))}
      </div>
    </section>
  )
}
