// The place right of the last column, where the next one begins.
import { Plus } from 'lucide-react'

export function AddColumnButton({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="h-9 w-full border-line-strong border-b bg-canvas">
      <button
        type="button"
        aria-label="Add column"
        title="Add column"
        onClick={onAdd}
        className="flex h-full w-12 items-center justify-center text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  )
}
