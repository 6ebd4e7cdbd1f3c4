import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const made = await makeApp()
const { views } = consoleApi
const boss = await buildStaff(made, { resellerId: 260 })
const colleague = await buildStaff(made, { resellerId: 260, role: 'viewer' })
const operator = await buildStaff(made, { resellerId: null })
const namesOf = async (by: typeof boss, reseller?: number) =>
  (await by.call(views.list, { screen: 'users' }, reseller === undefined ? {} : { reseller })).data.views.map(
    ({ name }) => name,
  )

test('a view belongs to its member, in the office where it was saved', async () => {
  const query = 'state=active&sort=-ends'
  const { data } = await boss.call(views.save, { screen: 'users', name: '老客户', query })
  expect(data).toMatchObject({ name: '老客户', query })
  await operator.call(views.save, { screen: 'users', name: 'of 260', query: '' }, { reseller: 260 })
  expect(await namesOf(boss)).toEqual(['老客户'])
  expect(await namesOf(colleague)).toEqual([])
  expect([await namesOf(operator), await namesOf(operator, 260)]).toEqual([[], ['of 260']])
  expect((await boss.call(views.list, { screen: 'orders' })).data.views).toEqual([])
  expect((await colleague.call(views.remove, { id: data.id })).code).toBe('object.unknown')
  expect((await boss.call(views.remove, { id: data.id })).status).toBe(200)
  expect(await namesOf(boss)).toEqual([])
})

test('a view of the same name is replaced, and the number of views is limited', async () => {
  await colleague.call(views.save, { screen: 'users', name: 'A', query: 'a=1' })
  await colleague.call(views.save, { screen: 'users', name: 'a', query: 'a=2' })
  expect((await colleague.call(views.list, { screen: 'users' })).data.views).toMatchObject([
    { name: 'a', query: 'a=2' },
  ])
  for (let number = 0; number < 29; number += 1) {
    const name = `view ${number}`
    expect((await colleague.call(views.save, { screen: 'users', name, query: '' })).status).toBe(200)
  }
  expect((await colleague.call(views.save, { screen: 'users', name: 'last', query: '' })).code).toBe('request.too_many')
})
