// The kinds of deliveries: the files of this folder, listed by `npm run generate`.
import { hubspotDelivery } from './hubspot-delivery.ts'
import { salesforceDelivery } from './salesforce-delivery.ts'
import { sequenceDelivery } from './sequence-delivery.ts'
import { sheetDelivery } from './sheet-delivery.ts'
import { slackDelivery } from './slack-delivery.ts'
import { webhookDelivery } from './webhook-delivery.ts'
import { workbookDelivery } from './workbook-delivery.ts'

export const DELIVERIES = {
  hubspot: hubspotDelivery,
  salesforce: salesforceDelivery,
  sequence: sequenceDelivery,
  sheet: sheetDelivery,
  slack: slackDelivery,
  webhook: webhookDelivery,
  workbook: workbookDelivery,
}
