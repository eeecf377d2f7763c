// One lead with all its fields, where each value is from, and what happened to it.

import { useQuery } from '@tanstack/react-query'
import { Eraser, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { coerce } from '../../../../src/engine/values/coerce.ts'
import { asProblem } from '../../api/problem.ts'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { linkOf, rawText } from '../../grid/marks/display.logic.ts'
import type { ValueKind } from '../../grid/model/grid.types.ts'
import { showError } from '../../session/show-error.ts'
import { IconButton } from '../../ui/button.tsx'
import { capital } from '../../ui/format.ts'
import { Field, Select, Textarea } from '../../ui/forms/field.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Facts, provenanceFacts } from '../columns/values/facts.tsx'
import { ValueView } from '../columns/values/value-view.tsx'
import { LeadDuplicates } from '../entities/lead-duplicates.tsx'
import { FactsPart, LeadCostPart, LeadScorePart, RelativesPart } from './lead-knowledge.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { getLead, leadKey, patchLead, setStatus } from './leads.api.ts'
import { type LeadField, type LeadStatus, nameOf, STATUSES, sourceWords } from './leads.logic.ts'
import { MergedRecords } from './merged-records.tsx'
import { SimilarLeads } from './similar-leads.tsx'

interface Props {
  id: number
  fields: readonly LeadField[]
  editable: boolean
  onClose: () => void
  /** Another lead is to be shown in its place. */
  onOpen: (id: number) => void
  onSaved: (lead: Schemas['Lead']) => void
  onRemove: (lead: Schemas['Lead'], how: 'delete' | 'erase') => void
}

export function LeadPanel({ id, fields, editable, onClose, onOpen, onSaved, onRemove }: Props) {
  const query = useQuery({ queryKey: leadKey(id), queryFn: () => getLead(id) })
  const isGone = query.isError && asProblem(query.error).status === 404
  const lead = isGone ? undefined : (query.data as (Schemas['Lead'] & Record<string, unknown>) | undefined)

  async function save(work: () => Promise<Schemas['Lead']>) {
    try {
      const saved = await work()
      queries.setQueryData(leadKey(id), saved)
      for (const part of ['timeline', 'facts', 'score', 'relatives'])
        void queries.invalidateQueries({ queryKey: [...leadKey(id), part] })
      onSaved(saved)
    } catch (error) {
      showError(error, 'The lead is as it was.')
    }
  }

  const filled = fields.filter(({ name }) => lead && lead[name] !== null && name !== 'status')
  const blank = fields.filter(({ name }) => lead && lead[name] === null)
  return (
    <SidePanel
      title={lead ? nameOf(lead) : 'Lead'}
      name="lead"
      onClose={onClose}
      actions={
        editable &&
        lead && (
          <>
            <IconButton size="sm" icon={Trash2} label="Delete lead" onClick={() => onRemove(lead, 'delete')} />
            <IconButton
              size="sm"
              icon={Eraser}
              label="Erase for good, at the request of the person"
              onClick={() => onRemove(lead, 'erase')}
            />
          </>
        )
      }
    >
      {query.isPending && <Skeleton className="h-64" />}
      {isGone && <p className="text-ink-2">There is no such lead here. It may have been deleted or erased since.</p>}
      {query.isError && !isGone && (
        <ErrorState
          title="The lead could not be loaded"
          error={query.error}
          retry={() => void query.refetch()}
          className="px-0 py-0"
        />
      )}
      {lead && (
        <div className="flex flex-col gap-6">
          <Field label="Status">
            <Select
              value={String(lead.status ?? 'new')}
              disabled={!editable}
              onChange={(event) => void save(() => setStatus(id, event.target.value as LeadStatus))}
            >
              {STATUSES.map((status) => (
                <option key={status} value={status}>
                  {capital(status)}
                </option>
              ))}
            </Select>
          </Field>
          <dl className="flex flex-col gap-2">
            {filled.map((field) => (
              <Member
                key={field.name}
                field={field}
                lead={lead}
                editable={editable}
                onSave={(value) => save(() => patchLead(id, { [field.name]: value }))}
              />
            ))}
          </dl>
          {editable && blank.length > 0 && (
            <Blank fields={blank} onSave={(field, value) => save(() => patchLead(id, { [field]: value }))} />
          )}
          <MergedRecords lead={lead} editable={editable} />
          <PanelPart title="Possible duplicates">
            <LeadDuplicates id={id} onOpen={onOpen} />
          </PanelPart>
          <PanelPart title="Score">
            <LeadScorePart id={id} />
          </PanelPart>
          <PanelPart title={lead.kind === 'company' ? 'People' : 'Company and colleagues'}>
            <RelativesPart id={id} onOpen={onOpen} />
          </PanelPart>
          <PanelPart title="Sources">
            <FactsPart id={id} />
            <LeadCostPart id={id} />
          </PanelPart>
          <PanelPart title="Similar leads">
            <SimilarLeads id={id} editable={editable} onOpen={onOpen} />
          </PanelPart>
          <PanelPart title="Timeline">
            <LeadTimeline id={id} fields={fields} />
          </PanelPart>
        </div>
      )}
    </SidePanel>
  )
}

/** Sources of leads come in words already. */
const NO_NAMES: ReadonlyMap<string, string> = new Map()

interface MemberProps {
  field: LeadField
  lead: Schemas['Lead'] & Record<string, unknown>
  editable: boolean
  onSave: (value: unknown) => Promise<void>
}

function Member({ field, lead, editable, onSave }: MemberProps) {
  const [editing, setEditing] = useState(false)
  const value = lead[field.name]
  const provenance = lead.provenance[field.name] as Record<string, unknown> | undefined
  const from = sourceWords(provenance)
  const shown = Array.isArray(value) ? value.join(', ') : rawText(value)
  const isText = field.type !== 'json' && !field.options
  const mayEdit = editable && isText
  const link = typeof value === 'string' ? linkOf(value, field.type as ValueKind) : null
  return (
    <div>
      <dt className="flex items-baseline gap-2 text-xs">
        <span className="text-ink-2">{field.label}</span>
        {from && provenance && (
          <Popover
            label={`Where ${field.label} comes from`}
            className="w-80"
            trigger={
              <button
                type="button"
                className="min-w-0 truncate rounded-sm text-ink-3 hover:text-ink-2 hover:underline"
                aria-label={`${from}. Where ${field.label} comes from`}
              >
                {from}
              </button>
            }
          >
            <Facts facts={provenanceFacts(provenance, NO_NAMES)} />
          </Popover>
        )}
        {mayEdit && link && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="ml-auto text-accent-ink hover:underline"
            aria-label={`Open ${field.label}`}
          >
            Open
          </a>
        )}
      </dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">
        {editing ? (
          <Editor
            field={field}
            start={shown}
            onDone={async (next) => {
              setEditing(false)
              if (next !== undefined) await onSave(next)
            }}
          />
        ) : mayEdit ? (
          <button
            type="button"
            aria-label={`Edit ${field.label}: ${shown}`}
            onClick={() => setEditing(true)}
            className="-mx-2 block min-h-8 w-full cursor-text rounded-md border border-transparent px-2 py-1 text-left hover:border-line-strong"
          >
            {shown}
          </button>
        ) : field.options ? (
          <span className="block py-1">{capital(String(value))}</span>
        ) : (
          <ValueView value={value} kind={field.type as ValueKind} />
        )}
      </dd>
    </div>
  )
}

