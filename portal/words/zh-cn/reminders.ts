export default {
  remindersText: '用铃铛和邮件提醒，只在白天发。',
  remindersFailed: '提醒设置没加载出来',
  remindEnds: '套餐快到期',
  remindTraffic: '流量快用完',
  remindReceipt: '付款收据',
  remindRenewal: '自动续费没成功',
  onThisDevice: '在这台设备上弹通知',
  onThisDeviceText: '不开网页也能看到，退出登录就停。',
  notAllowed: '浏览器不让弹通知。在浏览器的网站设置里允许，再回来打开。',
  homeScreenFirst: 'iPhone 要先把网页添加到主屏幕，再从主屏幕打开这里。',
  notOn: '通知没打开，过会儿再试',
} as const
