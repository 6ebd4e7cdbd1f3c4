/** Words for a gift that a link brought, before and after signing in. */
export default {
  from: '{{name}} 送你一份礼物',
  days: '{{name}} {{days}} 天',
  traffic: '{{amount}} 流量',
  until: '{{date}} 前领取，先到先得',
  signIn: '登录或注册后，回到这里领取',
  take: '领取',
  taken: '领到了：{{gift}}',
  takenTraffic: '已经加到你的流量里。',
  used: '这份礼物已经被领走了，可以请对方再送一份',
  mine: '这份礼物你已经领过了',
  expired: '这份礼物过了领取时间，已经退给送的人',
  returned: '这份礼物被送的人收回了',
  needsPlan: '流量要加在套餐上，先买个套餐再来领。{{date}} 前都可以领',
  otherPlan: '你在用别的套餐，到期后再来领。{{date}} 前都可以领',
  label: '收到的礼物',
} as const
