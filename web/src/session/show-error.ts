// Says in a short message what went wrong, what it means for the data, and what to do next.
import { asProblem, describeProblem, isAborted } from '../api/problem.ts'
import { toast } from '../ui/overlays/toast.tsx'

/** With `again` the message offers to repeat what failed, when repeating can help. */
export function showError(error: unknown, meaning: string, again?: () => void): void {
  if (isAborted(error)) return
  const problem = describeProblem(error)
  const { status } = asProblem(error)
  const helps = again && (status === 0 || status === 429 || status >= 500)
  toast(`${problem.what} ${meaning} ${helps ? '' : problem.next}`.trim(), {
    tone: 'bad',
    ...(helps ? { action: { label: 'Try again', run: again } } : {}),
  })
}
