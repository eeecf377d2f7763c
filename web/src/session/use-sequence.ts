// Runs jobs one after the other, in the order of the calls: requests on separate connections could overtake each other.
import { useCallback, useRef } from 'react'

/** Each job begins when the one before it has ended, well or not. */
export function useSequence() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(<Result>(job: () => Promise<Result>): Promise<Result> => {
    const result = last.current.then(job)
    last.current = result.catch(() => undefined)
    return result
  }, [])
}
