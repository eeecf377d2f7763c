// The frame of every column panel: the way back to the catalog, results and refusals, and saving.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeProblem } from '../../api/problem.ts'
import type { Column } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import type { ColumnInHand } from './use-column-draft.ts'

interface Props {
  /** The column to change; undefined adds one. */
  column: Column | undefined
  inHand: ColumnInHand
  /** There is a draft, and not only a choice of kinds. */
  begun: boolean
  /** It can be run once it is saved. */
  runs: boolean
  /** Why it cannot be saved yet. */
  blocked: string | null
  onBack: () => void
  onClose: () => void
  children: ReactNode
}

export function ColumnFrame({ column, inHand, begun, runs, blocked, onBack, onClose, children }: Props) {
  const { restored, discard, save, saving, problem } = inHand
  const title = column ? column.name : begun ? 'New column' : 'Add column'
  const waits = blocked !== null || saving !== null
  // A new column should be filled; a changed one may not need to run again.
  const acts = (runs ? (column ? (['run', 'save'] as const) : (['save', 'run'] as const)) : (['save'] as const)).map(
    (act, index, all) => (
      <Button
        key={act}
        look={index === all.length - 1 ? 'primary' : 'plain'}
        busy={saving === act}
        disabled={waits}
        onClick={() => void save(act === 'run')}
      >
        {act === 'run' ? 'Save and run' : 'Save'}
      </Button>
    ),
  )
  const said = problem && describeProblem(problem)
  return (
    <SidePanel
      title={title}
      name="column"
      onClose={onClose}
      footer={
        begun && (
          <>
            {blocked && <p className="w-full text-ink-3 text-sm">{blocked}</p>}
            {acts}
          </>
        )
      }
    >
      {begun && !column && (
        <Button size="sm" look="quiet" icon={ArrowLeft} className="-mt-1 mb-3 -ml-2" onClick={onBack}>
          Catalog
        </Button>
      )}
      {begun && restored && (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-accent-ink text-sm">
          <span className="flex-1">Your unsaved changes are back.</span>
          <Button size="sm" look="quiet" onClick={discard}>
            Discard them
          </Button>
        </p>
      )}
      {said && (
        <div className="mb-4">
          <FormError>
            The column was not saved. {said.what} {said.next}
          </FormError>
        </div>
      )}
      {children}
    </SidePanel>
  )
}
