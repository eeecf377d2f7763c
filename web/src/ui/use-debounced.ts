// A value a moment after it last changed: for requests that must not be sent at every key.
import { useEffect, useState } from 'react'

const WAIT_MS = 350

/** Compared as JSON. */
export function useDebounced<T>(value: T): { settled: T; isSettled: boolean } {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { settled: JSON.parse(settled), isSettled: settled === text }
}
