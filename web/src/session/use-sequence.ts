// Jobs one after the other, in the order in which they were asked for: requests on their own connections would overtake each other.
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
