// Where a message is written, and where the assistant is given a grant to act by itself.
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Square } from 'lucide-react'
import type { FormEvent } from 'react'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox, Textarea } from '../../ui/forms/field.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import type { ChatBody } from './assistant.queries.ts'

type Grant = NonNullable<ChatBody['autopilot']>

interface Props {
  busy: boolean
  onSend: (message: string, autopilot?: Grant) => void
  onStop: () => void
}

const grantFields = (workbooks: readonly { id: string; name: string }[]): FormField[] => [
  { name: 'usd', kind: 'number', label: 'At most, in US dollars', isShort: true },
  { name: 'minutes', kind: 'number', label: 'At most, in minutes', isShort: true, isDigits: true },
  {
    name: 'within',
    kind: 'choice',
    label: 'In',
    blank: 'All workbooks',
    options: workbooks.map(({ id, name }) => ({ value: id, label: `${name}, and those it makes` })),
  },
  { name: 'spends', kind: 'boolean', label: 'May run providers' },
]

export function Composer({ busy, onSend, onStop }: Props) {
  const workspace = useWorkspace()
  const { values, set, tied } = useForm({ text: '', pilot: false, usd: '1', minutes: '15', within: '', spends: false })
  const { text, pilot, usd, minutes, within, spends } = values
  const workbooks = useQuery({ ...workbooksQuery(), enabled: pilot })
  const mayAct = roleReaches(workspace.role, 'editor')
  const isWhole = text.trim() !== '' && (!pilot || (Number(usd) >= 0 && Number(minutes) >= 1))

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (!isWhole || busy) return
    const grant: Grant = {
      max_usd: Number(usd),
      max_minutes: Math.round(Number(minutes)),
      acts: spends ? ['write', 'spend'] : ['write'],
      workbook_ids: within === '' ? [] : [within],
    }
    onSend(text.trim(), pilot ? grant : undefined)
    set({ text: '' })
  }

  return (
    <form onSubmit={send} className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex items-end gap-2">
        <Textarea
          aria-label="Message"
          placeholder="Ask, or say what you want done"
          rows={2}
          maxLength={20_000}
          dir="auto"
          value={text}
          onChange={(event) => set({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault()
              send()
            }
          }}
          className="min-h-14 flex-1 resize-none"
        />
        {busy ? (
          <IconButton icon={Square} label="Stop" type="button" onClick={onStop} />
        ) : (
          <IconButton icon={ArrowUp} label="Send" type="submit" look="primary" disabled={!isWhole} />
        )}
      </div>
      {mayAct && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <Checkbox
            label="Autopilot"
            hint="Acts without asking, within this grant. Every act is recorded; most can be undone."
            checked={pilot}
            onChange={(on) => set({ pilot: on })}
          />
          {pilot && <SchemaForm {...tied} columns={2} fields={grantFields(workbooks.data ?? [])} />}
        </div>
      )}
    </form>
  )
}
