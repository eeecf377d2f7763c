// Every tool there is, in the order in which it is listed: what is not here can be used by no program and no assistant.
import { CATALOG_TOOLS } from './catalog.tools.ts'
import { COLUMN_TOOLS } from './columns.tools.ts'
import { FUNCTION_TOOLS } from './functions.tools.ts'
import { LEAD_TOOLS } from './leads.tools.ts'
import { OUTREACH_TOOLS } from './outreach.tools.ts'
import { ROW_TOOLS } from './rows.tools.ts'
import { RUN_TOOLS } from './runs.tools.ts'
import { SIGNAL_TOOLS } from './signals.tools.ts'
import { SOURCE_TOOLS } from './sources.tools.ts'
import type { Tool } from './tool.ts'
import { WORKBOOK_TOOLS } from './workbooks.tools.ts'

export const TOOLS: readonly Tool[] = [
  ...WORKBOOK_TOOLS,
  ...COLUMN_TOOLS,
  ...ROW_TOOLS,
  ...RUN_TOOLS,
  ...SOURCE_TOOLS,
  ...CATALOG_TOOLS,
  ...FUNCTION_TOOLS,
  ...LEAD_TOOLS,
  ...SIGNAL_TOOLS,
  ...OUTREACH_TOOLS,
]
