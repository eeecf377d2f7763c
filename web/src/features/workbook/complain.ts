// Says in a short message what went wrong, what it means for the data, and what to do next.
import { describeProblem, isAborted } from '../../api/problem.ts'
import { toast } from '../../ui/toast.tsx'

export function complain(error: unknown, meaning: string): void {
  if (isAborted(error)) return
  const problem = describeProblem(error)
  toast(`${problem.what} ${meaning} ${problem.next}`, { tone: 'bad' })
}
