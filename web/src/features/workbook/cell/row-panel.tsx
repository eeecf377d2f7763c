// One row as a card: its title, then its columns below each other. A value is edited where it stands, its name explains it.
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Contact, MessageSquare, Pencil, Play, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isBlank, rawText } from '../../../grid/marks/display.logic.ts'
import { invalidWords } from '../../../grid/marks/invalid-value.logic.ts'
import { briefWords, explain, STATUS_WORDS } from '../../../grid/marks/marks.logic.ts'
import { StatusMark } from '../../../grid/marks/status-mark.tsx'
import { cellOf, type GridColumn, type GridRow } from '../../../grid/model/grid.types.ts'
import { useWorkspace } from '../../../session/workspace.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { count } from '../../../ui/format.ts'
import { Checkbox, Textarea } from '../../../ui/forms/field.tsx'
import { SidePanel } from '../../../ui/overlays/side-panel.tsx'
import { ValueView } from '../../columns/values/value-view.tsx'
import { RowCost } from '../../money/row-cost.tsx'
import type { FullRow } from '../views/matches.logic.ts'

interface Props {
  workbookId: string
  row: GridRow
  /** Where it stands; null when that is not known. */
  index: number | null
  total: number
  columns: GridColumn[]
  editable: boolean
  onClose: () => void
  onStep: (to: number) => void
  onOpenCell: (columnId: string) => void
  onEdit: (columnId: string, text: string) => void
  onTick: (columnId: string, ticked: boolean) => void
  onDelete: () => void
  onComment: () => void
  /** Absent where nothing in the row can be run. */
  onRun: (() => void) | undefined
}

export function RowPanel(props: Props) {
  const { row, index, total, columns, editable, onClose, onStep, onDelete } = props
  const workspace = useWorkspace()
  return (
    <SidePanel
      title={index === null ? 'Row' : `Row ${count(index + 1)} of ${count(total)}`}
      name="row"
      onClose={onClose}
      actions={
        <>
          <IconButton
            size="sm"
            icon={ChevronUp}
            label="Row above"
            disabled={index === null || index === 0}
            onClick={() => index !== null && onStep(index - 1)}
          />
          <IconButton
            size="sm"
            icon={ChevronDown}
            label="Row below"
            disabled={index === null || index >= total - 1}
            onClick={() => index !== null && onStep(index + 1)}
          />
          {editable && <IconButton size="sm" icon={Trash2} label="Delete row" onClick={onDelete} />}
        </>
      }
      footer={
        <>
          <Button size="sm" icon={MessageSquare} className="max-md:flex-1" onClick={props.onComment}>
            Comments
          </Button>
          {props.onRun && (
            <Button size="sm" look="primary" icon={Play} className="max-md:flex-1" onClick={props.onRun}>
              Run this row
            </Button>
          )}
        </>
      }
    >
      <dl className="flex flex-col gap-2 max-md:gap-3">
        {columns.map((column, at) => (
          <Member key={`${row.row_id}:${column.id}`} {...props} column={column} isTitle={at === 0} />
        ))}
      </dl>
      {leadOf(row) !== null && (
        <Link
          to="/w/$workspace/leads"
          params={{ workspace: workspace.slug }}
          search={{ lead: leadOf(row) }}
          className="mt-4 inline-flex items-center gap-1.5 text-accent-ink text-sm hover:underline"
        >
          <Contact aria-hidden className="size-4" strokeWidth={1.75} />
          Open the lead of this row
        </Link>
      )}
      <RowCost workbookId={props.workbookId} rowId={row.row_id} version={versionOf(row)} />
    </SidePanel>
  )
}

const leadOf = (row: FullRow) => row.lead_id ?? null

/** Changes when a cell of the row does. */
function versionOf({ enrichments }: GridRow): string {
  const times = Object.values(enrichments ?? {}).flatMap((one) => one?.updated_at ?? [])
  return times.sort().at(-1) ?? ''
}

/** Of one column; the first one tells the row from others. */
function Member({ row, column, isTitle, ...acts }: Props & { column: GridColumn; isTitle: boolean }) {
  const { editable, onOpenCell, onEdit, onTick } = acts
  const { value, enrichment, invalidReason: reason } = cellOf(row, column)
  const [draft, setDraft] = useState<string | null>(null)
  const invalidReason = invalidWords(reason)
  /** Why there is no value. */
  const why = enrichment ? explain(enrichment) : column.computed ? STATUS_WORDS.pending : ''
  const ticked = column.kind === 'checkbox' && typeof value !== 'string'

  function save() {
    if (draft !== null && draft !== rawText(value)) onEdit(column.id, draft)
    setDraft(null)
  }

  // A touched button leaves the focus in the text on some phones: what was written is kept also when the row goes.
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      setDraft(null)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      save()
    }
  }

  const shown =
    isBlank(value) && why !== '' ? (
      <span className="text-ink-3">{why}</span>
    ) : (
      <ValueView value={value} kind={column.kind} isPlain={column.isPlain} />
    )

  return (
    <div>
      <dt className="flex items-center gap-2 text-ink-3 text-xs">
        <button
          type="button"
          className="rounded-sm hover:text-ink hover:underline"
          title="Explain this value"
          onClick={() => onOpenCell(column.id)}
        >
          {column.name}
        </button>
        {enrichment && enrichment.status !== 'complete' && <StatusMark status={enrichment.status} />}
        {enrichment && <span className="min-w-0 truncate">{isBlank(value) ? '' : briefWords(enrichment)}</span>}
        {editable && !ticked && draft === null && (
          <IconButton
            size="sm"
            icon={Pencil}
            label={`Edit ${column.name}`}
            className="ml-auto"
            onClick={() => setDraft(rawText(value))}
          />
        )}
      </dt>
      <dd className={cx('mt-0.5', isTitle && 'font-semibold text-lg')}>
        {ticked ? (
          <Checkbox
            bare
            label={column.name}
            checked={value === true}
            disabled={!editable}
            onChange={(on) => onTick(column.id, on)}
          />
        ) : draft !== null ? (
          <Textarea
            autoFocus
            aria-label={column.name}
            dir="auto"
            rows={Math.min(12, Math.max(1, draft.split('\n').length))}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={press}
            onBlur={save}
          />
        ) : editable ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shorter way for the mouse; the button beside the name has the keys
          // biome-ignore lint/a11y/useKeyWithClickEvents: the same
          <div
            onClick={(event) => !(event.target as Element).closest('a, button') && setDraft(rawText(value))}
            className="-mx-2 min-h-8 cursor-text rounded-md border border-transparent px-2 py-1 hover:border-line-strong"
          >
            {shown}
          </div>
        ) : (
          shown
        )}
        {invalidReason && <p className="text-warn text-xs">{invalidReason}</p>}
      </dd>
    </div>
  )
}
