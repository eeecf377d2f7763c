// Asked when a paste reaches beyond the table: add what is missing, or paste only what fits.
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { AskGrow } from './use-edits.ts'

export function GrowDialog({
  ask,
  isPlain,
  onAnswer,
}: {
  ask: AskGrow
  /** False where new rows may be shown elsewhere, or not at all. */
  isPlain: boolean
  onAnswer: (ask: AskGrow | null, columns: boolean) => void
}) {
  const parts = [ask.rows > 0 ? counted(ask.rows, 'row') : '', ask.columns > 0 ? counted(ask.columns, 'column') : '']
  const words = parts.filter(Boolean).join(' and ')
  return (
    <Dialog
      open
      size="sm"
      title={`Add ${words}?`}
      onOpenChange={(open) => !open && onAnswer(null, false)}
      actions={
        <>
          <Button onClick={() => onAnswer(null, false)}>Cancel</Button>
          {ask.columns > 0 && (
            <Button onClick={() => onAnswer(ask, false)}>
              {ask.rows > 0 ? `Add ${counted(ask.rows, 'row')} only` : 'Paste what fits'}
            </Button>
          )}
          <Button look="primary" onClick={() => onAnswer(ask, true)}>
            {`Add ${words} and paste`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        What you paste is larger than what is left of the table.
        {ask.rows > 0 &&
          !isPlain &&
          ' New rows go to the end of the workbook: this view may show them elsewhere, or hide them.'}
        {ask.columns > 0 && ' New columns hold text; their type can be changed afterwards.'}
      </p>
    </Dialog>
  )
}
