// Which board a page names, on pages that people write and on those that are made to take long.
import { describe, expect, it } from 'vitest'
import { readPage } from '../web-reader/website-reader.page.ts'
import { boardIn } from './job-boards.ts'
import { careersLinks } from './open-jobs.ts'

describe('a board', () => {
  it.each([
    ['<a href="https://acme-mills.recruitee.com/o/miller">Jobs</a>', 'recruitee', 'acme-mills'],
    ['<a href="https://www.workable.com">by</a> <a href="https://acme.workable.com/">Jobs</a>', 'workable', 'acme'],
    ['<script src="https://boards.greenhouse.io/embed/job_board/js?b=1&amp;for=acme">', 'greenhouse', 'acme'],
  ])('is named by %s', (page, id, slug) => {
    const seen = boardIn(page)
    expect([seen?.board.id, seen?.slug]).toEqual([id, slug])
  })

  it.each([
    ['one long word', 'a'.repeat(300_000)],
    ['names without an end', 'a-'.repeat(150_000)],
    ['addresses of boards without a company', 'boards.greenhouse.io/embed/job_board?&'.repeat(8_000)],
    ['links without an end', '<a '.repeat(100_000)],
  ])('is looked for in time in %s', (_, page) => {
    expect([careersLinks(readPage(page), 'https://acme.example/'), boardIn(page)?.slug]).toEqual([[], undefined])
  })
})
