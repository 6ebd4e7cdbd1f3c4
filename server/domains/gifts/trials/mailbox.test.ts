import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { hashMailbox, mailboxOf } from './mailbox.ts'

test.each([
  ['gmail.com', ['mei.li@gmail.com', 'MeiLi@Gmail.com', 'm.e.i.l.i+try@googlemail.com', 'meili+@gmail.com.']],
  ['proton.me', ['mei-li@proton.me', 'mei_li+x@protonmail.com', 'meili@pm.me']],
  ['outlook.com', ['mei.li@outlook.com', 'Mei.Li+second@Outlook.com']],
  ['yahoo.com', ['meili@yahoo.com', 'meili-shop@yahoo.com', 'meili-try2@YAHOO.com']],
  ['qq.com', ['10001@qq.com', '10001+a@QQ.com']],
])('finds one mailbox behind the spellings of %s', (_host, spellings) => {
  expect(new Set(spellings.map(mailboxOf)).size).toBe(1)
})

test('keeps apart what are two mailboxes', () => {
  const others = ['mei.li@outlook.com', 'meili@outlook.com', 'meili@gmail.com', 'meili2@gmail.com', 'mei-li@qq.com']
  expect(new Set([...others, 'meili@qq.com'].map(mailboxOf)).size).toBe(6)
})

test('hides the address, and differs between resellers', () => {
  const config = { derivingKey: randomBytes(32) }
  const hash = hashMailbox(config, 1, 'mei.li@gmail.com')
  expect(hash).toHaveLength(32)
  expect(hash.equals(hashMailbox(config, 1, 'MEILI+a@gmail.com'))).toBe(true)
  expect(hash.equals(hashMailbox(config, 2, 'mei.li@gmail.com'))).toBe(false)
})
