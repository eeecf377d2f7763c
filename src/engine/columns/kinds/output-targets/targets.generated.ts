// The targets of deliveries: the files of this folder, listed by `npm run generate`.
import { hubspot } from './hubspot.target.ts'
import { salesforce } from './salesforce.target.ts'
import { sequence } from './sequence.target.ts'
import { sheet } from './sheet.target.ts'
import { slack } from './slack.target.ts'
import { webhook } from './webhook.target.ts'
import { workbook } from './workbook.target.ts'

export const OUTPUT_TARGETS = {
  hubspot,
  salesforce,
  sequence,
  sheet,
  slack,
  webhook,
  workbook,
}
