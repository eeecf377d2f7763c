// The kinds of triggers: the files of this folder, listed by `npm run generate`.
import { jobFinishedTrigger } from './job-finished.trigger.ts'
import { leadCreatedTrigger } from './lead-created.trigger.ts'
import { leadStatusTrigger } from './lead-status.trigger.ts'
import { rowAddedTrigger } from './row-added.trigger.ts'
import { rowChangedTrigger } from './row-changed.trigger.ts'
import { runFinishedTrigger } from './run-finished.trigger.ts'
import { scheduleTrigger } from './schedule.trigger.ts'
import { signalCreatedTrigger } from './signal-created.trigger.ts'
import { webhookReceivedTrigger } from './webhook-received.trigger.ts'
import { workbookCreatedTrigger } from './workbook-created.trigger.ts'

export const ALL_TRIGGERS = [
  jobFinishedTrigger,
  leadCreatedTrigger,
  leadStatusTrigger,
  rowAddedTrigger,
  rowChangedTrigger,
  runFinishedTrigger,
  scheduleTrigger,
  signalCreatedTrigger,
  webhookReceivedTrigger,
  workbookCreatedTrigger,
]
