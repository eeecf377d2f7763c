// Whether a provider would be called right now, in a few words that link to the place to fix it.
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../../../session/workspace.ts'
import { cx } from '../../../ui/classes.ts'
import type { Provider } from '../../columns/workbook.shapes.ts'
import { closedWords } from '../../providers/health.logic.ts'

const link = 'rounded-sm underline decoration-line-strong underline-offset-2 hover:text-ink'

export function StepState({ provider }: { provider: Provider }) {
  const workspace = useWorkspace()
  const params = { workspace: workspace.slug }
  const { closed, ready, own, integration_id } = provider
  const tone = !ready || closed?.kind === 'circuit_open' ? 'bg-bad' : closed ? 'bg-warn-mark' : 'bg-ok'
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full', tone)} />
      {!ready && own ? (
        <Link className={link} to="/w/$workspace/settings/own-providers" params={params}>
          Needs its secret
        </Link>
      ) : !ready ? (
        <Link
          className={link}
          to="/w/$workspace/settings/integrations"
          params={params}
          search={integration_id ? { open: integration_id } : {}}
        >
          Needs a key
        </Link>
      ) : closed ? (
        <Link className={link} to="/w/$workspace/settings/providers" params={params} title={closed.detail}>
          {closedWords(closed as Parameters<typeof closedWords>[0])}
        </Link>
      ) : (
        <Link className={link} to="/w/$workspace/settings/providers" params={params}>
          Ready
        </Link>
      )}
    </span>
  )
}
