// Words and figures of jobs.
import type { Schemas } from '../../api/shapes.ts'
import { count, counted, duration } from '../../ui/format.ts'

export const TONES = { pending: 'plain', running: 'accent', done: 'ok', failed: 'bad', cancelled: 'warn' } as const
export const STATUS_WORDS = {
  pending: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const

export const isOpen = ({ status }: Pick<Schemas['Job'], 'status'>) => status === 'pending' || status === 'running'

export function progressWords({ done, total, eta_seconds, status }: Schemas['Job']): string {
  const far = total === null ? count(done) : `${count(done)} of ${count(total)}`
  return status === 'running' && eta_seconds !== null ? `${far}, ${duration(eta_seconds)} left` : far
}

/** What it brought, the most frequent first. */
export function broughtWords({ counts }: Pick<Schemas['Job'], 'counts'>): string {
  return Object.entries(counts)
    .filter(([, many]) => many > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([outcome, many]) => `${count(many)} ${outcome.replaceAll('_', ' ')}`)
    .join(', ')
}

/** What undoing came to, of leads, or of the rows of an import. */
export function undoneWords(
  kind: string,
  { restored, deleted, kept }: { restored: number; deleted: number; kept: number },
): string {
  const [thing, value] = kind === 'workbook.import' ? ['row', 'value'] : ['lead', 'lead']
  const left = kept > 0 ? `, ${count(kept)} left as changed since` : ''
  return `${counted(restored, value)} restored, ${counted(deleted, thing)} deleted${left}.`
}
