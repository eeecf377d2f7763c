// Merges all pairs above a probability at once, after saying how many that is.
import { useQuery } from '@tanstack/react-query'
import { showError } from '../../session/show-error.ts'
import { percent } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import type { PairSubject, TakeBack } from './pair-subject.ts'

interface Props {
  subject: PairSubject
  likely: NonNullable<PairSubject['likely']>
  onMerged: () => void
  onClose: () => void
}

const PROBABILITY: FormField[] = [
  {
    name: 'probability',
    kind: 'choice',
    label: 'Probability of at least',
    options: [0.999, 0.99, 0.95, 0.9, 0.8].map((step) => ({
      value: String(step),
      label: step > 0.99 ? '99.9%' : percent(step),
    })),
  },
]

export function MergeLikelyDialog({ subject, likely, onMerged, onClose }: Props) {
  const { counted, count, merge, most } = likely
  const { values, busy, submit, tied, words } = useForm({ probability: '0.99' })
  const probability = Number(values.probability)
  const counting = useQuery({
    queryKey: [...subject.key, 'likely', probability],
    queryFn: () => count(probability),
    staleTime: 0,
  })
  const found = counting.data?.count
  const isAtLeast = counting.data?.isAtLeast ?? false

  async function accept() {
    if (found === undefined) return
    const isDone = await submit(async () => {
      const { merged, takeBack } = await merge(probability, found)
      toast(`Merged ${counted(merged)}`, takeBack ? { action: { label: 'Undo', run: () => void undo(takeBack) } } : {})
    })
    onMerged()
    if (isDone) onClose()
  }

  async function undo(takeBack: TakeBack) {
    await takeBack().catch((error) => showError(error, 'They stay merged.'))
    onMerged()
  }

  return (
    <FormDialog
      title="Merge likely pairs"
      action={!found ? 'Merge' : `Merge ${counted(Math.min(found, most))}`}
      busy={busy}
      disabled={!found}
      onSubmit={accept}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={PROBABILITY} />
      <p className="text-ink-2" aria-live="polite">
        {counting.isError && 'They could not be counted.'}
        {counting.isPending && 'Counting…'}
        {found === 0 && 'None can be merged at this probability.'}
        {found !== undefined && found > 0 && `${isAtLeast ? 'At least ' : ''}${counted(found)} found.`}
        {found !== undefined && found > most && ` At most ${counted(most)} are merged at once.`}
      </p>
      <p className="text-ink-3 text-sm">{subject.aboutLikely}</p>
      {words !== null && <FormError>{words}</FormError>}
    </FormDialog>
  )
}
