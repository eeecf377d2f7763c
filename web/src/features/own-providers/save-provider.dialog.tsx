// An HTTP column saved as a provider of the workspace: its references become inputs, tested with the rows of the workbook.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Column } from '../../api/shapes.ts'
import type { GridRow } from '../../grid/model/grid.types.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { AskedAsProvider } from '../columns/custom.shapes.ts'
import { sampleFor } from '../columns/row-sample.logic.ts'
import { rowWords } from '../custom-columns/try/row-words.logic.ts'
import { draftProvider } from './own-providers.queries.ts'
import { ProviderDialog } from './provider.dialog.tsx'
import { readProvider } from './provider-draft.logic.ts'

interface Props {
  /** The column as it would be saved. */
  asked: AskedAsProvider
  /** The workbook whose rows are used for tests. */
  columns: Column[]
  samples: GridRow[]
  onClose: () => void
}

const TITLE = 'Save as a provider'

export function SaveProviderDialog({ asked, columns, samples, onClose }: Props) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const drafted = useQuery({
    queryKey: [workspace.id, 'own-provider-draft', asked],
    queryFn: () => draftProvider(asked),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!drafted.data)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} size="lg" title={TITLE}>
        {drafted.isError ? (
          <ErrorState
            title="The request cannot be a provider"
            meaning="The column is as it was."
            error={drafted.error}
            retry={() => void drafted.refetch()}
          />
        ) : (
          <Skeleton className="h-64" />
        )}
      </Dialog>
    )
  const { definition, inputs } = drafted.data
  const rows = samples.map((row, at) => {
    const values = Object.fromEntries(
      Object.entries(inputs).map(([input, template]) => [input, sampleFor(template, columns, row)]),
    )
    return { words: rowWords(values, `Row ${at + 1}`), inputs: values }
  })
  const begun = readProvider({ name: asked.name, definition })
  return (
    <ProviderDialog
      title={TITLE}
      about="All members of this workspace can use it in waterfalls, lead actions, functions and sources. The column stays as it is."
      begun={{ ...begun, sample: rows[0]?.inputs ?? {} }}
      rows={rows}
      onClose={(saved) => {
        onClose()
        if (!saved) return
        const { slug } = workspace
        toast(`“${saved.name}” is a provider of this workspace now`, {
          tone: 'good',
          action: {
            label: 'Show it',
            run: () =>
              void navigate({
                to: '/w/$workspace/settings/own-providers',
                params: { workspace: slug },
                search: { open: saved.id },
              }),
          },
        })
      }}
    />
  )
}
