import type { SpeedMode } from '../../../../contract/lines.ts'

/** Clients measure a node's delay here: answers 204 with no body. */
export const PROBE_URL = 'http://www.gstatic.com/generate_204'

export const PRIVATE_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/4',
] as const
export const PRIVATE_RANGES_V6 = ['::1/128', 'fc00::/7', 'fe80::/10'] as const
export const PRIVATE_SUFFIXES = ['local', 'lan', 'localhost'] as const

/**
 * Popular Chinese sites outside .cn, for clients without a country database and to spare the others a look-up. Kept
 * inside the document: a list fetched from elsewhere would not load where it is needed.
 */
export const CHINA_SUFFIXES = [
  'cn',
  '126.com',
  '126.net',
  '163.com',
  '360.com',
  'alibaba.com',
  'alicdn.com',
  'alipay.com',
  'aliyun.com',
  'amap.com',
  'baidu.com',
  'bdstatic.com',
  'bilibili.com',
  'bilivideo.com',
  'douban.com',
  'douyin.com',
  'hdslb.com',
  'huawei.com',
  'iqiyi.com',
  'jd.com',
  'meituan.com',
  'mi.com',
  'netease.com',
  'pinduoduo.com',
  'qq.com',
  'sogou.com',
  'sohu.com',
  'taobao.com',
  'tencent.com',
  'tmall.com',
  'weibo.com',
  'xiaohongshu.com',
  'ximalaya.com',
  'youku.com',
  'zhihu.com',
] as const

export type AutomaticGroup =
  | { kind: 'fastest'; intervalS: number; toleranceMs: number }
  | { kind: 'spread'; intervalS: number }
  | { kind: 'first'; intervalS: number }

/**
 * How the automatic group picks a node: lowest delay for games, all nodes for video, cheapest working node for savers.
 */
export const automaticGroups: Record<SpeedMode, AutomaticGroup> = {
  standard: { kind: 'fastest', intervalS: 300, toleranceMs: 50 },
  game: { kind: 'fastest', intervalS: 120, toleranceMs: 5 },
  video: { kind: 'spread', intervalS: 300 },
  saver: { kind: 'first', intervalS: 300 },
}

/** The user center's domain: the one site that must open even without a usable line. Null for an IP address. */
export function portalDomain(portalUrl: string): string | null {
  const { hostname } = new URL(portalUrl)
  return /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : null
}
