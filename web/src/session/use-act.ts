// One act of a button: busy while it is under way; a failure is shown in a short message.
import { useMutation } from '@tanstack/react-query'
import { showError } from './show-error.ts'

export function useAct() {
  const { isPending, mutateAsync } = useMutation({ mutationFn: (work: () => Promise<unknown>) => work() })

  /** True when the work was done. `otherwise` says what a failure means for the data. */
  async function act(work: () => Promise<unknown>, otherwise: string): Promise<boolean> {
    try {
      await mutateAsync(work)
      return true
    } catch (error) {
      showError(error, otherwise)
      return false
    }
  }

  return [isPending, act] as const
}
