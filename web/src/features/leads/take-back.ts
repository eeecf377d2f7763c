// Undoes an import of leads and shows the result.
import { showError } from '../../session/show-error.ts'
import { count, counted } from '../../ui/format.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { undoImport } from './leads.api.ts'

/** False when it broke off. `onLeads` is told how far a long one is. */
export async function takeBack(importId: string, onLeads: (done: number, total: number) => void): Promise<boolean> {
  try {
    const { deleted, restored, kept } = await undoImport(importId, onLeads)
    const left = kept > 0 ? ` ${counted(kept, 'lead')} changed since ${kept === 1 ? 'stays' : 'stay'}.` : ''
    toast(`Import undone: ${counted(deleted, 'lead')} deleted, ${count(restored)} as before.${left}`)
    return true
  } catch (error) {
    showError(error, 'What is not undone yet stays; undo again to go on.')
    return false
  }
}
