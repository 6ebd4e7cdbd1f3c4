import { expect, test } from 'vitest'

import { formTable, stateTable, withoutStates } from '../e2e/screen-states.ts'
import { screenTable } from '../e2e/screen-table.ts'
import { publicPaths, userChildren } from '../contract/page-paths.ts'
import { userPath } from './paths.ts'

/** As the portal is specified, word for word: no page route may be added or go. */
const PUBLIC = '/login, /reg, /find_pass, /dailiPay, /notFound, /online, /demo, /loginMonitor, /inner, /monitor'
const USER =
  'userPay, tcBuy, emailBind, invite, kmList, line_install, line_list, balance, traffic_rank, usage_record, ' +
  'customer_service, agreement, open_agency, use_tutorial, message, user_payment, freeze_acc, change_pass, speedMode'

const paths = screenTable.map(({ path }) => path)

test('the route table is the specified one', () => {
  expect(publicPaths.toSorted()).toEqual(PUBLIC.split(', ').toSorted())
  expect(userChildren).toEqual(['', ...USER.split(', ')])
})

test('the browser opens every path of it, the root, and paths that nobody knows', () => {
  const wanted = ['/', ...publicPaths, '/nowhere/at/all', ...userChildren.map(userPath), '/user/nowhere']
  expect(paths.toSorted()).toEqual(wanted.toSorted())
})

test('every screen that asks the server for something is brought into all its states', () => {
  const shown = new Set([...stateTable, ...formTable].map(({ path }) => path.split('?')[0]))
  expect([...shown, ...withoutStates].toSorted()).toEqual(paths.toSorted())
})
