import { beforeEach, describe } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import { testGatewayMatrix } from '../../../test/attack/gateway-matrix.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'

/** Stripe and WeChat Pay have the matrix in their own files. */
const app = await makeCashierApp()
checkBooksAfterEach(app.db)
beforeEach(async () => {
  clock.reset()
  await app.control.clearFaults()
  await app.control.change({ isOn: false })
})
const coins = await app.db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'usdt')
  .executeTakeFirstOrThrow()

describe('Alipay', () =>
  testGatewayMatrix(app, {
    provider: 'alipay',
    payType: app.payTypes.alipay,
    device: 'qr',
    asks: { open: 'alipay.trade.precreate', load: 'alipay.trade.query', refund: 'alipay.trade.refund' },
    wrongAmount: { total_amount: '0.01' },
  }))

describe('EPay', () =>
  testGatewayMatrix(app, {
    provider: 'epay',
    payType: app.payTypes.wxpay,
    device: 'qr',
    asks: { open: 'mapi', load: 'api.order', refund: 'api.refund' },
    wrongAmount: { money: '0.01' },
    knowsNot: ['bad_sign', 'no_change'],
    ends: false,
    tellsRefunds: false,
  }))

describe('BEpusdt', () =>
  testGatewayMatrix(app, {
    provider: 'usdt',
    payType: `${coins.id}-usdt-trc20`,
    device: 'qr',
    asks: { open: 'coin.create', load: 'coin.query' },
    wrongAmount: { amount: '0.01' },
    knowsNot: ['bad_sign'],
  }))
