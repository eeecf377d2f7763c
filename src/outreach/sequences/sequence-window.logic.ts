// The days and hours of a sequence, as the rules of time take them.
import type { SendingWindow } from '../timing/window.logic.ts'
import type { SequenceSettings } from './sequence.schema.ts'

export const windowOf = (settings: SequenceSettings): SendingWindow => ({
  days: settings.days,
  start: settings.window_start,
  end: settings.window_end,
  start_date: settings.start_date,
  end_date: settings.end_date,
})
