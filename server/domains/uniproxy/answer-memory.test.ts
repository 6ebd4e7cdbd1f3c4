import { expect, test } from 'vitest'

import type { Node } from '../nodes/load-node.ts'
import { makeAnswerMemory } from './answer-memory.ts'

const nodeOf = (id: number) => ({ id, protocol: 'vless' }) as Node
const shownBy = (nodeId: number, token = `token ${nodeId}`, type = 'vless') => ({ nodeId, token, type })
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)

const toldAs = (body: string) => ({ body, tag: '' })

function fill(memory: ReturnType<typeof makeAnswerMemory>, id: number, seconds: number, body = `config of ${id}`) {
  memory.keep(nodeOf(id), shownBy(id), { call: 'config', told: toldAs(body) }, at(seconds))
}

test('answers only who showed the same token to the database, as the same type, and was asked for the same', () => {
  const memory = makeAnswerMemory(60)
  fill(memory, 1, 0)
  expect(memory.recall(shownBy(1), 'config', at(50))?.body).toBe('config of 1')
  expect(memory.recall(shownBy(1, 'token 1', ''), 'config', at(50))?.body).toBe('config of 1')
  expect(memory.recall(shownBy(1), 'user', at(50))).toBeNull()
  expect(memory.recall(shownBy(1, 'token 2'), 'config', at(50))).toBeNull()
  expect(memory.recall(shownBy(1, ''), 'config', at(50))).toBeNull()
  expect(memory.recall(shownBy(1, 'token 1', 'trojan'), 'config', at(50))).toBeNull()
  expect(memory.recall(shownBy(2, 'token 1'), 'config', at(50))).toBeNull()
})

test('a refused token is forgotten, but not by who does not have it', () => {
  const memory = makeAnswerMemory(60)
  fill(memory, 1, 0)
  memory.forget(shownBy(1, 'guessed'))
  expect(memory.recall(shownBy(1), 'config', at(1))?.body).toBe('config of 1')
  memory.forget(shownBy(1))
  expect(memory.recall(shownBy(1), 'config', at(1))).toBeNull()
})

test('a new token brings nothing of the old one', () => {
  const memory = makeAnswerMemory(60)
  fill(memory, 1, 0)
  memory.keep(nodeOf(1), shownBy(1, 'new'), { call: 'user', told: toldAs('users') }, at(1))
  expect(memory.recall(shownBy(1), 'config', at(2))).toBeNull()
  expect(memory.recall(shownBy(1, 'new'), 'config', at(2))).toBeNull()
  expect(memory.recall(shownBy(1, 'new'), 'user', at(2))?.body).toBe('users')
})

test('a node that missed its turns while the database answered others is not served; a long outage is no fault', () => {
  const memory = makeAnswerMemory(60)
  fill(memory, 1, 0)
  fill(memory, 2, 300)
  expect(memory.recall(shownBy(1), 'config', at(300))?.body).toBe('config of 1')
  fill(memory, 2, 301)
  expect(memory.recall(shownBy(1), 'config', at(301))).toBeNull()
  expect(memory.recall(shownBy(2), 'config', at(301 + 86_400))?.body).toBe('config of 2')
  expect(memory.recall(shownBy(2), 'config', at(302 + 86_400))).toBeNull()
})

test('forgets who asked longest ago when there is too much', () => {
  const memory = makeAnswerMemory(60, 25)
  fill(memory, 1, 0, 'x'.repeat(10))
  fill(memory, 2, 1, 'y'.repeat(10))
  fill(memory, 1, 2, 'z'.repeat(10))
  fill(memory, 3, 3, 'w'.repeat(10))
  const kept = [1, 2, 3].map((id) => memory.recall(shownBy(id), 'config', at(4))?.body[0] ?? null)
  expect(kept).toEqual(['z', null, 'w'])
  fill(memory, 4, 5, 'v'.repeat(30))
  expect([1, 3, 4].map((id) => memory.recall(shownBy(id), 'config', at(6)))).toEqual([null, null, null])
})

test('a node that came from another panel is remembered by the type and number it had there', () => {
  const memory = makeAnswerMemory(60)
  const trojan = { id: 41, protocol: 'trojan' } as Node
  memory.keep(nodeOf(40), shownBy(7, 'shared'), { call: 'config', told: toldAs('of 40') }, at(0))
  memory.keep(trojan, shownBy(7, 'shared', 'trojan'), { call: 'config', told: toldAs('of 41') }, at(0))
  fill(memory, 7, 0)
  expect(memory.recall(shownBy(7, 'shared'), 'config', at(1))?.body).toBe('of 40')
  expect(memory.recall(shownBy(7, 'shared', 'trojan'), 'config', at(1))?.body).toBe('of 41')
  expect(memory.recall(shownBy(7), 'config', at(1))?.body).toBe('config of 7')
  expect(memory.recall(shownBy(40, 'shared'), 'config', at(1))).toBeNull()
  memory.forget(shownBy(7, 'shared'))
  expect(memory.recall(shownBy(7, 'shared'), 'config', at(1))).toBeNull()
  expect(memory.recall(shownBy(7, 'shared', 'trojan'), 'config', at(1))?.body).toBe('of 41')
})
