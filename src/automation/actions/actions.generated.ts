// The kinds of actions: the files of this folder, listed by `npm run generate`.
import { addToWorkbookAction } from './add-to-workbook.action.ts'
import { awaitOutcomeAction } from './await-outcome.action.ts'
import { branchAction } from './branch.action.ts'
import { callFunctionAction } from './call-function.action.ts'
import { createWatchAction } from './create-watch.action.ts'
import { crmPushAction } from './crm-push.action.ts'
import { enrollAction } from './enroll.action.ts'
import { notifyAction } from './notify.action.ts'
import { runColumnsAction } from './run-columns.action.ts'
import { updateLeadAction } from './update-lead.action.ts'
import { waitAction } from './wait.action.ts'
import { webhookAction } from './webhook.action.ts'

export const ALL_ACTIONS = [
  addToWorkbookAction,
  awaitOutcomeAction,
  branchAction,
  callFunctionAction,
  createWatchAction,
  crmPushAction,
  enrollAction,
  notifyAction,
  runColumnsAction,
  updateLeadAction,
  waitAction,
  webhookAction,
]
