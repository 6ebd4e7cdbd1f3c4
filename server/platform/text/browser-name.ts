/** Most specific first: nearly every browser also claims to be Chrome and Safari. */
const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/AlipayClient/, 'Alipay'],
  [/MQQBrowser|QQ\//, 'QQ'],
  [/UCBrowser/, 'UC'],
  [/MiuiBrowser/, 'Mi Browser'],
  [/HuaweiBrowser/, 'Huawei Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Chrome · Android": enough to recognise one's own phone, and unchanged by a browser update. */
export function browserName(userAgent: string): string {
  const pick = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [pick(BROWSERS), pick(SYSTEMS)].filter((name) => name !== undefined).join(' · ') || '?'
}
