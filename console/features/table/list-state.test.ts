import { expect, it } from 'vitest'

import {
  changed,
  isNarrowed,
  type ListState,
  nextSort,
  readListState,
  withFilter,
  writeListState,
} from './list-state.ts'

const filterKeys = ['state', 'endsWithin']
const blank: ListState = { search: '', sort: null, cursor: null, filters: {}, columns: null }
const full: ListState = {
  search: '小鱼 & co',
  sort: '-balance',
  cursor: 'k.12:3',
  filters: { state: 'active', endsWithin: '7' },
  columns: ['name', 'state'],
}
const read = (text: string) => readListState(new URLSearchParams(text), filterKeys)

it('an address without parameters shows the whole list', () => {
  expect(read('')).toEqual(blank)
  expect(writeListState(blank, filterKeys).toString()).toBe('')
})

it('reads exactly what it wrote', () => {
  expect(read(writeListState(full, filterKeys).toString())).toEqual(full)
})

it('ignores names that are no filter of this list, and keeps them in the address', () => {
  expect(read('other=1&state=')).toEqual(blank)
  const kept = new URLSearchParams('tab=notes&state=old&q=old')
  expect(writeListState({ ...blank, search: 'a' }, filterKeys, kept).toString()).toBe('tab=notes&q=a')
})

it('keeps an empty choice of columns', () => {
  expect(read('cols=').columns).toEqual([])
})

it('a new search, sort or filter goes to the first page, but new columns stay on the current one', () => {
  expect(changed(full, { search: '' }).cursor).toBeNull()
  expect(changed(full, { sort: null }).cursor).toBeNull()
  expect(withFilter(full, 'state', 'ended')).toMatchObject({
    cursor: null,
    filters: { state: 'ended', endsWithin: '7' },
  })
  expect(changed(full, { columns: ['name'] }).cursor).toBe('k.12:3')
})

it('an empty value removes a filter', () => {
  expect(withFilter(full, 'state', '').filters).toEqual({ endsWithin: '7' })
})

it('a column sorts ascending, then descending, then not at all', () => {
  expect([
    nextSort(null, 'name'),
    nextSort('name', 'name'),
    nextSort('-name', 'name'),
    nextSort('-name', 'age'),
  ]).toEqual(['name', '-name', null, 'age'])
})

it('tells an empty list from one whose filters match nothing', () => {
  expect([isNarrowed(blank), isNarrowed(full), isNarrowed({ ...blank, sort: 'name' })]).toEqual([false, true, false])
})
