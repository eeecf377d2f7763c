// Merges all pairs above a probability at once, after saying how many they are.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentWorkspace } from '../../api/client.ts'
import { counted } from '../../ui/format.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { acceptAbove, forgetQueue } from './entities.queries.ts'

const STEPS = [0.999, 0.99, 0.95, 0.9, 0.8]

export function AcceptDialog({ onClose }: { onClose: () => void }) {
  const [probability, setProbability] = useState(0.99)
  const { busy, submit, words } = useSubmit()
  const known = useQuery({
    queryKey: [currentWorkspace(), 'entities', 'above', probability],
    queryFn: () => acceptAbove(probability, true),
  })
  const pairs = known.data?.pairs

  async function accept() {
    let merged = 0
    const isDone = await submit(async () => {
      const done = await acceptAbove(probability, false)
      merged = done.merged
    })
    if (!isDone) return
    toast(`Merged ${counted(merged, 'pair')}`)
    void forgetQueue()
    onClose()
  }

  return (
    <FormDialog
      title="Merge likely pairs"
      about="Each merge can be undone on its own, under Merged."
      action={pairs === undefined ? 'Merge' : `Merge ${counted(Math.min(pairs, 500), 'pair')}`}
      busy={busy}
      disabled={!pairs}
      layout=""
      onSubmit={accept}
      onClose={onClose}
    >
      <Field label="Probability of at least">
        <Select value={String(probability)} onChange={(event) => setProbability(Number(event.target.value))}>
          {STEPS.map((step) => (
            <option key={step} value={step}>
              {(step * 100).toFixed(step > 0.99 ? 1 : 0)}%
            </option>
          ))}
        </Select>
      </Field>
      <p className="mt-2 text-ink-3 text-sm" aria-live="polite">
        {pairs === undefined ? 'Counting…' : `${counted(pairs, 'pending pair')}. At most 500 are merged at once.`}{' '}
        People who differ in first name or generation, or share no more than a home or a telephone, stay for you to
        decide.
      </p>
      {words !== null && <FormError>{words}</FormError>}
    </FormDialog>
  )
}
