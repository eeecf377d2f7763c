// The editor of a sequence: steps with their delays and variants at the left, the messages of a real lead at the right.

import { Plus } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { updateSequence } from './outreach.queries.ts'
import { SequencePreview } from './sequence-preview.tsx'
import { StepCard } from './step-card.tsx'
import { newStep } from './steps.logic.ts'

export function StepsEditor({ sequence, mayEdit }: { sequence: Schemas['Sequence']; mayEdit: boolean }) {
  const { values, set, dirty, reset, busy, submit, allWords: words } = useForm({ steps: sequence.steps })
  const { steps } = values
  const setSteps = (next: Schemas['SequenceStep'][]) => set({ steps: next })
  const change = (at: number, step: Schemas['SequenceStep']) =>
    setSteps(steps.map((one, place) => (place === at ? step : one)))
  const move = (at: number, by: number) => {
    const next = [...steps]
    const [step] = next.splice(at, 1)
    if (step) next.splice(at + by, 0, step)
    setSteps(next)
  }
  async function save() {
    if (await submit(() => updateSequence(sequence.id, { steps }))) reset()
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        {steps.map((step, at) => (
          <StepCard
            key={step.id}
            step={step}
            number={at + 1}
            of={steps.length}
            mayEdit={mayEdit}
            onChange={(next) => change(at, next)}
            onMove={(by) => move(at, by)}
            onRemove={() => setSteps(steps.filter((_, place) => place !== at))}
          />
        ))}
        {steps.length === 0 && <p className="text-ink-2">Begin with a message: a subject, and a few lines.</p>}
        {mayEdit && (
          <div className="flex flex-wrap items-center gap-2">
            <Button icon={Plus} onClick={() => setSteps([...steps, newStep(steps, 'email')])}>
              Add message
            </Button>
            <Button icon={Plus} look="quiet" onClick={() => setSteps([...steps, newStep(steps, 'call')])}>
              Add task
            </Button>
            <span className="flex-1" />
            {dirty && (
              <Button look="quiet" disabled={busy} onClick={reset}>
                Discard changes
              </Button>
            )}
            <Button look="primary" busy={busy} disabled={!dirty} onClick={() => void save()}>
              Save messages
            </Button>
          </div>
        )}
        <FormError>{words}</FormError>
      </div>
      <SequencePreview sequence={sequence} steps={steps} />
    </div>
  )
}
