export default {
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  code: '两步验证码',
  codeHint: '验证器里的 6 位数字，或恢复码',
  strengthHint: '至少 {{min}} 个字符，越长越好',
  strengthWeak: '偏弱，再长一些会更安全',
  strengthFair: '还可以，再长一点会更好',
  strengthStrong: '很好',
} as const
