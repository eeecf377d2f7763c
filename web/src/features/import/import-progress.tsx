// What the import shows while it reads and stores, and when it was refused.

import { asProblem, describeProblem } from '../../api/problem.ts'
import { count } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface Props {
  isPlanning: boolean
  /** Share of the file that was sent, where it is. */
  sent: number | null
  done: number
  total: number | null
}

export function ImportProgress({ isPlanning, sent, done, total }: Props) {
  const isSending = sent !== null && sent < 1
  // Sent in one request, which tells nothing until its end.
  const isWaiting = sent !== null && !isSending
  const rows = total ? `${count(done)} of ${count(total)} rows` : `${count(done)} rows`
  const text = isSending
    ? `Uploading the file: ${Math.floor(sent * 100)}%`
    : isPlanning
      ? `Finding out what would happen: ${rows}`
      : isWaiting
        ? `Importing ${total ? `${count(total)} rows` : 'the file'}`
        : `Importing: ${rows}`
  return (
    <div role="status" className="py-2">
      <p className="mb-1 text-sm tabular-nums">{text}</p>
      <Progress
        label={text}
        value={isSending ? sent : total && !isPlanning && !isWaiting ? Math.min(1, done / total) : null}
      />
    </div>
  )
}

export function Refusal({ error, what }: { error: unknown; what: string }) {
  const problem = describeProblem(error)
  const fields = Object.entries(asProblem(error).fields)
  return (
    <div role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
      <p>
        {what} {fields.length > 0 ? '' : problem.what} {problem.next}
      </p>
      {fields.map(([path, message]) => (
        <p key={path}>{message}</p>
      ))}
    </div>
  )
}

/** `share` of the file that has been sent; null for a small one, which is there before it can be read. */
export function ReadingSkeleton({ share }: { share: number | null }) {
  const text = share === null || share >= 1 ? 'Reading the file' : `Uploading the file: ${Math.floor(share * 100)}%`
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      {share !== null && (
        <div role="status">
          <p className="mb-1 text-sm tabular-nums">{text}</p>
          <Progress label={text} value={share < 1 ? share : null} />
        </div>
      )}
      <Skeleton className="h-8 w-full" />
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are all alike
        <div key={index} className="flex justify-between gap-4">
          <Skeleton className="h-9 w-1/3" />
          <Skeleton className="h-9 w-1/2" />
        </div>
      ))}
    </div>
  )
}
