import { vi } from 'vitest'

import type { UserInfo } from '../../contract/accounts.ts'
import type { DailiConfig } from '../../contract/resellers.ts'
import { type BrowserOptions, openBrowser } from '../../ui/test/browser.ts'

/** A page load: a browser and freshly loaded modules, with the start-up calls answered. */
export async function openPortal(options: BrowserOptions = {}) {
  vi.resetModules()
  const browser = openBrowser(options)
  browser.answer('/api/daili/notCheck/whitelist', { data: [0, 260] })
  browser.answer('/api/daili/notCheck/dailiKey', { data: 0 })
  browser.answer('/api/daili/dailiConfig', ({ body }) => ({
    data: resellerConfig((body as { daili_id: number }).daili_id),
  }))
  browser.answer('/api/user/info', { data: userInfo() })
  browser.answer('/api/user/logout', {})
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { configureCalls } = await import('../session/configure-calls.ts')
  configureCalls()
  const modules = {
    ...(await import('../../contract/api.ts')),
    ...(await import('../state/brand.ts')),
    ...(await import('../../ui/http/client.ts')),
    ...(await import('../session/continue-offer.ts')),
    ...(await import('../session/guard.ts')),
    ...(await import('../session/monitor-session.ts')),
    ...(await import('../session/monitor-token.ts')),
    ...(await import('../../ui/device/native-wrapper.ts')),
    ...(await import('../session/reseller-config.ts')),
    ...(await import('../session/sign-in.ts')),
    ...(await import('../session/sign-out.ts')),
    ...(await import('../session/start.ts')),
    ...(await import('../../ui/device/storage.ts')),
    ...(await import('../../ui/device/tabs.ts')),
    ...(await import('../session/token.ts')),
    ...(await import('../session/user-info.ts')),
    ...(await import('../state/config.ts')),
    ...(await import('../state/line.ts')),
    ...(await import('../../ui/components/toast-store.ts')),
    ...(await import('../state/token.ts')),
    ...(await import('../state/user.ts')),
  }
  return { ...modules, browser, logged }
}
export type Portal = Awaited<ReturnType<typeof openPortal>>

export function userInfo(changes: Partial<UserInfo> = {}): UserInfo {
  return {
    iuser: 'alice',
    pass: 'tk1.ticket',
    dailiKey: 0,
    email: null,
    emailVerified: false,
    balanceFen: 1250,
    heldFen: 0,
    package: null,
    expiresAt: null,
    nextResetAt: null,
    startsBy: null,
    usedBytes: 0,
    totalBytes: 0,
    buyable: null,
    hasConnected: false,
    lineCount: 0,
    lineLimit: 0,
    state: 'none',
    pausedAt: null,
    deleteAfter: null,
    blockedReason: null,
    speedMode: 'standard',
    inviteCode: 'AB12',
    isReseller: false,
    unread: 0,
    outage: null,
    ...changes,
  }
}

export function resellerConfig(key: number): DailiConfig {
  return {
    daili_id: key,
    title: key === 0 ? '鱼线用户中心' : '用户中心',
    icon: '/static/brand/neutral.svg',
    accent: '#2563eb',
    balanceName: key === 0 ? '鱼币' : '余额',
    kf_url: 'https://help.example/',
    jc_url: 'https://tutorial.example/',
    agreement_url: '/hosted/agreement',
    message_url: '/hosted/notices',
    usage_url: '/hosted/usage',
    features: { onlinePay: true, openAgency: true, mail: true, sandbox: true },
    suspended: false,
    contact: null,
    operatorContact: null,
  }
}
