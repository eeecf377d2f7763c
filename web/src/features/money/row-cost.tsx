// What a row has cost, by column.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { CostLine } from '../../ui/cost-line.tsx'

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
  const gone = 'A column that is gone, or was only tried'
  return <CostLine what="This row" cost={asked.data} items={asked.data?.by_column ?? []} unnamed={gone} />
}
