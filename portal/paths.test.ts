import { expect, test } from 'vitest'

import { publicPaths, userChildren } from '../contract/page-paths.ts'
import { formTable, stateTable, withoutStates } from '../e2e/screen-states.ts'
import { screenTable } from '../e2e/screen-table.ts'
import { userPath } from './paths.ts'

/** The portal's specification, word for word: no page route may be added or removed. */
const PUBLIC = '/login, /reg, /find_pass, /dailiPay, /notFound, /online, /demo, /loginMonitor, /inner, /monitor'
const USER =
  'userPay, tcBuy, emailBind, invite, kmList, line_install, line_list, balance, traffic_rank, usage_record, ' +
  'customer_service, agreement, open_agency, use_tutorial, message, user_payment, freeze_acc, change_pass, speedMode'

const paths = screenTable.map(({ path }) => path)

test('has exactly the specified route table', () => {
  expect(publicPaths.toSorted()).toEqual(PUBLIC.split(', ').toSorted())
  expect(userChildren).toEqual(['', ...USER.split(', ')])
})

test('opens every path of it, the root, and unknown paths in the browser tests', () => {
  const wanted = ['/', ...publicPaths, '/nowhere/at/all', ...userChildren.map(userPath), '/user/nowhere']
  expect(paths.toSorted()).toEqual(wanted.toSorted())
})

test('tests every screen that calls the server in all its states', () => {
  const shown = new Set([...stateTable, ...formTable].map(({ path }) => path.split('?')[0]))
  expect([...shown, ...withoutStates].toSorted()).toEqual(paths.toSorted())
})
