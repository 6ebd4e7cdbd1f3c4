export default {
  title: '监控登录',
  tagline: '节点、流量、付款和告警，一屏看全',
  accountHint: '监控账号',
  codeHint: '验证器里的 6 位数字',
  help: '监控账号由平台开通，忘记密码请联系平台。',
  userLogin: '用户登录',
  status: '服务状态',
} as const