/** Enter saves, Escape leaves it as it was; `onDone` gets nothing then. */
function Editor({ field, start, onDone }: { field: LeadField; start: string; onDone: (value?: unknown) => void }) {
  const [text, setText] = useState(start)
  const done = () => (text === start ? onDone() : onDone(text.trim() === '' ? null : coerce(text, field.type)))
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onDone()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      done()
    }
  }
  return (
    <Textarea
      autoFocus
      aria-label={field.label}
      dir="auto"
      rows={Math.min(10, Math.max(1, text.split('\n').length))}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={press}
      onBlur={done}
    />
  )
}

function Blank({ fields, onSave }: { fields: LeadField[]; onSave: (field: string, value: unknown) => Promise<void> }) {
  const [name, setName] = useState('')
  const field = fields.find((one) => one.name === name)
  const choices = fields.filter(({ type, options }) => type !== 'json' && !options)
  return (
    <div className="flex flex-col gap-2">
      <Field label="Add a value">
        <Select value={name} onChange={(event) => setName(event.target.value)}>
          <option value="">Choose a field</option>
          {choices.map((one) => (
            <option key={one.name} value={one.name}>
              {one.label}
            </option>
          ))}
        </Select>
      </Field>
      {field && (
        <Editor
          key={name}
          field={field}
          start=""
          onDone={async (value) => {
            setName('')
            if (value !== undefined && value !== null) await onSave(field.name, value)
          }}
        />
      )}
    </div>
  )
}
