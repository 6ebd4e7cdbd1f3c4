import type { SpeedMode } from '../../../contract/lines.ts'

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
 * Popular Chinese sites outside .cn. Kept inside the document: neither a database of countries nor a list fetched from
 * elsewhere would load where it is needed.
 */
export const CHINA_SUFFIXES = [
  'cn',
  '115.com',
  '12306.com',
  '126.com',
  '126.net',
  '163.com',
  '360.com',
  '360buyimg.com',
  '36kr.com',
  '58.com',
  '95516.com',
  'alibaba.com',
  'alicdn.com',
  'alipay.com',
  'aliyun.com',
  'aliyuncs.com',
  'amap.com',
  'autonavi.com',
  'baidu.com',
  'baidupcs.com',
  'bcebos.com',
  'bdimg.com',
  'bdstatic.com',
  'bilibili.com',
  'bilivideo.com',
  'bytedance.com',
  'byteimg.com',
  'cainiao.com',
  'ccb.com',
  'cmbchina.com',
  'csdn.net',
  'ctrip.com',
  'deepseek.com',
  'dianping.com',
  'didiglobal.com',
  'dingtalk.com',
  'douban.com',
  'doubao.com',
  'douyin.com',
  'douyinpic.com',
  'douyinvod.com',
  'douyu.com',
  'ele.me',
  'gitee.com',
  'gtimg.com',
  'hdslb.com',
  'hicloud.com',
  'hihonor.com',
  'huawei.com',
  'huya.com',
  'ifeng.com',
  'iqiyi.com',
  'ixigua.com',
  'jd.com',
  'jianshu.com',
  'ksapisrv.com',
  'kuaishou.com',
  'lianjia.com',
  'meitu.com',
  'meituan.com',
  'mgtv.com',
  'mi-img.com',
  'mi.com',
  'miui.com',
  'myqcloud.com',
  'netease.com',
  'oppo.com',
  'pddpic.com',
  'pinduoduo.com',
  'pstatp.com',
  'qcloud.com',
  'qiniu.com',
  'qq.com',
  'qunar.com',
  'sina.com',
  'sinaimg.com',
  'smzdm.com',
  'snssdk.com',
  'sogou.com',
  'sohu.com',
  'suning.com',
  'taobao.com',
  'tencent.com',
  'tencentmusic.com',
  'tmall.com',
  'toutiao.com',
  'unionpay.com',
  'vivo.com',
  'volces.com',
  'weibo.com',
  'weixin.com',
  'wps.com',
  'xiaohongshu.com',
  'xiaomi.com',
  'ximalaya.com',
  'xunlei.com',
  'ykimg.com',
  'youku.com',
  'yuanfudao.com',
  'yximgs.com',
  'zhihu.com',
  'zhimg.com',
  'zuoyebang.com',
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
