import { describe, expect, test } from 'vitest'
import { type Frame, frameReader } from './sse.ts'

function read(...pieces: string[]): Frame[] {
  const frames: Frame[] = []
  const feed = frameReader((frame) => frames.push(frame))
  for (const piece of pieces) feed(piece)
  return frames
}

describe('an event stream', () => {
  test('is read the same however the network cuts it', () => {
    const text =
      'retry: 3000\n\nid: 7\r\nevent: run.progress\r\ndata: {"a":1,\r\ndata: "b":2}\r\n\r\n:\n\nid: 8\ndata: x\n\n'
    const whole = read(text)
    expect(whole).toEqual([
      { id: '7', event: 'run.progress', data: '{"a":1,\n"b":2}' },
      { id: '8', event: 'message', data: 'x' },
    ])
    expect(read(...text)).toEqual(whole)
    for (let cut = 1; cut < text.length; cut += 1)
      expect(read(text.slice(0, cut), text.slice(cut)), `cut at ${cut}`).toEqual(whole)
  })

  test('gives no event for heartbeats, for half a frame, or for an id alone', () => {
    expect(read(':\n\n', ':beat\n', 'data: half')).toEqual([])
    expect(read('id: 9\n\n')).toEqual([])
  })

  test('keeps the last id for frames that have none', () => {
    expect(read('id: 1\ndata: a\n\ndata: b\n\n').map((frame) => frame.id)).toEqual(['1', '1'])
  })
})
