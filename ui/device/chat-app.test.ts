import { expect, it } from 'vitest'

import { chatApp } from './chat-app.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; V2309A; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0'

it.each([
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`, 'wechat'],
  [`${ANDROID} Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.60.2860 WeChat/arm64`, 'wechat'],
  [`${ANDROID} MQQBrowser/6.2 TBS/046291 Mobile Safari/537.36 V1_AND_SQ_9.1.0 QQ/9.1.0.20300 NetType/4G`, 'qq'],
  [`${IPHONE} Mobile/15E148 QQ/9.1.0.614 V1_IPH_SQ_9.1.0_1_APP_A`, 'qq'],
  ['Mozilla/5.0 (Linux; Android 16; V2309A) Chrome/121.0 MQQBrowser/15.9 Mobile Safari/537.36', null],
  [`${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1`, null],
])('%s is the browser of %s', (userAgent, app) => {
  expect(chatApp(userAgent)).toBe(app)
})
