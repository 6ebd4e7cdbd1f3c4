type DeviceName = { browser: string | null; system: string | null; kind: 'phone' | 'computer' }

/** Most specific first: nearly every browser also claims to be Chrome or Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/YuxianApp\/|Electron\//, 'App'],
  [/MicroMessenger/, 'WeChat'],
  [/AlipayClient/, 'Alipay'],
  [/MQQBrowser|\bQQ\//, 'QQ'],
  [/DingTalk/, 'DingTalk'],
  [/UCBrowser|UCWEB/, 'UC'],
  [/MiuiBrowser|XiaoMi\//, 'Mi Browser'],
  [/HuaweiBrowser|HBPC\//, 'Huawei Browser'],
  [/HeyTapBrowser/, 'HeyTap'],
  [/VivoBrowser/, 'vivo'],
  [/QihooBrowser|360SE|QHBrowser/, '360'],
  [/baidubrowser|BIDUBrowser|baiduboxapp/, 'Baidu'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS|Opera/, 'Opera'],
  [/Vivaldi/, 'Vivaldi'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/;\s*wv\)/, 'App'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]
const PHONES: ReadonlySet<string> = new Set(['HarmonyOS', 'Android', 'iPadOS', 'iOS'])

/** Browser and system from a user agent: enough to recognise your own phone. */
export function deviceName(userAgent: string): DeviceName {
  const pick = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const system = pick(SYSTEMS)
  return { browser: pick(BROWSERS), system, kind: system !== null && PHONES.has(system) ? 'phone' : 'computer' }
}
