// What makes and changes the columns of one kind: its draft, and the form of it.
import type { ComponentType } from 'react'
import type { Column } from '../../api/shapes.ts'
import type { CommonDraft, FormProps } from '../columns/custom.shapes.ts'
import type { CustomColumnKind, OwnFormKind } from '../columns/custom-kinds.logic.ts'
import type { DraftOf } from '../columns/workbook.shapes.ts'
import type { NewColumn } from './new-column.logic.ts'

export interface Editor<K extends CustomColumnKind, Draft> {
  begin(wanted: NewColumn): Draft
  read(column: Column): Draft
  /** What is sent to the API; of a stored column, null clears what was taken away. */
  write(draft: Draft, isStored: boolean): DraftOf<K>
  /** Why it cannot be saved or tried yet; null when it can. */
  problemOf(draft: Draft): string | null
  readonly Form: ComponentType<FormProps<Draft>>
}

export function defineEditor<K extends OwnFormKind, Draft extends CommonDraft & { kind: K }>(
  editor: Editor<K, Draft>,
): Editor<K, Draft> {
  return editor
}
