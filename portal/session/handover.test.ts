import { expect, test } from 'vitest'

import { openPortal } from '../test/portal.ts'

const TICKET = `tk1.MjYwfDF8aGFuZG92ZXI.${'a'.repeat(43)}`

async function atUserPage(hash: string, stored: Record<string, string> = {}) {
  const { guardNow } = await openPortal({ url: `https://portal.example/user/userPay${hash}`, stored })
  const { handoverTicket } = await import('./handover.ts')
  const place = { pathname: '/user/userPay', search: '', hash }
  return { ticket: handoverTicket(place), passage: guardNow(place) }
}

test('what looks like a ticket is asked about before the guard', async () => {
  expect(await atUserPage(`#h=${TICKET}`)).toMatchObject({ ticket: TICKET, passage: { redirect: expect.any(String) } })
})

test.each([
  '',
  '#',
  '#h=',
  '#h=1',
  '#h=tk1.',
  '#h=tk1.x',
  `#h=dc1.${TICKET.slice(4)}`,
  `#h=${TICKET}x`,
  `#h=${TICKET}/..`,
  `#${TICKET}`,
  `#x&h=${TICKET}`,
])('the hash "%s" is none, and the guard decides', async (hash) => {
  expect(await atUserPage(hash)).toMatchObject({
    ticket: null,
    passage: { redirect: expect.stringContaining('/login?') },
  })
})
