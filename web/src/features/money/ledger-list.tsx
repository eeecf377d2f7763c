// The ledger: every call that cost something or may have, newest first, more on request.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { money } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { providerName } from '../columns/provider-name.ts'
import { providersQuery } from '../columns/workbook.queries.ts'
import { Frame, Loaded } from '../settings/settings-page.tsx'
import { ledgerQuery } from './money.queries.ts'
import { SettleDialog } from './settle.dialog.tsx'

const BASIS: Record<string, string> = {
  reported: 'reported by the vendor',
  catalogue: 'price of the catalog',
  workspace: 'your price',
  entered: 'entered by hand',
}

export function Ledger({ from, to }: { from: string; to: string }) {
  const workspace = useWorkspace()
  const ledger = useInfiniteQuery(ledgerQuery(from, to))
  const { open, dialog } = useDialogs({
    settle: (close, line: Schemas['LedgerLine']) => <SettleDialog line={line} onClose={close} />,
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  const providers = useQuery(providersQuery())
  const labels = new Map(providers.data?.map((one) => [one.id, one.label]))
  const lines = ledger.data?.pages.flatMap((page) => page.items)
  const columns: ListColumn<Schemas['LedgerLine']>[] = [
    timeColumn({ key: 'at', title: 'When', width: 'w-32 sm:w-36', at: (line) => line.at }),
    {
      key: 'lookup',
      title: 'Lookup',
      render: (line) => <span className="font-medium">{providerName(line.lookup, labels)}</span>,
    },
    {
      key: 'where',
      title: 'For',
      from: 'md',
      width: 'w-56',
      render: (line) => (
        <span dir="auto">
          {line.workbook_name ?? 'A workbook that is gone'}
          {line.column_name && <span className="text-ink-3"> → {line.column_name}</span>}
        </span>
      ),
    },
    { key: 'who', title: 'Started by', from: 'lg', width: 'w-28', render: (line) => line.username ?? '' },
    {
      key: 'amount',
      title: 'Amount',
      align: 'end',
      width: 'w-32 sm:w-44',
      render: (line) => <Amount line={line} onSettle={mayEdit ? () => open.settle(line) : undefined} />,
    },
  ]
  return (
    <Loaded query={{ ...ledger, data: lines }} what="The ledger" skeleton={<ListSkeleton rows={8} />}>
      {(items) => (
        <div className="flex flex-col gap-3">
          <Frame>
            <DataList
              label="Every call"
              items={items}
              id={(line) => line.id}
              name={(line) => line.lookup}
              columns={columns}
            />
          </Frame>
          {ledger.hasNextPage && (
            <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()} className="self-start">
              Show older ones
            </Button>
          )}
          {dialog}
        </div>
      )}
    </Loaded>
  )
}

function Amount({ line, onSettle }: { line: Schemas['LedgerLine']; onSettle: (() => void) | undefined }) {
  if (line.state === 'settled')
    return (
      <>
        <span className="block">{money(line.amount_usd ?? 0)}</span>
        <span className="block truncate text-ink-3 text-xs">{BASIS[line.basis ?? ''] ?? ''}</span>
      </>
    )
  if (line.state === 'reserved') return <Badge>{`up to ${money(line.reserved_usd ?? 0)}, reserved`}</Badge>
  const words = line.state === 'uncertain' ? `up to ${money(line.reserved_usd ?? 0)}` : 'unknown price'
  return onSettle ? (
    <button type="button" className="text-warn underline underline-offset-2" onClick={onSettle}>
      {words}, enter
    </button>
  ) : (
    <Badge tone="warn">{words}</Badge>
  )
}
