import { expect, it } from 'vitest'

import { linesOf, sitesOf, withText } from './brand-texts.ts'

it('takes a language away when its text is emptied, and our text comes back with the last one', () => {
  const both = { 'zh-CN': '条款', en: 'Terms' }
  expect(withText(both, 'en', ' ')).toEqual({ 'zh-CN': '条款' })
  expect(withText({ 'zh-CN': '条款' }, 'zh-CN', '')).toBeNull()
  expect(withText(null, 'zh-CN', '条款')).toEqual({ 'zh-CN': '条款' })
})

it('keeps an empty first language beside another, so that the server refuses it', () => {
  expect(withText({ 'zh-CN': '条款', en: 'Terms' }, 'zh-CN', '')).toEqual({ 'zh-CN': '', en: 'Terms' })
})

it('reads one address a line, without blanks, and nothing from an empty field', () => {
  expect(sitesOf(' https://a.example \nhttps://b.example')).toEqual(['https://a.example', 'https://b.example'])
  expect([sitesOf(''), linesOf('')]).toEqual([[], []])
  expect(linesOf('routing: a b\n')).toEqual(['routing: a b', ''])
})
