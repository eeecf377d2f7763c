// Says that a search found nothing as it was typed, and what is shown instead.
import { Button } from '../../../ui/button.tsx'

interface Props {
  typed: string
  corrected: string
  onSearch: () => void
}

export function CorrectedSearch({ typed, corrected, onSearch }: Props) {
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-2 border-b px-4 py-1.5 text-ink-2 text-sm [overflow-wrap:anywhere]"
    >
      Nothing was found for “{typed}”. Shown is what “{corrected}” finds.
      <Button size="sm" look="quiet" onClick={onSearch}>
        Search for “{corrected}”
      </Button>
    </p>
  )
}
