// Gives one thing to many workspaces: a monthly budget, the key of a vendor, or the definition of a workbook, with the result in each.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { Role, Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { counted, money } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Name } from '../../ui/name.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import { readAmount } from '../money/budget.logic.ts'
import { integrationsQuery } from '../settings/integrations/integrations.queries.ts'
import { definitionOf, giveBudget, giveDefinition, giveKey, workspacesWithKey } from './give.api.ts'
import { type GivenResult, giveToAll, restOf } from './give.logic.ts'
import { overviewQuery } from './workspaces.queries.ts'

export type Gift = 'budget' | 'key' | 'definition'

const WORDS = {
  budget: { title: 'Set a monthly budget', action: 'Set the budget', into: 'in', needs: 'admin' },
  key: { title: 'Enter a key', action: 'Enter the key', into: 'in', needs: 'admin' },
  definition: { title: 'Copy a workbook’s definition', action: 'Copy the definition', into: 'into', needs: 'editor' },
} as const

type Workspace = Schemas['WorkspaceOverview']
type Give = Parameters<typeof giveToAll>[1]

interface Props {
  gift: Gift
  workspaces: Workspace[]
  onClose: () => void
}

/** Their names in a line, each with what `note` says of it. */
function Names({ of, note }: { of: readonly Workspace[]; note?: (one: Workspace) => string }) {
  return of.map((one, at) => (
    <span key={one.id}>
      {at > 0 && ', '}
      <Name>{one.name}</Name>
      {note && ` (${note(one)})`}
    </span>
  ))
}

