// An audit log: filters that stand in the address, the lines as a table, the details of one line, and export.

import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ScrollText, X } from 'lucide-react'
import type { Schemas } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { Button } from '../../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { Frame, Loaded } from '../settings-page.tsx'
import { actWords, whoWords } from './audit.logic.ts'
import { type AuditOf, auditLines, exportAudit } from './audit.queries.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditLineDialog } from './audit-line.dialog.tsx'
import type { AuditSearch } from './audit-search.logic.ts'

interface Props {
  of: AuditOf
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

export function AuditLog({ of, search, onSearch }: Props) {
  const lines = useInfiniteQuery(auditLines(of, search))
  const { open, dialog } = useDialogs({
    line: (close, line: Schemas['AuditLine']) => <AuditLineDialog line={line} onClose={close} />,
  })
  const saving = useSubmit()
  const filtered = Object.keys(search).length > 0

  async function save(format: 'csv' | 'jsonl') {
    await saving.submit(async () => {
      try {
        await exportAudit(of, format, search)
        toast('Exported', { tone: 'good' })
      } catch (error) {
        showError(error, 'No file was saved.', () => void save(format))
      }
    })
  }

  const only = (line: Schemas['AuditLine']): MenuItem[] => {
    const { actor, object, request_id, act } = line
    const by = actor.token_id ?? actor.user_id
    return [
      { label: 'Details', onSelect: () => open.line(line) },
      'separator',
      { heading: 'Only lines …' },
      { label: `of “${actWords(act)}”`, onSelect: () => onSearch({ ...search, act }) },
      ...(by === null
        ? []
        : [{ label: `by ${whoWords(actor)}`, onSelect: () => onSearch({ ...search, actor: String(by) }) }]),
      ...(object.type && object.id
        ? [
            {
              label: `about ${object.name ?? 'this one'}`,
              onSelect: () => onSearch({ ...search, object_type: object.type ?? '', object_id: object.id ?? '' }),
            },
          ]
        : []),
      ...(request_id ? [{ label: 'of the same request', onSelect: () => onSearch({ request_id }) }] : []),
    ]
  }

  const columns: ListColumn<Schemas['AuditLine']>[] = [
    {
      key: 'act',
      title: 'What',
      render: (line) => (
        <button
          type="button"
          onClick={() => open.line(line)}
          className="block w-full truncate rounded-sm py-1 text-left hover:underline"
        >
          <span className="font-medium">{actWords(line.act)}</span>
          {line.object.name && (
            <span className="text-ink-2" dir="auto">
              {' '}
              {line.object.name}
            </span>
          )}
          <span className="block truncate text-ink-3 text-xs sm:hidden">{whoWords(line.actor)}</span>
        </button>
      ),
    },
    {
      key: 'who',
      title: 'Who',
      width: 'w-48',
      from: 'sm',
      render: (line) => <span title={whoWords(line.actor)}>{whoWords(line.actor)}</span>,
    },
    {
      key: 'ip',
      title: 'Address',
      width: 'w-36',
      from: 'lg',
      render: (line) => <span className="text-ink-2 tabular-nums">{line.ip ?? '–'}</span>,
    },
    timeColumn({ key: 'when', title: 'When', width: 'w-28 sm:w-32', at: (line) => line.ts }),
  ]

  return (
    <div className="-mt-3 flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <AuditFilters of={of} search={search} onSearch={onSearch} />
        <span className="flex-1" />
        <Menu
          align="end"
          items={[
            { label: 'CSV', hint: 'For spreadsheets', onSelect: () => void save('csv') },
            { label: 'JSON Lines', hint: 'For programs', onSelect: () => void save('jsonl') },
          ]}
          trigger={
            <Button icon={Download} busy={saving.busy}>
              {filtered ? 'Export these' : 'Export'}
            </Button>
          }
        />
      </div>
      <Chips search={search} onSearch={onSearch} />
      <Loaded query={lines} what="The log" skeleton={<ListSkeleton rows={10} />}>
        {({ pages }) => {
          const list = pages.flatMap((page) => page.items)
          if (list.length === 0)
            return (
              <EmptyState
                icon={ScrollText}
                title={filtered ? 'No line fits these filters' : 'Nothing is on record yet'}
                action={filtered && <Button onClick={() => onSearch({})}>Show all lines</Button>}
              />
            )
          return (
            <>
              <Frame>
                <DataList
                  label="Audit log"
                  items={list}
                  id={(line) => line.id}
                  name={(line) => actWords(line.act)}
                  columns={columns}
                  menu={only}
                />
              </Frame>
              {lines.hasNextPage && (
                <div>
                  <Button busy={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
                    Show older lines
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
      {dialog}
    </div>
  )
}

/** Filters that have no field of their own, each with the way to drop it. */
function Chips({ search, onSearch }: Omit<Props, 'of'>) {
  const { object_type, object_id, request_id, ...rest } = search
  const chips = [
    object_id && {
      words: `About one ${(object_type ?? 'thing').replaceAll('_', ' ')}`,
      drop: () => onSearch({ ...rest, ...(request_id ? { request_id } : {}) }),
    },
    request_id && {
      words: 'Of one request',
      drop: () => onSearch({ ...rest, ...(object_type ? { object_type } : {}), ...(object_id ? { object_id } : {}) }),
    },
  ].filter((chip) => typeof chip === 'object')
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.words}>
          <Button size="sm" icon={X} onClick={chip.drop} aria-label={`Drop the filter: ${chip.words}`}>
            {chip.words}
          </Button>
        </li>
      ))}
    </ul>
  )
}
