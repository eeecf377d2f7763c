// The effect of the edited rules: leads per tier before and after, and the leads that move most.
import type { Schemas } from '../../../api/shapes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { capital, count, counted } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface Props {
  preview: Schemas['ScoringPreview'] | undefined
  isError: boolean
  isStale: boolean
}

const TIERS = ['hot', 'warm', 'cold', 'unqualified'] as const
const TONES = { hot: 'bad', warm: 'warn', cold: 'accent', unqualified: 'plain' } as const

const HEADS = [{ title: 'Tier' }, { title: 'Now', align: 'end' }, { title: 'With these rules', align: 'end' }] as const

export function ScoringPreviewPart({ preview, isError, isStale }: Props) {
  return (
    <aside aria-label="Preview" className="flex flex-col gap-4 lg:sticky lg:top-6 lg:self-start" aria-busy={isStale}>
      <h2 className="font-semibold">Preview</h2>
      {isError && (
        <p className="text-sm text-warn">These rules cannot be computed yet. Check names, values and tiers.</p>
      )}
      {!preview && !isError && <Skeleton className="h-40" />}
      {preview && <Figures preview={preview} />}
    </aside>
  )
}

function Figures({ preview }: { preview: Schemas['ScoringPreview'] }) {
  const { leads, sampled, before, after, moved_up, moved_down, examples } = preview
  if (leads === 0) return <p className="text-ink-3">There are no leads to score yet.</p>
  return (
    <>
      <p className="text-ink-2">
        {moved_up + moved_down === 0
          ? 'No lead changes its tier.'
          : `${counted(moved_up, 'lead')} would move up, ${count(moved_down)} down.`}
        {sampled && ` Seen on ${count(leads)} leads.`}
      </p>
      <FigureTable
        heads={HEADS}
        rows={TIERS.map((tier) => ({
          key: tier,
          cells: [
            <Badge key="tier" tone={TONES[tier]}>
              {capital(tier)}
            </Badge>,
            count(before[tier]),
            count(after[tier]),
          ],
        }))}
      />
      {examples.length > 0 && (
        <ul className="flex flex-col text-sm">
          {examples.map(({ lead_id, name, before: was, after: is, tier_after }) => (
            <li key={lead_id} className="flex items-center gap-2 border-t py-1.5">
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {name ?? `Lead ${lead_id}`}
              </span>
              <span className="text-ink-3 tabular-nums">{was ?? 'new'} →</span>
              <span className="tabular-nums">{is}</span>
              <Badge tone={TONES[tier_after]}>{capital(tier_after)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
