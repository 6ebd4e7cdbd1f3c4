import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'

import { buildReseller } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { pageBrand } from './page-brand.ts'

const { db } = await makeApp()
const request = { query: { app_key: 'yx_610' }, cookies: {}, host: 'portal.example' } as unknown as FastifyRequest
const rename = (title: string) => db.kysely.updateTable('resellers').set({ title }).where('id', '=', 610).execute()

test('returns the same object for an unchanged brand, so that its pages are made once', async () => {
  await buildReseller(db, { id: 610, title: 'Before' })
  const first = await pageBrand(db, request)
  await rename('Before')
  expect(await pageBrand(db, request)).toBe(first)
  await rename('After')
  const changed = await pageBrand(db, request)
  expect([first.brand.title, changed.brand.title]).toEqual(['Before', 'After'])
})
