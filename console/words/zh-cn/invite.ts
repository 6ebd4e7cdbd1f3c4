export default {
  mail: '邮箱',
  mailHint: '留空就给你一个链接，由你转交',
  send: '发出邀请',
  makeLink: '生成链接',
  mailed: '邀请已寄出',
  linkText: '只显示这一次，{{until}} 之前有效，用一次就作废。不要发在群里。',
  copyLink: '复制链接',
} as const
