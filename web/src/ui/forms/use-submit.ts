// One form being sent: busy, refused fields by name, and what else went wrong in words. What was typed stays.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { asProblem, describeProblem, type Problem } from '../../api/problem.ts'

function wordsFor(problem: Problem): string {
  const { what, next } = describeProblem(problem)
  // A conflict says itself what is in the way; trying again changes nothing.
  return problem.status === 409 ? what : `${what} ${next}`
}

export function useSubmit<Answer = unknown>() {
  const { isPending, error, data, variables, mutateAsync, reset } = useMutation({
    mutationFn: (sent: { work: () => Promise<Answer>; by: string }) => sent.work(),
  })
  const problem = error ? asProblem(error) : null
  // What was shown stays on screen while something else is sent.
  const answer = useRef<Answer | undefined>(undefined)
  if (data !== undefined) answer.current = data

  // Known at once, also to what was drawn before it began.
  const underWay = useRef(false)

  /** True when the work was done. `by` says which of several buttons asked for it. */
  async function submit(work: () => Promise<Answer>, by = ''): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    try {
      await mutateAsync({ work, by })
      return true
    } catch {
      return false
    } finally {
      underWay.current = false
    }
  }

  return {
    busy: isPending,
    /** The button whose work is under way. */
    busyBy: isPending ? variables.by : null,
    submit,
    /** What the server answered last. */
    answer: answer.current,
    problem,
    fields: problem?.fields ?? {},
    words: problem ? wordsFor(problem) : null,
    /** Forgets the answer, and what was refused; what is under way goes on, and its outcome is shown. */
    forget() {
      answer.current = undefined
      if (!underWay.current) reset()
    },
  }
}
