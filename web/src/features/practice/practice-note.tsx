// Says that the workspace practises, where values are read and runs are started.
import { usePractice } from './practice.queries.ts'

export function PracticeNote({ words, className }: { words: string; className: string }) {
  return usePractice() ? <span className={`text-warn ${className}`}>{words}</span> : null
}
