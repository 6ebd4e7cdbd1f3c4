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

it('a bare address is the whole list', () => {
  expect(read('')).toEqual(blank)
  expect(writeListState(blank, filterKeys).toString()).toBe('')
})

it('what was written is read again, to the letter', () => {
  expect(read(writeListState(full, filterKeys).toString())).toEqual(full)
})

it('names that are no filter of this list do nothing, and stay in the address', () => {
  expect(read('other=1&state=')).toEqual(blank)
  const kept = new URLSearchParams('tab=notes&state=old&q=old')
  expect(writeListState({ ...blank, search: 'a' }, filterKeys, kept).toString()).toBe('tab=notes&q=a')
})

it('an empty choice of columns is a choice', () => {
  expect(read('cols=').columns).toEqual([])
})

it('another search, sort or filter begins at the first page; other columns stay on theirs', () => {
  expect(changed(full, { search: '' }).cursor).toBeNull()
  expect(changed(full, { sort: null }).cursor).toBeNull()
  expect(withFilter(full, 'state', 'ended')).toMatchObject({
    cursor: null,
    filters: { state: 'ended', endsWithin: '7' },
  })
  expect(changed(full, { columns: ['name'] }).cursor).toBe('k.12:3')
})

it('an empty value takes a filter away', () => {
  expect(withFilter(full, 'state', '').filters).toEqual({ endsWithin: '7' })
})

it('a column sorts up, down, and then not at all', () => {
  expect([
    nextSort(null, 'name'),
    nextSort('name', 'name'),
    nextSort('-name', 'name'),
    nextSort('-name', 'age'),
  ]).toEqual(['name', '-name', null, 'age'])
})

it('knows whether a list without rows is empty or only narrowed', () => {
  expect([isNarrowed(blank), isNarrowed(full), isNarrowed({ ...blank, sort: 'name' })]).toEqual([false, true, false])
})
