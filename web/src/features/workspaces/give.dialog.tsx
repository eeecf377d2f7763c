// Gives one thing to many workspaces: a monthly budget, the key of a vendor, or the set-up of a workbook, with what came of it in each.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches } from '../../session/workspace.ts'
import { counted } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import { readAmount } from '../money/budget.logic.ts'
import { integrationsQuery } from '../settings/integrations/integrations.queries.ts'
import { type GivenResult, giveBudget, giveKey, giveSetUp, giveToAll, readSetUp } from './workspaces.queries.ts'

export type Gift = 'budget' | 'key' | 'set_up'

const WORDS = {
  budget: { title: 'Set a monthly budget', needs: 'admin' },
  key: { title: 'Enter a key', needs: 'admin' },
  set_up: { title: 'Copy a workbook’s set-up', needs: 'editor' },
} as const

interface Props {
  gift: Gift
  workspaces: Schemas['WorkspaceOverview'][]
  onClose: () => void
}

export function GiveDialog({ gift, workspaces, onClose }: Props) {
  const { title, needs } = WORDS[gift]
  const able = workspaces.filter(({ role, figures }) => figures !== null && roleReaches(role as never, needs))
  const left = workspaces.filter((one) => !able.includes(one))
  const { busy, submit, words, fields } = useSubmit()
  const [limit, setLimit] = useState('')
  const [vendor, setVendor] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const [workbook, setWorkbook] = useState('')
  const [results, setResults] = useState<readonly GivenResult[] | null>(null)
  const [done, setDone] = useState(false)
  const integrations = useQuery({ ...integrationsQuery(), enabled: gift === 'key' })
  const workbooks = useQuery({ ...workbooksQuery(), enabled: gift === 'set_up' })
  const chosen = integrations.data?.items.find(({ id }) => id === vendor)
  const amount = readAmount(limit)
  const isReady = {
    budget: amount !== undefined && limit !== '',
    key: chosen?.fields.every(({ name, required }) => !required || values[name]?.trim()) ?? false,
    set_up: workbook !== '',
  }[gift]

  const give = () =>
    submit(async () => {
      const name = workbooks.data?.find(({ id }) => id === workbook)?.name ?? ''
      const act = {
        budget: async () => giveBudget(amount ?? 0, 'hard'),
        key: async () => giveKey(vendor, values),
        set_up: async () => giveSetUp(name, await readSetUp(workbook)),
      }[gift]
      await giveToAll(able, await act(), setResults)
      setDone(true)
    })

  if (done && results) return <Results results={results} onClose={onClose} />
  return (
    <FormDialog
      size="sm"
      title={title}
      about={
        left.length === 0
          ? `In ${counted(able.length, 'workspace')}.`
          : `In ${counted(able.length, 'workspace')}; ${left.map(({ name }) => name).join(', ')} ${left.length === 1 ? 'is' : 'are'} left out, since your role or login does not allow it there.`
      }
      action={
        results
          ? `${results.length} of ${able.length}`
          : `${title.split(' ')[0]} in ${counted(able.length, 'workspace')}`
      }
      busy={busy}
      disabled={!isReady || able.length === 0}
      onSubmit={give}
      onClose={onClose}
    >
      {gift === 'budget' && (
        <Field
          label="Limit a month"
          hint="US dollars, for each of them. Calls that could exceed it are not made."
          error={fields.limit_usd}
        >
          <Input inputMode="decimal" value={limit} onChange={(event) => setLimit(event.target.value)} />
        </Field>
      )}
      {gift === 'key' && (
        <>
          <Field label="Vendor">
            <Select
              value={vendor}
              onChange={(event) => {
                setVendor(event.target.value)
                setValues({})
              }}
            >
              <option value="">Choose a vendor</option>
              {integrations.data?.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          {chosen?.fields.map(({ name, label, secret, help }) => (
            <Field key={name} label={label} hint={help}>
              <Input
                type={secret ? 'password' : 'text'}
                autoComplete="off"
                value={values[name] ?? ''}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            </Field>
          ))}
        </>
      )}
      {gift === 'set_up' && (
        <Field
          label="Workbook"
          hint="Of this workspace: its columns, shared views and duplicate key. No rows and no keys are copied."
        >
          <Select value={workbook} onChange={(event) => setWorkbook(event.target.value)}>
            <option value="">Choose a workbook</option>
            {workbooks.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

function Results({ results, onClose }: { results: readonly GivenResult[]; onClose: () => void }) {
  const refused = results.filter((one) => one.refused !== undefined)
  return (
    <Dialog
      open
      size="sm"
      title={
        refused.length === 0
          ? `Done in ${counted(results.length, 'workspace')}`
          : `Done in ${results.length - refused.length} of ${counted(results.length, 'workspace')}`
      }
      onOpenChange={(open) => !open && onClose()}
    >
      {refused.length > 0 && (
        <ul className="flex flex-col gap-2">
          {refused.map(({ workspace, refused: why }) => (
            <li key={workspace.id}>
              <span className="font-medium" dir="auto">
                {workspace.name}
              </span>
              : {why}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
