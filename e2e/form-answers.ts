import { consoleApi } from '../contract/console/api.ts'

const AT = '2026-01-01T00:00:00.000Z'
const WISH = { wishId: 1, resellerId: 260, title: '', orderId: 'x', paymentId: null, outTradeNo: null }
const ORIGIN = { balanceFen: 0, debtFen: 0, origins: [], onCreditFen: 0, markedFen: 0, missedAt: null, reason: null }
const ASKED = { ...ORIGIN, amountFen: 2000, payFen: 2000, method: 'alipay', createdAt: AT, settledAt: null }
const one = (row: object) => ({ rows: [row], nextCursor: null, count: 1, countIsFloor: false })

const HOOK_ID = '00000000-0000-4000-8000-000000000001'
const HOOK = { webhookId: HOOK_ID, name: '演示', url: 'https://1.1.1.1/hook', events: ['order.paid'], state: 'on' }
export const SOME_WEBHOOK = {
  [consoleApi.webhooks.list.path]: {
    rows: [{ ...HOOK, failingSince: null, oldUntil: null, createdAt: AT, delivered: 0, waiting: 0, givenUp: 0 }],
  },
  [consoleApi.webhooks.deliveries.path]: { rows: [], nextCursor: null },
}

/** Things that no office of the sandbox has from the start, as their lists would tell them. */
export const SOME_WISH = {
  [consoleApi.refunds.wishes.path]: {
    rows: [{ ...WISH, amountFen: 500, reason: '买错了', askedBy: 'boss260', createdAt: AT }],
  },
}
export const SOME_WORD = {
  [consoleApi.resellers.words.path]: {
    rows: [{ id: 1, resellerId: 260, member: 'boss260', text: '连不上', about: null, at: AT, answer: null }],
  },
}
export const SOME_UNCLAIMED = {
  [consoleApi.adjustments.unclaimed.path]: { rows: [{ resellerId: 260, accountId: 7, balanceFen: 900 }] },
}
export const SOME_BACKUP = {
  [consoleApi.backups.list.path]: {
    files: [{ file: 'yuxian-1.backup', madeAt: AT, bytes: 1000, isNightly: true, isSealed: true }],
  },
}
const UPLOAD = { uploadId: 1, name: 'panel.sql', sizeBytes: 1000, partsHere: 1, parts: 1, madeBy: 'operator' }
const CHECK = { taskId: 1, kind: 'check', state: 'done', uploadId: 1, fileName: 'panel.sql', askedBy: 'operator' }
export const SOME_UPLOAD = {
  [consoleApi.imports.list.path]: {
    uploads: [{ ...UPLOAD, createdAt: AT, keptUntil: AT }],
    tasks: [
      {
        ...CHECK,
        resellerId: null,
        source: null,
        wholesalePercent: null,
        askedAt: AT,
        endedAt: AT,
        progress: null,
        trouble: null,
      },
    ],
    imports: [],
  },
  [consoleApi.imports.report.path]: {
    source: { panel: 'V2Board', version: '1', remarks: [], counts: {}, sums: {}, findings: [] },
    changed: null,
    nodesLeft: [],
    isEven: true,
    next: [],
    lines: [],
  },
}
export const SOME_KEY = {
  [consoleApi.keys.list.path]: {
    rows: [
      {
        id: 1,
        name: 'form-bot',
        short: '0123456789',
        state: 'live',
        permissions: ['users.read'],
        resting: 0,
        networks: [],
        callsPerMinute: 60,
        dailyFen: 0,
        spentFen: 0,
        madeBy: 'boss260',
        createdAt: AT,
        expiresAt: null,
        oldUntil: null,
        usedAt: null,
        usedFrom: null,
        revokedAt: null,
      },
    ],
  },
}
export const SOME_PAYOUT = {
  [consoleApi.payouts.list.path]: one({
    ...ASKED,
    kind: 'payout',
    id: 'x',
    resellerId: 260,
    title: '蓝鲸网络',
    userName: null,
    state: 'open',
    askedBy: 'boss260',
    approvedBy: null,
    settledBy: null,
    mayApprove: true,
    mayPay: false,
  }),
}
export const SOME_STUCK = {
  [consoleApi.stuckPayments.list.path]: {
    rows: [
      {
        paymentId: HOOK_ID,
        outTradeNo: '20260101',
        resellerId: 260,
        provider: 'alipay',
        channel: 'alipay',
        merchantName: '演示',
        isOwnMerchant: true,
        userName: 'lin.fish',
        amountFen: 2000,
        state: 'pending',
        said: 'silent',
        saidAt: AT,
        createdAt: AT,
        confirmationId: null,
        askedBy: null,
        number: null,
        reason: null,
      },
    ],
    merchants: [],
  },
}
export const SOME_BILL = {
  [consoleApi.bills.list.path]: {
    merchants: [],
    rows: [
      {
        rowId: 1,
        merchantId: 'x',
        merchantName: '演示',
        provider: 'alipay',
        day: '2026-11-14',
        kind: 'here',
        deed: 'note',
        outTradeNo: '20260101',
        tradeNo: null,
        amount: null,
        unit: null,
        amountFen: 2000,
        happenedAt: AT,
        paymentId: HOOK_ID,
        resellerId: 260,
        channel: 'alipay',
        accountId: 7,
        userName: 'lin.fish',
      },
    ],
  },
}
export const SOME_WITHDRAWAL = {
  [consoleApi.withdrawals.list.path]: one({
    ...ASKED,
    withdrawalId: 'x',
    user: { accountId: 7, userName: 'lin.fish' },
    state: 'pending',
    paidBy: null,
  }),
}
export const PAYABLE = {
  [consoleApi.money.payoutTerms.path]: {
    payableFen: 90_000,
    payee: { method: 'alipay', accountMasked: '138****', nameMasked: '林*', changedAt: AT, payableFrom: AT },
  },
}
export const SOME_MERCHANT = {
  [consoleApi.merchants.list.path]: {
    rows: [
      {
        merchantId: 'x',
        provider: 'alipay',
        name: '演示',
        appId: '2021',
        gatewayHost: 'openapi.alipay.com',
        channels: ['alipay'],
        ways: [{ channel: 'alipay', name: '', minFen: 0, feeFen: 0, feePermille: 0 }],
        isOn: true,
        hookUrl: null,
        testedAt: AT,
        createdAt: AT,
      },
    ],
  },
}
export const HAS_KEYS = { [consoleApi.nodes.show.path]: { hasPrivateKey: true } }
export const IS_VLESS = { [consoleApi.nodes.show.path]: { protocol: 'vless' } }
export const HAS_GROUP = { [consoleApi.resellers.show.path]: { groups: [{ id: 1, name: '常用', has: false }] } }
