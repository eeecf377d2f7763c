import { expect, test } from 'vitest'
import { type Panel, panelOf, searchOf } from './use-panel.ts'

test.each<Panel>([
  { kind: 'column', columnId: 'c1' },
  { kind: 'column', columnId: null },
  { kind: 'column', columnId: null, wanted: 'send' },
  { kind: 'cell', rowId: 'r1', columnId: 'c1' },
  { kind: 'row', rowId: 'r1' },
  { kind: 'activity' },
  { kind: 'sources', sourceId: null },
  { kind: 'sources', sourceId: 's1' },
  { kind: 'run', runId: null },
  { kind: 'run', runId: 'n1' },
  { kind: 'comments', place: null, threadId: null },
  { kind: 'comments', place: null, threadId: 't1' },
  { kind: 'comments', place: { rowId: 'r1', columnId: 'c1' }, threadId: null },
])('the panel %j is opened by its address', (panel) => {
  expect(panelOf(searchOf(panel))).toEqual(panel)
})
