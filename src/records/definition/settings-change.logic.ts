// What a definition changes beside the columns, with what is there now, so that it can be done and taken back.
import { mayChange, type Viewer } from '../../identity/sharing.logic.ts'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { type JsonObject, plainJson } from '../../kernel/json.ts'
import type { SettingsDetail, ViewSnapshot } from '../store/recorder.ts'
import type { StoredView } from '../views/view.logic.ts'
import type { StoredDefinition } from './definition.reads.ts'
import type { ReadDefinition } from './definition-reading.logic.ts'
import { isAlike, pairViews, sameView } from './plan.logic.ts'

/** Null when nothing of it differs. Refuses (403) a view that is locked for the caller. */
export function settingsChangeOf(
  present: StoredDefinition,
  wanted: ReadDefinition,
  viewer: Viewer,
): SettingsDetail | null {
  const { has } = wanted
  const whole: SettingsDetail = {}
  if (has.name && wanted.name !== present.name) whole.name = { before: present.name, after: wanted.name }
  if (has.description && wanted.description !== present.description)
    whole.description = { before: present.description, after: wanted.description }
  if (has.identity && !isAlike(present.identity, wanted.identity))
    whole.identity = { before: present.storedIdentity, after: wanted.identity && [...wanted.identity] }
  if (has.views) {
    const views = viewsOf(present, wanted, viewer)
    if (views.length > 0) whole.views = views
  }
  return Object.keys(whole).length > 0 ? whole : null
}

type Views = NonNullable<SettingsDetail['views']>

function viewsOf(present: StoredDefinition, wanted: ReadDefinition, viewer: Viewer): Views {
  const { pairs, gone } = pairViews(present.views, wanted.views)
  const removed = gone.map(({ stored }) => ({ id: stored.id, before: kept(stored, viewer), after: null }))
  const others = pairs.flatMap(({ wanted: view, there }): Views => {
    if (!there) {
      const after = { ...view, config: plainJson(view.config) as JsonObject, made_by: viewer.principal.user_id }
      return [{ id: newId(), before: null, after }]
    }
    if (sameView(there, view)) return []
    const before = kept(there.stored, viewer)
    return [
      {
        id: there.stored.id,
        before,
        after: { ...view, config: plainJson(view.config) as JsonObject, made_by: before.made_by },
      },
    ]
  })
  return [...removed, ...others]
}

function kept(view: StoredView, viewer: Viewer): ViewSnapshot {
  if (!mayChange(view, viewer, 'workbooks.edit'))
    refuse(
      'forbidden',
      `The view "${view.name}" is locked: only who made it and admins may change it. Nothing was changed.`,
    )
  const { name, scope, config, made_by } = view
  return { name, scope, config: plainJson(config) as JsonObject, made_by }
}
