// What is done with an own provider besides changing it: asked once as it is saved, and deleted.

import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { deleteProvider, testProvider } from './own-providers.queries.ts'
import { ProviderTest } from './provider-test.tsx'

interface Props {
  provider: Schemas['OwnProvider']
  /** Labels of well-known inputs. */
  known?: ReadonlyMap<string, string>
  onClose: () => void
}

export function TestDialog({ provider, known, onClose }: Props) {
  const { definition } = provider
  const { values, set } = useForm<Record<string, string>>(definition.sample ?? {})
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Test ${provider.name}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ProviderTest
        inputs={definition.inputs.map(({ name, label }) => ({
          name,
          label: label ?? known?.get(name) ?? name.replaceAll('_', ' '),
        }))}
        values={values}
        onValues={set}
        blocked={null}
        ask={(inputs) => testProvider(provider.id, inputs)}
      />
    </Dialog>
  )
}

export function DeleteDialog({ provider, onClose }: Props) {
  const { id, name, used_by } = provider
  if (used_by.length > 0)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        size="sm"
        title={`${name} is in use`}
        about={`${counted(used_by.length, 'place')} would not work without it. Take it out there first.`}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <Uses provider={provider} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`Delete the provider ${name}?`}
      action="Delete the provider"
      run={() => deleteProvider(id)}
      onClose={(done) => {
        onClose()
        if (done) toast(`The provider ${name} was deleted`)
      }}
    >
      <p>Nothing uses it. What it found stays in the cells. Export it first to be able to bring it back.</p>
    </ConfirmDialog>
  )
}

export function Uses({ provider }: { provider: Schemas['OwnProvider'] }) {
  return (
    <ul className="list-disc pl-5 text-ink-2">
      {provider.used_by.map((use) => (
        <li key={`${use.kind}/${use.workbook_id}/${use.column_id}/${use.action}/${use.name}`} dir="auto">
          {use.name}
        </li>
      ))}
    </ul>
  )
}
