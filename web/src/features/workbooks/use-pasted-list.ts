// Takes what is pasted on the page when a workbook can be made of it, and says what would be taken when it cannot.
import { toast } from '../../ui/overlays/toast.tsx'
import { usePagePaste } from '../../ui/use-page-paste.ts'
import { readPasted } from './pasted.logic.ts'

export function usePastedList(active: boolean, onText: (text: string) => void) {
  usePagePaste(active, (text) => {
    if (readPasted(text)) onText(text)
    else toast('That is not a list of domains, nor a table. Copy one domain per line, or cells of a spreadsheet.')
  })
}
