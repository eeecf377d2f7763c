// The keys of find and replace. A Mac hides the window with ⌘H, so there Shift goes with it.
import { keyName } from '../../../ui/kbd.tsx'

export const REPLACE_KEYS = keyName('mod') === '⌘' ? ['mod', 'shift', 'h'] : ['mod', 'h']
