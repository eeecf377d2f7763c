// One form being sent: busy, refused fields by name, and what else went wrong in words. What was typed stays.
import { useState } from 'react'
import { asProblem, describeProblem, type Problem } from '../../api/problem.ts'

function wordsFor(problem: Problem): string {
  const { what, next } = describeProblem(problem)
  // A conflict says itself what is in the way; trying again changes nothing.
  return problem.status === 409 ? what : `${what} ${next}`
}

export function useSubmit() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** True when the work was done. */
  async function submit(work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(asProblem(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, submit, problem, fields: problem?.fields ?? {}, words: problem ? wordsFor(problem) : null }
}
