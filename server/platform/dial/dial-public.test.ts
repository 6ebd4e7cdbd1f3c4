import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkDial, dialPublic, DialRefused } from './dial-public.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.headers.host} ${request.url}`)
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/other' }).end('moved')
  else if (request.url === '/long') response.end('x'.repeat(100_000))
  else response.end('{"ok":true}')
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const to = (...addresses: string[]) => ({ findAddresses: async () => addresses })
const local = () => ({ ...to('127.0.0.1'), allowLoopback: true, timeoutMs: 5000 })

test.each([
  'http://1.1.1.1/',
  'ftp://1.1.1.1/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://169.254.169.254/latest',
  'https://user:word@1.1.1.1/',
  'nonsense',
])('does not dial %s', async (address) => {
  await expect(checkDial(address)).rejects.toBeInstanceOf(DialRefused)
})

test('refuses a name if any of its addresses is refused', async () => {
  const url = 'https://pay.example/'
  expect((await checkDial(url, to('1.1.1.1', '2606:4700::1'))).dialled).toBe('1.1.1.1')
  for (const inside of ['10.0.0.1', '::1', '::ffff:10.0.0.1', 'fd00::1']) {
    await expect(checkDial(url, to('1.1.1.1', inside))).rejects.toBeInstanceOf(DialRefused)
  }
  await expect(checkDial(url, to())).rejects.toBeInstanceOf(DialRefused)
})

test('loopback needs permission, and the permission covers only loopback', async () => {
  await expect(checkDial('http://pay.example/', to('127.0.0.1'))).rejects.toBeInstanceOf(DialRefused)
  await expect(checkDial('http://pay.example/', { ...to('10.0.0.1'), allowLoopback: true })).rejects.toBeInstanceOf(
    DialRefused,
  )
  expect((await checkDial('http://pay.example/', local())).dialled).toBe('127.0.0.1')
})

test('connects to the address that was checked, and resolves the name only once', async () => {
  let lookups = 0
  const findAddresses = async () => {
    lookups += 1
    return lookups === 1 ? ['127.0.0.1'] : ['192.0.2.1']
  }
  const answer = await dialPublic(`http://pay.example:${port}/x`, { ...local(), findAddresses })
  expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' })
  expect([lookups, asked.at(-1)]).toEqual([1, `GET pay.example:${port} /x`])
})

test('returns a redirect instead of following it', async () => {
  const before = asked.length
  expect((await dialPublic(`http://pay.example:${port}/away`, local())).status).toBe(302)
  expect(asked.length).toBe(before + 1)
})

test('sends a form, and does not read a long answer to its end', async () => {
  await dialPublic(`http://pay.example:${port}/form`, { ...local(), method: 'POST', body: 'a=b' })
  expect(asked.at(-1)).toBe(`POST pay.example:${port} /form`)
  await expect(dialPublic(`http://pay.example:${port}/long`, local())).rejects.toThrow('too long')
})

test('gives the beginning of a long answer to who asks for it', async () => {
  const answer = await dialPublic(`http://pay.example:${port}/long`, { ...local(), cutsAnswer: true })
  expect([answer.status, answer.text.length]).toEqual([200, 64 * 1024])
})

test('does not wait for a name service that never answers, and dials nothing afterwards', async () => {
  const before = asked.length
  const late = Promise.withResolvers<string[]>()
  const dial = { ...local(), timeoutMs: 20, findAddresses: () => late.promise }
  await expect(dialPublic(`http://pay.example:${port}/late`, dial)).rejects.toThrow('timeout')
  late.resolve(['127.0.0.1'])
  await late.promise
  expect(asked.length).toBe(before)
})
