// The records that were merged into a lead: what each says that the lead does not show, where that is from, and the way back.
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { entitiesKey, entityQuery, splitEntity } from '../entities/entities.queries.ts'
import { capitalized } from '../pairs/pair.logic.ts'
import { leadKey } from './leads.api.ts'
import { lostValues, recordWords, sourceWords } from './leads.logic.ts'

/** Nothing for a lead of one record. */
export function MergedRecords({ lead, editable }: { lead: Schemas['Lead']; editable: boolean }) {
  const entity = useQuery({ ...entityQuery(lead.entity_id ?? ''), enabled: lead.entity_id !== null })
  const [busy, start] = useAct()
  if (!entity.data || entity.data.members.length < 2) return null
  const { id, members, merges } = entity.data
  const [last] = merges
  const split = (mergeId: string) =>
    start(async () => {
      await splitEntity(id, mergeId)
      await queries.invalidateQueries({ queryKey: entitiesKey() })
      void queries.invalidateQueries({ queryKey: leadKey(Number(lead.id)) })
      toast('Merge undone')
    }, 'The records stay merged.')
  return (
    <PanelPart title="Merged records">
      <ul className="flex flex-col gap-3 text-sm">
        {members.map((member) => (
          <li key={member.record_id} className="[overflow-wrap:anywhere]">
            <p>{recordWords(member.values)}</p>
            <ul className="mt-1 flex flex-col gap-0.5 border-l pl-3 text-ink-2">
              {lostValues(entity.data, member.record_id).map(({ field, text, shown, why, provenance }) => (
                <li key={field} title={`Shown instead: ${shown}${why === null ? '' : `, because ${why}`}`}>
                  <span className="text-ink-3">{capitalized(field.replace(/^custom\./, ''))}</span> {text}{' '}
                  <span className="text-ink-3 text-xs">{sourceWords(provenance ?? undefined)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {editable && last && (
        <Button size="sm" className="mt-2" busy={busy} onClick={() => void split(last.id)}>
          Undo the last merge
        </Button>
      )}
    </PanelPart>
  )
}
