import { AlipaySdk } from 'alipay-sdk'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

import { patient } from '../../test/patience.ts'
import { toBeijing } from '../beijing-time.ts'
import { controlCashier } from '../control-client.ts'
import type { CashierMerchant } from '../merchants.ts'
import { startCashier } from '../start-cashier.ts'

/** Opens a cashier in a temporary folder with the official SDK as its client. Both end after the file's tests. */
export async function openCashier() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'yuxian-cashier-'))
  const start = () => startCashier({ dataDir, log: () => {} })
  let running = await start()
  afterAll(async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir,
    url: () => running.url,
    merchant: running.merchant,
    control: () => controlCashier(running),
    sdk: (merchant: CashierMerchant = running.merchant) => sdkOf(running.url, merchant),
    async restart() {
      await running.stop()
      running = await start()
    },
  }
}

function sdkOf(url: string, merchant: CashierMerchant): AlipaySdk {
  return new AlipaySdk({
    appId: merchant.appId,
    privateKey: merchant.appPrivateKey,
    keyType: 'PKCS8',
    alipayPublicKey: merchant.alipayPublicKey,
    gateway: `${url}/gateway.do`,
    timeout: patient(3_000),
  })
}

/** Beijing time, whatever the machine's time zone is. */
export const timestamp = () => toBeijing(new Date())

export type Heard = { method: string; url: string; body: string }

/** A shop's notify address that gives ordered answers and records what it received. */
export async function openShop() {
  const heard: Heard[] = []
  let answers: string[] = []
  let onHeard = () => {}
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    heard.push({ method: request.method ?? '', url: request.url ?? '', body: Buffer.concat(chunks).toString() })
    response.end(answers.shift() ?? 'success')
    onHeard()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    heard,
    answerWith: (...texts: string[]) => void (answers = texts),
    async until(count: number): Promise<Heard[]> {
      while (heard.length < count) await new Promise<void>((resolve) => (onHeard = resolve))
      return heard
    },
  }
}
