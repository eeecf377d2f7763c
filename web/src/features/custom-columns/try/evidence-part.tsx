// What a research went by: its quotes, each with the page it stands on, and why it stopped.
import { counted } from '../../../ui/format.ts'
import { PanelPart } from '../../../ui/panel-part.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import type { Evidence } from '../../columns/custom.shapes.ts'

const STOPPED: Record<Evidence['stopped_reason'], string> = {
  found: '',
  exhausted: 'It stopped because its steps were used up.',
  budget: 'It stopped because the row may not cost more.',
  timeout: 'It stopped because its time was over.',
  error: 'It stopped because of an error.',
}

export function EvidencePart({ evidence }: { evidence: Evidence }) {
  const { answer, citations, quotes_dropped = 0, steps_used, stopped_reason } = evidence
  return (
    <PanelPart title="Evidence">
      {citations.length === 0 && (
        <p className="text-ink-2 text-sm">
          {answer ? 'No quote supports this answer, so it is kept as unverified.' : 'It ended without an answer.'}
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {citations.map((citation) => (
          <li key={`${citation.field} ${citation.url} ${citation.quote}`} className="border-l-2 pl-3 text-sm">
            <blockquote dir="auto" className="[overflow-wrap:anywhere]">
              “{citation.quote}”
            </blockquote>
            <p className="mt-0.5 text-ink-3 text-xs [overflow-wrap:anywhere]">
              {citation.field} ·{' '}
              {/^https?:\/\//.test(citation.url) ? (
                <a
                  href={citation.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-accent-ink underline underline-offset-2"
                >
                  {citation.title || citation.url}
                </a>
              ) : (
                <span>{citation.title || 'a workbook'}</span>
              )}{' '}
              · <TimeAgo at={citation.fetched_at} />
            </p>
          </li>
        ))}
      </ul>
      {quotes_dropped > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          {quotes_dropped === 1
            ? 'One quote that the model gave was dropped: it is not on the page that it names.'
            : `${quotes_dropped} quotes that the model gave were dropped: they are not on the pages that they name.`}
        </p>
      )}
      <p className="mt-2 text-ink-3 text-xs">
        {counted(steps_used, 'step')} of the model. {STOPPED[stopped_reason]}
      </p>
    </PanelPart>
  )
}
