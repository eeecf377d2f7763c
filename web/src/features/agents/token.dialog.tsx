// A new token for an AI client: what it may do and until when, then the token and how to enter it, shown this once.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { makeToken, type TokenCapability } from './agents.queries.ts'
import { CapabilityChoice } from './capability-choice.tsx'

const ENDS: [number, string][] = [
  [7, 'In 7 days'],
  [90, 'In 90 days'],
  [365, 'In one year'],
  [0, 'Never'],
]

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState(90)
  const [chosen, setChosen] = useState(new Set<TokenCapability>(['workbooks:read', 'leads:read', 'signals:read']))
  const [made, setMade] = useState<Schemas['McpTokenMade'] | null>(null)
  const { busy, submit, fields, words } = useSubmit()

  async function make() {
    await submit(async () =>
      setMade(await makeToken({ name: name.trim(), capabilities: [...chosen], expires_in_days: days })),
    )
  }

  if (made) return <Made made={made} onClose={onClose} />
  return (
    <FormDialog
      title="Create token"
      action="Create token"
      busy={busy}
      disabled={!name.trim() || chosen.size === 0}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="Name" hint="For people, for example the name of the client." error={fields.name}>
        <Input value={name} maxLength={100} dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      <CapabilityChoice chosen={chosen} onChange={setChosen} />
      <Field label="Ends">
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {ENDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <FormError>{fields.name === undefined && words}</FormError>
    </FormDialog>
  )
}

function Made({ made, onClose }: { made: Schemas['McpTokenMade']; onClose: () => void }) {
  const headers = { Authorization: `Bearer ${made.token}` }
  const config = JSON.stringify({ mcpServers: { millrace: { type: 'http', url: made.url, headers } } })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={`The token “${made.name}” is ready`}
      about="Enter it in the client now. The token is shown this once."
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <CopyField label="Token" value={made.token} />
        <CopyField
          label="Claude Code"
          value={`claude mcp add --transport http millrace ${made.url} --header "Authorization: Bearer ${made.token}"`}
        />
        <CopyField
          label="Cursor and others, as mcp.json"
          value={config}
          hint="In Cursor: Settings → MCP → Add a server."
        />
      </div>
    </Dialog>
  )
}
