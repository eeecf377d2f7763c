// Where a message is written, and where the assistant is given a grant to act by itself.
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Square } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import type { ChatBody } from './assistant.queries.ts'

type Grant = NonNullable<ChatBody['autopilot']>

interface Props {
  busy: boolean
  onSend: (message: string, autopilot?: Grant) => void
  onStop: () => void
}

export function Composer({ busy, onSend, onStop }: Props) {
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const [pilot, setPilot] = useState(false)
  const [usd, setUsd] = useState('1')
  const [minutes, setMinutes] = useState('15')
  const [spends, setSpends] = useState(false)
  const [within, setWithin] = useState('')
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
    setText('')
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
          onChange={(event) => setText(event.target.value)}
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
            onChange={setPilot}
          />
          {pilot && (
            <>
              <Field label="At most, in US dollars" className="w-40">
                <Input inputMode="decimal" value={usd} onChange={(event) => setUsd(event.target.value)} />
              </Field>
              <Field label="At most, in minutes" className="w-36">
                <Input inputMode="numeric" value={minutes} onChange={(event) => setMinutes(event.target.value)} />
              </Field>
              <Field label="In" className="w-52">
                <Select value={within} onChange={(event) => setWithin(event.target.value)}>
                  <option value="">All workbooks</option>
                  {(workbooks.data ?? []).map(({ id, name }) => (
                    <option key={id} value={id}>
                      {`${name}, and those it makes`}
                    </option>
                  ))}
                </Select>
              </Field>
              <Checkbox label="May run providers" checked={spends} onChange={setSpends} />
            </>
          )}
        </div>
      )}
    </form>
  )
}
