// The performance settings as a form: what each does in words, and the values that the server applied.

import type { Schemas } from '../../../api/shapes.ts'

export type PerformanceName = keyof Schemas['PerformanceSettings']

interface Setting {
  name: PerformanceName
  label: string
  unit: string
  does: string
}

export const PERFORMANCE: readonly Setting[] = [
  {
    name: 'row_concurrency',
    label: 'Rows at once',
    unit: 'rows',
    does: 'Rows of this workspace that one worker fills at the same time. More is faster, and uses more of the machine.',
  },
  {
    name: 'provider_workers',
    label: 'Calls per provider at once',
    unit: 'calls',
    does: 'Calls under way to one provider. Lower it when a provider reports too many calls.',
  },
  {
    name: 'provider_timeout',
    label: 'Wait for an answer',
    unit: 'seconds',
    does: 'After this long a call counts as failed for the moment. Until you set it, each lookup gets the time it declares.',
  },
  {
    name: 'max_providers',
    label: 'Providers per cell',
    unit: 'providers',
    does: 'A cell that was not found after this many providers stays empty. 0 calls all providers of its column.',
  },
  {
    name: 'retry_passes',
    label: 'Retries',
    unit: 'times',
    does: 'How often a call that failed for the moment is made again.',
  },
]

/** One line for each value that the server moved: "Rows at once is 64, not 200". */
export function movedValues(
  asked: Partial<Schemas['PerformanceSettings']>,
  effective: Schemas['PerformanceSettings'],
): string[] {
  return PERFORMANCE.filter(({ name }) => asked[name] !== undefined && asked[name] !== effective[name]).map(
    ({ name, label }) => `${label} is ${effective[name]}, not ${asked[name]}`,
  )
}
