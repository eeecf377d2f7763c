// What a value was made of: every column it was computed from with its value on this row, down to the source of the first one.
import { rawText } from '../../../grid/marks/display.logic.ts'
import { reasonWords } from '../../../grid/marks/marks.logic.ts'
import { PanelPart } from '../../../ui/panel-part.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import type { Trace } from '../../columns/workbook.shapes.ts'

type Node = Trace['lineage'][number]

export function Lineage({ nodes, rowSource }: { nodes: Node[]; rowSource: unknown }) {
  if (nodes.length === 0) return null
  const names = new Map(nodes.map((node) => [node.column_id, node.name]))
  return (
    <PanelPart title="Inputs">
      <ol className="flex flex-col">
        {nodes.map((node, index) => (
          <li key={node.column_id} className="relative flex gap-3 pb-3 last:pb-0">
            {index < nodes.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[4.5px] w-px bg-line-strong" />
            )}
            <span aria-hidden className="mt-1.5 size-2.5 shrink-0 rounded-full border-[1.5px] border-idle bg-surface" />
            <div className="min-w-0 flex-1 text-sm">
              <p className="flex items-baseline gap-2">
                <span className="shrink-0 text-ink-3">{node.name}</span>
                <span className="min-w-0 truncate" dir="auto">
                  {rawText(node.value) || <span className="text-ink-3">(blank)</span>}
                </span>
              </p>
              <p className="text-ink-3 text-xs">
                <From node={node} names={names} rowSource={rowSource} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </PanelPart>
  )
}

function From({ node, names, rowSource }: { node: Node; names: ReadonlyMap<string, string>; rowSource: unknown }) {
  const { origin, type, reads, status, label } = node
  if (type === 'input') {
    const source = sourceWords(rowSource)
    if (!origin) return <>{source ? `Brought with the row, from ${source}` : 'Brought with the row'}</>
    return (
      <>
        {[origin.words ?? 'Brought', origin.actor && `by ${origin.actor}`, source && `from ${source}`]
          .filter(Boolean)
          .join(' ')}
        {origin.at && (
          <>
            , <TimeAgo at={origin.at} />
          </>
        )}
      </>
    )
  }
  const behind = reads.flatMap((id) => names.get(id) ?? [])
  const of = behind.length > 0 ? `from ${behind.join(', ')}` : ''
  if (status === 'overridden') return <>Typed by a user</>
  if (type === 'formula' || type === 'lookup') return <>{`${type === 'formula' ? 'Computed' : 'Looked up'} ${of}`}</>
  return (
    <>
      {[label ?? (status === 'complete' ? 'Found' : reasonWords(status ?? '') || 'Not run'), of]
        .filter(Boolean)
        .join(' ')}
      {node.updated_at && (
        <>
          , <TimeAgo at={node.updated_at} />
        </>
      )}
    </>
  )
}

function sourceWords(source: unknown): string {
  const provider = (source as { provider?: unknown } | null)?.provider
  return typeof provider === 'string' ? provider : ''
}