export function GiveDialog({ gift, workspaces, onClose }: Props) {
  const here = useWorkspace()
  const { title, action, into, needs } = WORDS[gift]
  // As chosen: what is given changes the figures by which the page finds workspaces.
  const [asked] = useState(workspaces)
  const able = asked.filter(({ role, figures }) => figures !== null && roleReaches(role as Role, needs))
  const left = asked.filter((one) => !able.includes(one))
  const limited = able.filter(({ figures }) => figures?.budget?.period === 'month' && figures.budget.kind === 'hard')
  const { busy, submit, words } = useSubmit()
  const [limit, setLimit] = useState('')
  const [vendor, setVendor] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const [workbook, setWorkbook] = useState('')
  const giving = useGiving(able)
  const integrations = useQuery({ ...integrationsQuery(), enabled: gift === 'key' })
  const workbooks = useQuery({ ...workbooksQuery(), enabled: gift === 'definition' })
  const having = useQuery({
    queryKey: ['keys-of-workspaces', vendor, able.map(({ id }) => id)],
    queryFn: () =>
      workspacesWithKey(
        able.map(({ id }) => id),
        vendor,
      ),
    enabled: gift === 'key' && vendor !== '',
    gcTime: 0,
  })
  const replaced = able.filter(({ id }) => having.data?.includes(id))
  const chosen = integrations.data?.items.find(({ id }) => id === vendor)
  const amount = readAmount(limit)
  const isReady = {
    budget: amount !== undefined,
    key: chosen?.fields.every(({ name, required }) => !required || values[name]?.trim()) ?? false,
    definition: workbook !== '',
  }[gift]

  const prepare = () =>
    submit(async () => {
      const name = workbooks.data?.find(({ id }) => id === workbook)?.name ?? ''
      const act = {
        budget: async () => giveBudget(amount ?? 0),
        key: async () => giveKey(vendor, values),
        definition: async () => giveDefinition(name, await definitionOf(workbook)),
      }[gift]
      void giving.start(await act())
    })

  if (giving.state !== 'idle') return <Giving {...{ title, giving, onClose }} workspaces={able} />
  return (
    <FormDialog
      size="sm"
      title={title}
      action={`${action} ${into} ${counted(able.length, 'workspace')}`}
      busy={busy}
      disabled={!isReady || able.length === 0}
      onSubmit={prepare}
      onClose={onClose}
    >
      {gift === 'budget' && (
        <Field
          label="Limit a month"
          hint="US dollars, for each of them. Calls that could exceed it are not made."
          error={
            limit !== '' && amount === undefined ? 'An amount such as 50 or 0.25, at most six decimals.' : undefined
          }
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
      {gift === 'definition' && (
        <Field
          label="Workbook"
          hint={
            <>
              Of <Name>{here.name}</Name>: its columns, shared views and duplicate key. No rows and no keys are copied;
              the list of workspaces says which keys are missing then.
            </>
          }
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
      {able.length > 0 && (
        <p className="text-sm">
          <span className="text-ink-3">Workspaces that get it: </span>
          <Names of={able} />
        </p>
      )}
      {gift === 'budget' && limited.length > 0 && (
        <p className="text-sm text-warn">
          Replaces the monthly limit of{' '}
          <Names of={limited} note={({ figures }) => money(figures?.budget?.limit_usd ?? 0)} />.
        </p>
      )}
      {replaced.length > 0 && (
        <p role="status" className="text-sm text-warn">
          Replaces the key of {chosen?.name} in <Names of={replaced} />.
        </p>
      )}
      {gift === 'definition' && able.some(({ id }) => id === here.id) && (
        <p className="text-sm text-warn">
          <Name>{here.name}</Name> gets a second workbook of this name, without rows.
        </p>
      )}
      {left.length > 0 && (
        <p className="text-sm text-warn">
          <Names of={left} /> {left.length === 1 ? 'is' : 'are'} left out: your role or login does not allow it there.
        </p>
      )}
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

function useGiving(workspaces: readonly Workspace[]) {
  const [results, setResults] = useState<readonly GivenResult[]>([])
  const [state, setState] = useState<'idle' | 'working' | 'stopping' | 'done'>('idle')
  const work = useRef<{ give: Give; stop: AbortController } | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      work.current?.stop.abort()
    }
  }, [])

  async function start(give: Give, before: readonly GivenResult[] = []) {
    // Cancelled while the definition was read.
    if (!isOpen.current) return
    const stop = new AbortController()
    work.current = { give, stop }
    setState('working')
    await giveToAll(workspaces, give, { before, signal: stop.signal, onProgress: setResults })
    setState('done')
    void queries.invalidateQueries({ queryKey: overviewQuery().queryKey })
  }

  return {
    results,
    state,
    start,
    retry: () => work.current && void start(work.current.give, results),
    stop() {
      work.current?.stop.abort()
      setState('stopping')
    },
  }
}

interface GivingProps {
  title: string
  giving: ReturnType<typeof useGiving>
  workspaces: readonly Workspace[]
  onClose: () => void
}

/** The work, which only Stop ends, and then the result. */
function Giving({ title, giving, workspaces, onClose }: GivingProps) {
  const { results, state } = giving
  if (state !== 'done') {
    return (
      <Dialog
        open
        sticky
        size="sm"
        title={title}
        onOpenChange={() => {}}
        actions={
          <Button busy={state === 'stopping'} onClick={giving.stop}>
            Stop
          </Button>
        }
      >
        <p role="status" className="mb-2">
          {results.length} of {counted(workspaces.length, 'workspace')} done
        </p>
        <Progress label={title} value={results.length / workspaces.length} />
      </Dialog>
    )
  }
  const refused = results.filter((one) => one.refused !== undefined)
  const rest = restOf(workspaces, results)
  const undone = refused.length + rest.length
  return (
    <Dialog
      open
      size="sm"
      title={
        undone === 0
          ? `Done in ${counted(workspaces.length, 'workspace')}`
          : `Done in ${workspaces.length - undone} of ${counted(workspaces.length, 'workspace')}`
      }
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          {undone > 0 && (
            <Button onClick={giving.retry}>
              {rest.length > 0 ? 'Continue' : 'Retry'} in {counted(undone, 'workspace')}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {undone === 0 && (
        <p>
          <Names of={workspaces} />
        </p>
      )}
      {refused.length > 0 && (
        <ul aria-label="Refused" className="flex flex-col gap-2">
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
      {rest.length > 0 && (
        <p className="mt-2">
          Stopped before <Names of={rest} />.
        </p>
      )}
    </Dialog>
  )
}
