// What all settings pages share: the head, sections, the place of a form's buttons, and who to ask when the role is too low.
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Role } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { anyOf } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { areaOf, type SettingsPageName } from './areas.logic.ts'
import { membersQuery } from './settings.queries.ts'

interface PageProps {
  page: SettingsPageName
  /** Beside the sentence at the head: the page's main button. */
  action?: ReactNode
  /** As wide as there is room, for tables. */
  wide?: boolean
  children: ReactNode
}

export function SettingsPage({ page, action, wide, children }: PageProps) {
  const workspace = useWorkspace()
  const area = areaOf(page)
  usePage({ title: area.title, parent: { title: 'Settings', to: `/w/${workspace.slug}/settings` } })
  return (
    <div className={cx('flex w-full flex-col gap-8 px-4 py-6 md:px-8', wide ? 'max-w-5xl' : 'max-w-2xl')}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-xl flex-1 basis-64 text-ink-2">{area.about}</p>
        {action}
      </div>
      {children}
    </div>
  )
}

interface SectionProps {
  title: string
  about?: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function Section({ title, about, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-xl">
          <h2 className="font-semibold text-lg">{title}</h2>
          {about && <p className="mt-0.5 text-ink-2">{about}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A list or form in a frame. */
export function Frame({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('overflow-hidden rounded-md border [&_tbody>tr:last-child>td]:border-b-0', className)}>
      {children}
    </div>
  )
}

interface SaveProps {
  dirty: boolean
  /** False while something typed cannot be saved. */
  ready?: boolean
  busy: boolean
  onDiscard: () => void
  label?: string
}

/** The foot of a form that is saved as a whole. */
export function SaveButtons({ dirty, ready = true, busy, onDiscard, label = 'Save' }: SaveProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" look="primary" busy={busy} disabled={!dirty || !ready}>
        {label}
      </Button>
      {dirty && (
        <Button look="quiet" disabled={busy} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
    </div>
  )
}

export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields of a skeleton are all alike
        <div key={index} className="flex flex-col gap-2">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** What is loaded: "The members". */
  what: string
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** The loaded data, a skeleton while it loads, or why loading failed. */
export function Loaded<T>({ query, what, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return skeleton
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      meaning="Nothing was changed."
      error={query.error}
      retry={() => void query.refetch()}
    />
  )
}

function useAskable(role: Role): string {
  const workspace = useWorkspace()
  const members = useQuery(membersQuery(workspace.id))
  const able = members.data?.filter((one) => one.is_active && roleReaches(one.role, role)) ?? []
  return able.length > 0
    ? anyOf(able.map((one) => one.username))
    : `${role === 'owner' ? 'an owner' : 'an admin'} of this workspace`
}

/** In place of a page that needs a higher role: says who can. */
export function NoPermission({ needs, what }: { needs: Role; what: string }) {
  return (
    <EmptyState icon={ShieldAlert} title={`Your role does not show ${what}`}>
      Ask {useAskable(needs)}.
    </EmptyState>
  )
}

/** Above a form that can be read and not changed: says who can. */
export function ReadOnlyNote({ needs }: { needs: Role }) {
  return <p className="rounded-md bg-hover px-3 py-2 text-ink-2 text-sm">To change this, ask {useAskable(needs)}.</p>
}
