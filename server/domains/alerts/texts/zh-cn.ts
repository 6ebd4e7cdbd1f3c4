import { lasted, type AlertTexts } from './alert-text.ts'

/** Why a database cannot be used. */
const reasons: Record<string, string> = {
  unavailable: '没有响应',
  disk_full: '的磁盘已满，请清出空间',
  read_only: '只能读取',
}

export const zhCN: AlertTexts = {
  sentences: {
    'node.silent': (word) => `节点 ${word('nodeName')}（${word('region')}）没有响应`,
    'node.engine_down': (word) => `节点 ${word('nodeName')}（${word('region')}）的线路程序已停止`,
    'node.update_failed': (word) =>
      `节点 ${word('nodeName')}（${word('region')}）没能更新到 ${word('number')}：${word('reason')}`,
    'node.batch_refused': (word) => `节点上报的流量有问题，没有计入（${word('subject')}）`,
    'node.refused': () => '有节点的请求签名不正确，已拒绝',
    'payment.success_low': (word) =>
      `商户 ${word('merchantName')} 最近一小时付款成功率只有 ${word('percent')}%（共 ${word('count')} 笔）`,
    'payment.unsettled': (word) => `${word('count')} 笔付款长时间没有结果，最早一笔 ${word('outTradeNo')}`,
    'payment.bill_differs': (word) =>
      `收款账户 ${word('merchantName')} 的账单有 ${word('count')} 笔对不上，请到控制台的账单页处理`,
    'payment.disputed': (word) => `付款 ${word('outTradeNo')} 被买家的银行要求退回，请到收款平台答复`,
    'payment.mismatch': (word) => `付款 ${word('outTradeNo')} 与网关所说不一致`,
    'payment.refunded_outside': (word) => `付款 ${word('outTradeNo')} 在网关侧被退款`,
    'payment.unknown_order': () => '收到不属于任何订单的付款通知',
    'refund.unknown': (word) => `退款 ${word('outRequestNo')} 的结果未知，请到网关核对`,
    'refund.wished': (word) => `有代理请你退款 ¥${word('amount')}（申请 ${word('wish')}）：yx call refunds.wishes`,
    'reseller.word': () => '有代理给你留言：看控制台的提醒',
    'reseller.short': () => '代理余额不足，用户付款已转入其余额',
    'reseller.fee_refunded': (word) => `代理的开通费已退，代理已停用（${word('subject')}）`,
    'withdrawal.missed': (word) => `用户说没有收到提现 ¥${word('amount')}（${word('subject')}）`,
    'webhook.off': (word) => `平台的 Webhook「${word('name')}」（${word('host')}）已自动停用，请在控制台的团队页查看`,
    'ticket.waiting': (word) => `${word('count')} 张工单超过 ${word('hours')} 小时没有回复（${word('subject')}）`,
    'staff.mails': (word) => `成员 ${word('subject')} 短时间内让平台发出太多邮件，已停下：yx call audit.list`,
    'staff.refused': (word) => `有代理的成员（${word('subject')}）想动一个名下有代理的账号，已拒绝：yx call audit.list`,
    'telegram.failing': (word) => `Telegram 机器人 @${word('bot')} 发不出消息（${word('problem')}），请检查令牌和网络`,
    'address.inside': (word) => `有代理填了指向内网的地址 ${word('host')}，已拒绝（${word('subject')}）`,
    'money.unclaimed': (word) => `有钱进了已注销的账户（${word('subject')}）`,
    'books.unclean': (word) => `对账发现 ${word('count')} 处问题`,
    'job.failing': (word) => `后台任务 ${word('name')} 无法完成（${word('count')} 个）`,
    'job.stuck': (word) => `后台任务 ${word('name')} 卡住了（${word('count')} 个）`,
    'disk.full': (word) => `服务器 ${word('host')} 的磁盘只剩 ${word('percent')}%，请清出空间`,
    'backup.old': (word) => `已有 ${word('hours')} 小时没有成功的备份`,
    'backup.hook': (word) => `备份已完成，但送往别处的程序失败了（${word('reason')}）`,
    'database.away': (word) =>
      `数据库${reasons[word('reason')] ?? reasons['unavailable']}，已 ${word('seconds')} 秒（服务器 ${word('host')}）`,
  },
  other: (kind, subject) => `${kind}：${subject}`,
  begun: '告警',
  over: '已恢复',
  backAfter: (seconds) => `历时 ${lasted(seconds, '秒', '分钟', '小时')}`,
  more: (count) => `另有 ${count} 项`,
  open: '打开监控',
  sender: '鱼线监控',
}
