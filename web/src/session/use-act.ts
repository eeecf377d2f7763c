// One act of a button: busy while it is under way; a failure is shown in a short message.
import { useState } from 'react'
import { showError } from './show-error.ts'

export function useAct() {
  const [busy, setBusy] = useState(false)

  /** True when the work was done. `otherwise` says what a failure means for the data. */
  async function act(work: () => Promise<unknown>, otherwise: string): Promise<boolean> {
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      showError(error, otherwise)
      return false
    } finally {
      setBusy(false)
    }
  }

  return [busy, act] as const
}
