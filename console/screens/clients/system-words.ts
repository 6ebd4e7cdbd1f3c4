export const systemWords = {
  ios: 'ios',
  android: 'android',
  harmony: 'harmony',
  windows: 'windows',
  mac: 'mac',
  linux: 'linux',
  router: 'router',
} as const
