// A new token for an AI client: what it may do and until when, then the token and how to enter it, shown this once.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { makeToken, type TokenCapability } from './agents.queries.ts'
import { CapabilityChoice } from './capability-choice.tsx'

const NAME: FormField = {
  name: 'name',
  kind: 'text',
  label: 'Name',
  hint: 'For people, for example the name of the client.',
  maxLength: 100,
}
const END: FormField = {
  name: 'expires_in_days',
  kind: 'choice',
  label: 'Ends',
  options: [
    { value: '7', label: 'In 7 days' },
    { value: '90', label: 'In 90 days' },
    { value: '365', label: 'In one year' },
    { value: '0', label: 'Never' },
  ],
}

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState(new Set<TokenCapability>(['workbooks:read', 'leads:read', 'signals:read']))
  const [made, setMade] = useState<Schemas['McpTokenMade'] | null>(null)
  const { values, busy, submit, tied, words } = useForm({ name: '', expires_in_days: '90' })
  const name = values.name.trim()

  async function make() {
    await submit(async () =>
      setMade(await makeToken({ name, capabilities: [...chosen], expires_in_days: Number(values.expires_in_days) })),
    )
  }

  if (made) return <Made made={made} onClose={onClose} />
  return (
    <FormDialog
      title="Create token"
      action="Create token"
      busy={busy}
      disabled={!name || chosen.size === 0}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[NAME]} />
      <CapabilityChoice chosen={chosen} onChange={setChosen} />
      <SchemaForm {...tied} fields={[END]} />
      <FormError>{words}</FormError>
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
