// What a row has cost, by column, in a line that opens.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { counted, money } from '../../ui/format.ts'

export function RowCost({ workbookId, rowId, version }: { workbookId: string; rowId: string; version: string }) {
  const asked = useQuery({
    queryKey: [...keys.workbook(workbookId), 'row cost', rowId, version],
    queryFn: () =>
      take(
        api.GET('/api/workbooks/{workbook_id}/rows/{row_id}/cost', {
          params: { path: { workbook_id: workbookId, row_id: rowId } },
        }),
      ),
  })
  const cost = asked.data
  // A row that nothing was spent on has nothing to say about it.
  if (!cost || cost.calls === 0) return null
  const words = [
    money(cost.spent_usd),
    counted(cost.calls, 'call'),
    ...(cost.uncertain_usd > 0 ? [`${money(cost.uncertain_usd)} unconfirmed`] : []),
    ...(cost.unpriced > 0 ? [`${counted(cost.unpriced, 'call')} of unknown price`] : []),
  ]
  return (
    <details className="mt-4 border-t pt-3 text-sm">
      <summary className="text-ink-2 tabular-nums hover:text-ink">This row cost {words.join(' · ')}</summary>
      <dl className="mt-2 flex flex-col gap-1">
        {cost.by_column.map((item) => (
          <div key={item.key ?? ''} className="flex justify-between gap-3">
            <dt className="min-w-0 truncate text-ink-3" dir="auto">
              {item.name ?? 'A column that is gone, or was only tried'}
            </dt>
            <dd className="tabular-nums">{money(item.spent_usd)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
