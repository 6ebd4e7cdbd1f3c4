import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

import { signMd5 } from './epay/wire.ts'
import { openCashier, openShop, timestamp } from './test/open-cashier.ts'

const cashier = await openCashier()
const shop = await openShop()
const { pid, epayKey } = cashier.merchant

async function precreate(outTradeNo: string) {
  const bizContent = { out_trade_no: outTradeNo, total_amount: '8.00', subject: '充值' }
  const params = { timestamp: timestamp(), notify_url: shop.url, bizContent }
  return cashier.sdk().exec('alipay.trade.precreate', params, { validateSign: true })
}

test('repeats a notify on a fast clock with the same id until the answer is exactly "success"', async () => {
  const control = cashier.control()
  await control.change({ speed: 100_000 })
  await precreate('RESEND')
  shop.answerWith('fail', 'SUCCESS', '<html>success</html>')
  await control.move('RESEND', 'pay')
  const heard = await shop.until(4)
  const ids = heard.map(({ body }) => new URLSearchParams(body).get('notify_id'))
  expect(new Set(ids).size).toBe(1)
  const answers = ['fail', 'SUCCESS', '<html>success</html>', 'success']
  await expect.poll(() => control.deliveries('RESEND')).toMatchObject([{ isDone: true, answers }])
})

test('keys and trades survive a restart, and only our own system user may read them', async () => {
  const made = await precreate('KEPT')
  await cashier.control().move('KEPT', 'pay', { tells: false })
  const file = path.join(cashier.dataDir, 'cashier', 'merchants.json')
  const before = await readFile(file, 'utf8')
  await cashier.restart()
  expect(await readFile(file, 'utf8')).toBe(before)
  for (const name of ['merchants.json', 'trades.jsonl', 'notifies.jsonl', 'running.json']) {
    expect((await stat(path.join(cashier.dataDir, 'cashier', name))).mode & 0o777).toBe(0o600)
  }
  const query = await cashier.sdk().exec('alipay.trade.query', {
    timestamp: timestamp(),
    bizContent: { out_trade_no: 'KEPT' },
  })
  expect(query).toMatchObject({ tradeStatus: 'TRADE_SUCCESS', totalAmount: '8.00' })
  expect(made['code']).toBe('10000')
})

test('control calls need their token', async () => {
  for (const authorization of [undefined, 'Bearer ', 'Bearer wrong']) {
    const response = await fetch(`${cashier.url()}/control/totals`, {
      method: 'POST',
      headers: authorization ? { authorization } : {},
    })
    expect(response.status).toBe(403)
  }
})

test('spoils notifies by amount, signer or signature; pays after close; finishes first', async () => {
  const control = cashier.control()
  await precreate('SPOILT')
  const valid = async (wish: object) => {
    const letter = await control.writeNotify('SPOILT', wish)
    const fields = Object.fromEntries(new URLSearchParams(letter.form ?? ''))
    return { fields, isSigned: cashier.sdk().checkNotifySignV2(fields) }
  }
  expect(await valid({ changes: { total_amount: '0.01' } })).toMatchObject({
    isSigned: true,
    fields: { total_amount: '0.01' },
  })
  for (const sign of ['other', 'bad', 'none'] as const) expect((await valid({ sign })).isSigned, sign).toBe(false)
  await control.move('SPOILT', 'scan')
  await control.move('SPOILT', 'close')
  await expect(control.move('SPOILT', 'pay')).rejects.toThrow('cannot pay')
  await control.move('SPOILT', 'pay_anyway', { tells: false })
  expect(await control.move('SPOILT', 'finish', { tells: false })).toMatchObject({ status: 'TRADE_FINISHED' })
  await expect(control.move('SPOILT', 'refund')).rejects.toThrow('cannot refund')
})

test('EPay: page, API, order query, GET notify and refund', async () => {
  const control = cashier.control()
  const signed = (fields: Record<string, string>) => ({ ...fields, sign: signMd5(fields, epayKey), sign_type: 'MD5' })
  const wanted = {
    pid,
    type: 'wxpay',
    out_trade_no: 'E1',
    notify_url: shop.url,
    return_url: shop.url,
    name: '充值',
    money: '3.00',
  }
  const post = async (file: string, fields: Record<string, string>) =>
    fetch(`${cashier.url()}/${file}`, { method: 'POST', body: new URLSearchParams(fields) })
  const forged = await post('mapi.php', { ...signed(wanted), money: '0.01' })
  expect(await forged.json()).toMatchObject({ code: -1 })
  const made = (await (await post('mapi.php', signed(wanted))).json()) as { code: number; qrcode: string }
  expect(made.code).toBe(1)
  const page = await fetch(made.qrcode)
  expect(await page.text()).toContain('微信支付')
  const ask = async (key: string, number = 'E1') =>
    (await fetch(`${cashier.url()}/api.php?act=order&pid=${pid}&key=${key}&out_trade_no=${number}`)).json()
  expect(await ask('wrong')).toMatchObject({ code: -1 })
  expect(await ask(epayKey)).toMatchObject({ code: 1, status: 0, money: '3.00' })
  const heard = shop.heard.length
  await fetch(`${page.url}/pay`, { method: 'POST' })
  const notify = (await shop.until(heard + 1))[heard]!
  expect(notify.method).toBe('GET')
  const fields = Object.fromEntries(new URL(notify.url, shop.url).searchParams)
  expect(fields).toMatchObject({ pid, out_trade_no: 'E1', money: '3.00', trade_status: 'TRADE_SUCCESS' })
  expect(signMd5(fields, epayKey)).toBe(fields['sign'])
  expect(await ask(epayKey)).toMatchObject({ status: 1 })
  const refund = await post('api.php?act=refund', { pid, key: epayKey, out_trade_no: 'E1', money: '3.00' })
  expect(await refund.json()).toMatchObject({ code: 1 })
  expect(await control.trade('E1')).toMatchObject({ status: 'TRADE_CLOSED' })
  const second = signed({ ...wanted, out_trade_no: 'E2', type: 'alipay' })
  expect(await (await post('submit.php', second)).text()).toContain('沙箱')
  // What its buyer gave up says so, and what the site threw away is not known any more.
  await control.move('E2', 'close', { tells: false })
  expect(await ask(epayKey, 'E2')).toMatchObject({ code: 1, status: -1 })
  expect(await (await post('submit.php', second)).text()).toBe('订单已关闭')
  await control.move('E2', 'forget', { tells: false })
  expect(await ask(epayKey, 'E2')).toMatchObject({ code: -1, msg: '订单号不存在' })
})
