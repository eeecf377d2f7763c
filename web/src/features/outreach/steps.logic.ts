// The steps of a sequence as the editor makes them.
import type { Schemas } from '../../api/shapes.ts'

function freeId(prefix: string, taken: readonly string[]): string {
  let number = 1
  while (taken.includes(`${prefix}${number}`)) number++
  return `${prefix}${number}`
}

/** A follow-up comes three days later, in the same conversation. */
export function newStep(
  steps: readonly Schemas['SequenceStep'][],
  kind: Schemas['SequenceStep']['kind'],
): Schemas['SequenceStep'] {
  const id = freeId(
    's',
    steps.map((step) => step.id),
  )
  const isFirst = !steps.some((step) => step.kind === 'email')
  const variants = kind === 'email' ? [{ id: 'v1', weight: 1, subject: '', body: '' }] : []
  return {
    id,
    kind,
    delay_hours: steps.length === 0 ? 0 : 72,
    same_thread: kind === 'email' && !isFirst,
    note: null,
    variants,
  }
}

export function addVariant(step: Schemas['SequenceStep']): Schemas['SequenceStep'] {
  const id = freeId(
    'v',
    step.variants.map((variant) => variant.id),
  )
  const [first] = step.variants
  return { ...step, variants: [...step.variants, { id, weight: 1, subject: first?.subject ?? '', body: '' }] }
}

/** "at once", "after 3 days", "after 4 hours". */
export function delayWords(hours: number): string {
  if (hours === 0) return 'at once'
  if (hours % 24 === 0) return `after ${hours / 24} ${hours === 24 ? 'day' : 'days'}`
  return `after ${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

export const KINDS: { value: Schemas['SequenceStep']['kind']; label: string }[] = [
  { value: 'email', label: 'Message' },
  { value: 'call', label: 'Call' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'task', label: 'Other task' },
]

export const VARIABLES = [
  'first_name',
  'last_name',
  'full_name',
  'company',
  'contact_title',
  'city',
  'country',
  'domain',
  'website',
  'specialization',
  'company_size',
  'description',
  'sender_name',
]
