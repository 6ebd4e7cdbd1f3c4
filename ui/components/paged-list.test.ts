import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { ApiError } from '../http/api-error.ts'
import { PagedList } from './paged-list.tsx'

vi.mock('../words/word-store.ts', () => ({ useSay: () => (key: string) => key, sayOf: () => (key: string) => key }))
vi.mock('@mantine/core', () => ({
  Skeleton: () => createElement('hr'),
  Button: ({ children }: { children: string }) => createElement('button', null, children),
}))

const offline = new ApiError({ code: 'client.network', status: 0, message: '' })
const query = {
  data: { pages: [{ items: ['a', 'b'] }, { items: ['c'] }] },
  error: null as unknown,
  isFetching: false,
  refetch: () => {},
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => {},
}

function show(changes: object): string {
  const props = {
    query: { ...query, ...changes },
    failed: 'not read',
    bones: { count: 2, height: 10 },
    empty: 'nothing yet',
    more: 'older',
    children: (items: string[]) => items.join(' '),
  }
  return renderToStaticMarkup(createElement(PagedList<string>, props))
}

test('shows the loaded pages, and the button for the next one only when there is one', () => {
  expect(show({})).toMatch(/^a b c.*older/)
  expect(show({ hasNextPage: false })).toBe('a b c')
})

test('keeps the items when the next page fails, and says so under them', () => {
  const shown = show({ error: offline, isFetchNextPageError: true })
  expect(shown).toMatch(/^a b c.*role="alert".*not read.*offline.*retry/)
  expect(shown).not.toContain('older')
})

test('changes nothing when a background refresh fails', () => {
  expect(show({ error: offline })).toBe(show({}))
})

test('shows placeholders, then a retry card, before the first page; the empty part after it', () => {
  expect(show({ data: undefined })).toContain('role="status" aria-label="loading"><hr/><hr/>')
  expect(show({ data: undefined, error: offline })).toMatch(/not read.*offline.*retry/)
  expect(show({ data: { pages: [{ items: [] }] } })).toBe('nothing yet')
})
