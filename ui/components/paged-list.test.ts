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

test('shows the pages there are, and the button for the next one only when there is one', () => {
  expect(show({})).toMatch(/^a b c.*older/)
  expect(show({ hasNextPage: false })).toBe('a b c')
})

test('a next page that fails leaves the items and says so under them', () => {
  const shown = show({ error: offline, isFetchNextPageError: true })
  expect(shown).toMatch(/^a b c.*role="alert".*not read.*offline.*retry/)
  expect(shown).not.toContain('older')
})

test('what is read again behind the reader and fails changes nothing', () => {
  expect(show({ error: offline })).toBe(show({}))
})

test('before the first page: bones, then a card to try again; after it: the empty part', () => {
  expect(show({ data: undefined })).toContain('role="status" aria-label="loading"><hr/><hr/>')
  expect(show({ data: undefined, error: offline })).toMatch(/not read.*offline.*retry/)
  expect(show({ data: { pages: [{ items: [] }] } })).toBe('nothing yet')
})
