// One form being sent: busy, refused fields by name, and what else went wrong in words. What was typed stays.
import { useState } from 'react'
import { asProblem, describeProblem, type Problem } from '../api/problem.ts'

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

  const { what, next } = problem ? describeProblem(problem) : { what: '', next: '' }
  return { busy, submit, problem, fields: problem?.fields ?? {}, words: problem ? `${what} ${next}` : null }
}
