// Prices: what the workspace pays for each lookup that costs something, the catalog's price unless it has set its own.
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { money } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { providersQuery } from '../columns/workbook.queries.ts'
import { Frame, Loaded, ReadOnlyNote, SettingsPage } from '../settings/settings-page.tsx'
import { PriceDialog } from './price.dialog.tsx'
import { ruleWords } from './price.logic.ts'

type Lookup = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof providersQuery>['queryFn']>>>>[number]

export function PricesPage() {
  const workspace = useWorkspace()
  const providers = useQuery(providersQuery())
  const { open, dialog } = useDialogs({
    price: (close, lookup: Lookup) => <PriceDialog lookup={lookup} onClose={close} />,
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  const columns: ListColumn<Lookup>[] = [
    {
      key: 'lookup',
      title: 'Lookup',
      sort: (a, b) => a.label.localeCompare(b.label),
      render: (one) => <span className="font-medium">{one.label}</span>,
    },
    {
      key: 'rule',
      title: 'Billed',
      width: 'w-48',
      from: 'md',
      render: (one) => ruleWords(one.billing_rule),
    },
    {
      key: 'source',
      title: 'Price of',
      width: 'w-32',
      from: 'sm',
      render: (one) => (one.price_source === 'workspace' ? <Badge tone="accent">this workspace</Badge> : 'the catalog'),
    },
    {
      key: 'price',
      title: 'Price',
      width: 'w-32 sm:w-36',
      align: 'end',
      sort: (a, b) => (b.price_usd ?? -1) - (a.price_usd ?? -1),
      render: (one) => {
        const words = one.price_usd === null ? 'unknown' : money(one.price_usd)
        return mayEdit ? (
          <Button
            look="quiet"
            size="sm"
            className="-mr-2"
            aria-label={`Price of ${one.label}: ${words}. Change`}
            onClick={() => open.price(one)}
          >
            <span className="tabular-nums underline decoration-line-strong underline-offset-4">{words}</span>
          </Button>
        ) : (
          words
        )
      },
    },
  ]
  return (
    <SettingsPage page="prices" wide>
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={providers} what="The prices" skeleton={<ListSkeleton rows={8} />}>
        {(all) => {
          const paid = all.filter((one) => one.billing_rule !== 'free')
          return paid.length === 0 ? (
            <EmptyState icon={Tag} title="Nothing in the catalog costs anything" />
          ) : (
            <Frame>
              <DataList
                label="Prices"
                items={paid}
                id={(one) => one.id}
                name={(one) => one.label}
                columns={columns}
                sortedBy="lookup"
              />
            </Frame>
          )
        }}
      </Loaded>
      {dialog}
    </SettingsPage>
  )
}
