// Unsaved column drafts of this tab, so that closing a panel, going elsewhere or signing in again loses nothing.
const key = (workbookId: string, columnId: string) => `millrace.draft.${workbookId}.${columnId}`

export function readDraft<T>(workbookId: string, columnId: string): T | null {
  try {
    const text = sessionStorage.getItem(key(workbookId, columnId))
    return text ? (JSON.parse(text) as T) : null
  } catch {
    return null
  }
}

/** Keeps a draft; null forgets it. */
export function keepDraft(workbookId: string, columnId: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(key(workbookId, columnId))
    else sessionStorage.setItem(key(workbookId, columnId), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage only costs the convenience.
  }
}
